import { orderSchemas } from '../resources/order/order.schema.ts';
import type { EmittedEvent } from '../runtime/events/description/event-description.ts';

/** What the service tells others. */
export const emitted: readonly EmittedEvent[] = [
  {
    type: 'order.created',
    description: 'An order was created.',
    collection: 'orders',
    resource: orderSchemas.shown,
  },
  {
    type: 'order.submitted',
    description: 'An order became submitted.',
    collection: 'orders',
    resource: orderSchemas.shown,
    tellsChange: true,
    transitions: [{ name: 'submit', from: ['draft'], to: 'submitted' }],
  },
  {
    type: 'order.shipped',
    description: 'An order became shipped.',
    collection: 'orders',
    resource: orderSchemas.shown,
    tellsChange: true,
    transitions: [{ name: 'ship', from: ['submitted'], to: 'shipped' }],
  },
  {
    type: 'order.cancelled',
    description: 'An order became cancelled.',
    collection: 'orders',
    resource: orderSchemas.shown,
    tellsChange: true,
    transitions: [
      { name: 'cancel', from: ['draft', 'submitted'], to: 'cancelled' },
      { name: 'expire', from: ['draft'], to: 'cancelled' },
    ],
  },
];
