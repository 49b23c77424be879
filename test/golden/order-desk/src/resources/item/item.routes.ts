import { grantedTo } from '../../runtime/authentication/granted-to.ts';
import { create } from '../../runtime/endpoints/operations/create.ts';
import { list } from '../../runtime/endpoints/operations/list.ts';
import { read } from '../../runtime/endpoints/operations/read.ts';
import { remove } from '../../runtime/endpoints/operations/remove.ts';
import { replace } from '../../runtime/endpoints/operations/replace.ts';
import { update } from '../../runtime/endpoints/operations/update.ts';
import type { ResourceEndpoints } from '../../runtime/endpoints/operations/resource.ts';
import type { Route } from '../../runtime/endpoints/route.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Services } from '../services.ts';
import { orderAttributes } from '../order/order.access.ts';
import { orderStore, orderTable } from '../order/order.store.ts';
import { itemGrants } from './item.access.ts';
import { itemRules } from './item.rules.ts';
import { itemSchemas, type ItemDraft } from './item.schema.ts';
import { itemStore, itemTable } from './item.store.ts';

export function itemEndpoints({ database, newId }: Services): ResourceEndpoints<ItemDraft, Tables> {
  return {
    names: { one: 'Item', many: 'Items' },
    name: 'item',
    collection: 'items',
    idParameter: 'itemId',
    parentParameters: ['orderId'],
    schemas: itemSchemas,
    references: { orderId: { collection: 'orders', path: '/orders' } },
    grants: itemGrants,
    parent: { ...orderStore(database), allowedValues: orderAttributes.allowedValues },
    ancestors: [{ table: orderTable(database), allowedValues: orderAttributes.allowedValues }],
    uniqueWithin: ['orderId'],
    uniqueAcross: [['orderId', 'sku']],
    table: itemTable(database),
    store: itemStore(database),
    rules: itemRules,
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
}

export function itemRoutes(services: Services): Route[] {
  const items = itemEndpoints(services);
  return [
    {
      path: '/orders/{orderId}/items',
      description: 'One line of an order.',
      operations: {
        GET: grantedTo(
          itemGrants.read,
          list(items, {
            filter: [],
            sort: ['createdAt', 'updatedAt'],
            size: 20,
            maxSize: 100,
            total: true,
          }),
        ),
        POST: grantedTo(itemGrants.create, create(items)),
      },
    },
    {
      path: '/orders/{orderId}/items/{itemId}',
      description: 'One line of an order.',
      operations: {
        GET: grantedTo(itemGrants.read, read(items)),
        PUT: grantedTo(itemGrants.replace, replace(items)),
        PATCH: grantedTo(itemGrants.update, update(items)),
        DELETE: grantedTo(itemGrants.delete, remove(items)),
      },
    },
  ];
}
