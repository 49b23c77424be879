import type { Route } from '../runtime/endpoints/route.ts';
import { timedResource } from '../runtime/states/timed-transitions.ts';
import { orderEndpoints, orderRoutes } from './order/order.routes.ts';
import { orderTransitionRoutes } from './order-transition/order-transition.routes.ts';
import { itemRoutes } from './item/item.routes.ts';
import { shippingLabelRoutes } from './shipping-label/shipping-label.routes.ts';
import type { Services } from './services.ts';

/** The routes of all resources of the newest version. */
export function routesOfResources(services: Services): Route[] {
  return [
    ...orderRoutes(services),
    ...orderTransitionRoutes(services),
    ...itemRoutes(services),
    ...shippingLabelRoutes(services),
  ];
}

/** The resources with transitions that the clock brings about. */
export function timedResources(services: Services) {
  return [timedResource('order', orderEndpoints(services))];
}
