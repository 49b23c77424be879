import { grantedTo } from '../../runtime/authentication/granted-to.ts';
import { attributeChecks } from '../../runtime/endpoints/operations/attributes.ts';
import { create } from '../../runtime/endpoints/operations/create.ts';
import { list } from '../../runtime/endpoints/operations/list.ts';
import { read } from '../../runtime/endpoints/operations/read.ts';
import { remove } from '../../runtime/endpoints/operations/remove.ts';
import type { ResourceEndpoints } from '../../runtime/endpoints/operations/resource.ts';
import type { Route } from '../../runtime/endpoints/route.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Services } from '../services.ts';
import { orderAttributes } from '../order/order.access.ts';
import { orderStore } from '../order/order.store.ts';
import { shippingLabelGrants } from './shipping-label.access.ts';
import { shippingLabelRules } from './shipping-label.rules.ts';
import { shippingLabelSchemas, type ShippingLabelDraft } from './shipping-label.schema.ts';
import { shippingLabelStore, shippingLabelTable } from './shipping-label.store.ts';

export function shippingLabelEndpoints({
  database,
  newId,
}: Services): ResourceEndpoints<ShippingLabelDraft, Tables> {
  return {
    names: { one: 'ShippingLabel', many: 'ShippingLabels' },
    name: 'shippingLabel',
    collection: 'shipping-labels',
    idParameter: 'shippingLabelId',
    parentParameters: [],
    schemas: shippingLabelSchemas,
    references: { order: { collection: 'orders', path: '/orders' } },
    grants: shippingLabelGrants,
    attributes: attributeChecks({
      targets: { order: { ...orderStore(database), allowedValues: orderAttributes.allowedValues } },
    }),
    table: shippingLabelTable(database),
    store: shippingLabelStore(database),
    rules: shippingLabelRules,
    preconditions: 'optional',
    idempotencyKey: 'optional',
    database,
    newId,
  };
}

export function shippingLabelRoutes(services: Services): Route[] {
  const shippingLabels = shippingLabelEndpoints(services);
  return [
    {
      path: '/shipping-labels',
      description: 'What the carrier sticks on a parcel.',
      operations: {
        GET: grantedTo(
          shippingLabelGrants.read,
          list(shippingLabels, {
            filter: ['order', 'carrier'],
            sort: ['createdAt', 'updatedAt'],
            size: 20,
            maxSize: 100,
            total: true,
          }),
        ),
        POST: grantedTo(shippingLabelGrants.create, create(shippingLabels)),
      },
    },
    {
      path: '/shipping-labels/{shippingLabelId}',
      description: 'What the carrier sticks on a parcel.',
      operations: {
        GET: grantedTo(shippingLabelGrants.read, read(shippingLabels)),
        DELETE: grantedTo(shippingLabelGrants.delete, remove(shippingLabels)),
      },
    },
  ];
}
