import { testResource } from '../support/resource.ts';
import { orderSample } from './order.sample.ts';

testResource('orders', orderSample);
