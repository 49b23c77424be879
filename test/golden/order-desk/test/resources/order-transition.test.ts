import { testResource } from '../runtime/support/resource.ts';
import { orderTransitionSample } from './order-transition.sample.ts';

testResource('order transitions', orderTransitionSample);
