import { insertRow } from '../../src/runtime/resources/insert-row.ts';
import { orderTransitionSchemas } from '../../src/resources/order-transition/order-transition.schema.ts';
import { orderTransitionStore } from '../../src/resources/order-transition/order-transition.store.ts';
import type { ResourceSample } from '../runtime/support/sample.ts';
import { orderSample } from './order.sample.ts';

/** What the tests know of order transitions. */
export const orderTransitionSample: ResourceSample = {
  path: '/v1/orders/{orderId}/transitions',
  collection: 'order-transitions',
  idParameter: 'orderTransitionId',
  parent: orderSample,
  requiredReferences: {},
  bodies: [{}, {}],
  types: {
    transition: 'string',
    from: 'string',
    to: 'string',
    at: 'date-time',
    client: 'string',
    input: 'json',
  },
  alike: {},
  cannot: [],
  unique: {},
  room: 'unlimited',
  vacant: { absent: [], empty: [] },
  uniqueKeys: [],
  uniqueDefaults: {},
  spellings: [],
  bounds: [],
  invalid: [],
  required: [],
  attributes: [],
  memberAccess: [],
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
  isShown: true,
  createByReplace: false,
  replacingNothing: 404,
  maxSize: 100,
  hasTotal: true,
  hasCursor: false,
  idempotencyKey: 'optional',
  exists: (database, id) =>
    database.transaction((transaction) => orderTransitionStore(database).exists(transaction, id)),
  rows: (database) =>
    database.transaction(async (transaction) => {
      const query = { filters: [], sort: [], offset: 0, limit: 1000, total: false };
      return (await orderTransitionStore(database).list(transaction, query)).rows;
    }),
  remove: (database, id) =>
    database.transaction((transaction) => orderTransitionStore(database).remove(transaction, id)),
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
          client: 'test',
          input: null,
        },
      }),
    ),
};
