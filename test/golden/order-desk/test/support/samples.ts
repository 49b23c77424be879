import { orderSample } from '../resources/order.sample.ts';
import { orderTransitionSample } from '../resources/order-transition.sample.ts';
import { itemSample } from '../resources/item.sample.ts';
import { shippingLabelSample } from '../resources/shipping-label.sample.ts';
import type { ResourceSample } from './sample.ts';

/** Every kind of resource, in the order of the specification. */
export const samples: readonly ResourceSample[] = [
  orderSample,
  orderTransitionSample,
  itemSample,
  shippingLabelSample,
];
