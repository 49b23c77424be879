import { grantedTo } from '../../runtime/authentication/granted-to.ts';
import type { CustomOperationEndpoints } from '../../runtime/endpoints/operations/custom-operation-endpoints.ts';
import { attributeChecks } from '../../runtime/endpoints/operations/attributes.ts';
import { create } from '../../runtime/endpoints/operations/create.ts';
import { list } from '../../runtime/endpoints/operations/list.ts';
import { read } from '../../runtime/endpoints/operations/read.ts';
import { remove } from '../../runtime/endpoints/operations/remove.ts';
import { replace } from '../../runtime/endpoints/operations/replace.ts';
import { transition } from '../../runtime/endpoints/operations/transition.ts';
import { update } from '../../runtime/endpoints/operations/update.ts';
import type { Route } from '../../runtime/endpoints/route.ts';
import { historyKeeping } from '../../runtime/states/history.ts';
import { possibleActions } from '../../runtime/states/machine.ts';
import { keepingState } from '../../runtime/states/state-keeping.ts';
import { timerKeeping } from '../../runtime/states/timers.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Services } from '../services.ts';
import { orderTransitionStore } from '../order-transition/order-transition.store.ts';
import { orderAttributes, orderGrants } from './order.access.ts';
import { orderRules } from './order.rules.ts';
import { orderSchemas, type OrderDraft } from './order.schema.ts';
import { orderStates } from './order.states.ts';
import { orderStore, orderTable } from './order.store.ts';

export function orderEndpoints({
  database,
  newId,
  events,
}: Services): CustomOperationEndpoints<OrderDraft, Tables> {
  const behaviour = { machine: orderStates };
  return {
    names: { one: 'Order', many: 'Orders' },
    name: 'order',
    collection: 'orders',
    idParameter: 'orderId',
    parentParameters: [],
    schemas: orderSchemas,
    children: ['transitions', 'items'],
    grants: orderGrants,
    allowedValues: orderAttributes.allowedValues,
    attributes: attributeChecks({
      attributes: orderAttributes,
    }),
    uniqueWithin: ['tenantId'],
    table: orderTable(database),
    store: orderStore(database),
    rules: keepingState(orderRules, orderStates),
    ...behaviour,
    customOperations: ['submit', 'ship', 'cancel'],
    customOperationsNow: (stored) => possibleActions(behaviour, stored),
    listeners: [
      historyKeeping(orderTransitionStore(database), 'orderId', newId),
      timerKeeping(database, 'order', orderStates),
      events.of('order'),
    ],
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
}

export function orderRoutes(services: Services): Route[] {
  const { cursors } = services;
  const orders = orderEndpoints(services);
  return [
    {
      path: '/orders',
      description: 'A purchase that a partner shop placed.',
      operations: {
        GET: grantedTo(
          orderGrants.read,
          list(orders, {
            filter: ['status', 'reference', 'customerEmail', 'currency', 'dueAt', 'total'],
            sort: ['createdAt', 'total', 'dueAt'],
            size: 20,
            maxSize: 100,
            total: true,
            cursors,
          }),
        ),
        POST: grantedTo(orderGrants.create, create(orders)),
      },
    },
    {
      path: '/orders/{orderId}',
      description: 'A purchase that a partner shop placed.',
      operations: {
        GET: grantedTo(orderGrants.read, read(orders)),
        PUT: grantedTo(orderGrants.replace, replace(orders)),
        PATCH: grantedTo(orderGrants.update, update(orders)),
        DELETE: grantedTo(orderGrants.delete, remove(orders)),
      },
    },
    {
      path: '/orders/{orderId}/submit',
      operations: { POST: grantedTo(orderGrants.submit, transition(orders, 'submit')) },
    },
    {
      path: '/orders/{orderId}/ship',
      operations: { POST: grantedTo(orderGrants.ship, transition(orders, 'ship')) },
    },
    {
      path: '/orders/{orderId}/cancel',
      operations: { POST: grantedTo(orderGrants.cancel, transition(orders, 'cancel')) },
    },
  ];
}
