import { testResource } from '../runtime/support/resource.ts';
import { orderSample } from './order.sample.ts';

testResource('orders', orderSample);
