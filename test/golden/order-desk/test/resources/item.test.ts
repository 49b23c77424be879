import { testResource } from '../support/resource.ts';
import { itemSample } from './item.sample.ts';

testResource('items', itemSample);
