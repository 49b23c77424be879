import { eventSource, type EventSources } from '../runtime/events/sources.ts';
import type { Database } from '../runtime/storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { orderSchemas } from './order/order.schema.ts';
import { orderStore, orderTable } from './order/order.store.ts';

/** What is announced of each kind of resource, and what is deleted together with what. */
export function eventSources(database: Database<Tables>): EventSources {
  return {
    order: eventSource(
      database,
      {
        collection: 'orders',
        emits: ['created', 'submitted', 'shipped', 'cancelled'],
        writeOnly: orderSchemas.writeOnly,
        ruled: ['tenantId'],
      },
      orderTable(database),
      orderStore(database),
    ),
  };
}
