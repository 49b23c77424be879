import type { Audiences } from '../runtime/events/visible.ts';
import { orderAttributes, orderGrants } from './order/order.access.ts';

/** For each resource, the callers that receive its events and the members that they see: the same as when they read it. */
export const eventAudiences: Audiences = {
  order: {
    readBy: orderGrants.read,
    rules: {
      order: orderAttributes,
    },
  },
};
