import { insertRow } from '../../src/resources/insert-row.ts';
import { orderTransitionSchemas } from '../../src/resources/order-transition/order-transition.schema.ts';
import { orderTransitionStore } from '../../src/resources/order-transition/order-transition.store.ts';
import type { ResourceSample } from '../support/sample.ts';
import { orderSample } from './order.sample.ts';

/** What the tests know of order transitions. */
export const orderTransitionSample: ResourceSample = {
  path: '/v1/orders/{orderId}/transitions',
  collection: 'order-transitions',
  idParameter: 'orderTransitionId',
  parent: orderSample,
  requiredReferences: {},
  bodies: [{}, {}],
  unique: {},
  uniqueKeys: [],
  invalid: [],
  required: [],
  attributes: [],
  restricted: [],
  targets: {},
  table: 'order_transitions',
  references: [],
  immutable: [],
  readOnly: ['transition', 'from', 'to', 'at', 'client', 'input'],
  writeOnly: [],
  filter: ['transition', 'from', 'to', 'at', 'client'],
  sort: ['at'],
  methods: ['list', 'read'],
  preconditions: 'optional',
  createByReplace: false,
  maxSize: 100,
  hasTotal: true,
  hasCursor: false,
  idempotencyKey: 'optional',
  insert: (database, row) =>
    database.transaction((transaction) =>
      insertRow(transaction, orderTransitionStore(database), orderTransitionSchemas, {
        ...row,
        parent: {
          ...row.parent,
          transition: 'submit',
          from: 'draft',
          to: 'submitted',
          at: row.now.toISOString(),
          client: null,
          input: null,
        },
      }),
    ),
};
