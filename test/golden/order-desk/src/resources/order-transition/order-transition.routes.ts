import { grantedTo } from '../../runtime/authentication/granted-to.ts';
import { list } from '../../runtime/endpoints/operations/list.ts';
import { read } from '../../runtime/endpoints/operations/read.ts';
import type { ResourceEndpoints } from '../../runtime/endpoints/operations/resource.ts';
import type { Route } from '../../runtime/endpoints/route.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Services } from '../services.ts';
import { orderAttributes } from '../order/order.access.ts';
import { orderStore, orderTable } from '../order/order.store.ts';
import { orderTransitionGrants } from './order-transition.access.ts';
import { orderTransitionRules } from './order-transition.rules.ts';
import { orderTransitionSchemas, type OrderTransitionDraft } from './order-transition.schema.ts';
import { orderTransitionStore, orderTransitionTable } from './order-transition.store.ts';

export function orderTransitionEndpoints({
  database,
  newId,
}: Services): ResourceEndpoints<OrderTransitionDraft, Tables> {
  return {
    names: { one: 'OrderTransition', many: 'OrderTransitions' },
    name: 'orderTransition',
    collection: 'order-transitions',
    idParameter: 'orderTransitionId',
    parentParameters: ['orderId'],
    schemas: orderTransitionSchemas,
    references: { orderId: { collection: 'orders', path: '/orders' } },
    grants: orderTransitionGrants,
    parent: { ...orderStore(database), allowedValues: orderAttributes.allowedValues },
    ancestors: [{ table: orderTable(database), allowedValues: orderAttributes.allowedValues }],
    table: orderTransitionTable(database),
    store: orderTransitionStore(database),
    rules: orderTransitionRules,
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
}

export function orderTransitionRoutes(services: Services): Route[] {
  const orderTransitions = orderTransitionEndpoints(services);
  return [
    {
      path: '/orders/{orderId}/transitions',
      description: 'A transition that an order went through.',
      operations: {
        GET: grantedTo(
          orderTransitionGrants.read,
          list(orderTransitions, {
            filter: ['transition', 'from', 'to', 'at', 'client'],
            sort: ['at'],
            size: 20,
            maxSize: 100,
            total: true,
          }),
        ),
      },
    },
    {
      path: '/orders/{orderId}/transitions/{orderTransitionId}',
      description: 'A transition that an order went through.',
      operations: {
        GET: grantedTo(orderTransitionGrants.read, read(orderTransitions)),
      },
    },
  ];
}
