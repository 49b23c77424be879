import { create } from '../../endpoints/operations/create.ts';
import { list } from '../../endpoints/operations/list.ts';
import { read } from '../../endpoints/operations/read.ts';
import { remove } from '../../endpoints/operations/remove.ts';
import { replace } from '../../endpoints/operations/replace.ts';
import { update } from '../../endpoints/operations/update.ts';
import type { ResourceEndpoints } from '../../endpoints/operations/resource.ts';
import type { Route } from '../../endpoints/route.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Services } from '../services.ts';
import { orderRules } from './order.rules.ts';
import { orderSchemas, type OrderDraft } from './order.schema.ts';
import { orderStore, orderTable } from './order.store.ts';

export function orderRoutes({ database, newId, cursors }: Services): Route[] {
  const orders: ResourceEndpoints<OrderDraft, Tables> = {
    names: { one: 'Order', many: 'Orders' },
    name: 'order',
    collection: 'orders',
    idParameter: 'orderId',
    parentParameters: [],
    schemas: orderSchemas,
    children: ['items'],
    table: orderTable(database),
    store: orderStore(database),
    rules: orderRules,
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
  return [
    {
      path: '/orders',
      description: 'A purchase that a partner shop placed.',
      operations: {
        GET: list(orders, {
          filter: ['reference', 'customerEmail', 'currency', 'dueAt', 'total'],
          sort: ['createdAt', 'total', 'dueAt'],
          size: 20,
          maxSize: 100,
          total: true,
          cursors: cursors,
        }),
        POST: create(orders),
      },
    },
    {
      path: '/orders/{orderId}',
      description: 'A purchase that a partner shop placed.',
      operations: {
        GET: read(orders),
        PUT: replace(orders),
        PATCH: update(orders),
        DELETE: remove(orders),
      },
    },
  ];
}
