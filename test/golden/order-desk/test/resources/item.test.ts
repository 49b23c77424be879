import { testResource } from '../runtime/support/resource.ts';
import { itemSample } from './item.sample.ts';

testResource('items', itemSample);
