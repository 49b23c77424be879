import type { Audiences } from '../runtime/events/visible.ts';
import { orderAttributes, orderGrants } from './order/order.access.ts';

/** Who is told what happens to each kind of resource, and what of it: whoever may read it, and what can be read. */
export const eventAudiences: Audiences = {
  order: {
    readBy: orderGrants.read,
    rules: {
      order: orderAttributes,
    },
  },
};
