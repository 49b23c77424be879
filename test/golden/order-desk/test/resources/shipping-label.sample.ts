import { insertRow } from '../../src/runtime/resources/insert-row.ts';
import { shippingLabelSchemas } from '../../src/resources/shipping-label/shipping-label.schema.ts';
import { shippingLabelStore } from '../../src/resources/shipping-label/shipping-label.store.ts';
import type { ResourceSample } from '../runtime/support/sample.ts';
import { orderSample } from './order.sample.ts';

/** What the tests know of shipping labels. */
export const shippingLabelSample: ResourceSample = {
  path: '/v1/shipping-labels',
  collection: 'shipping-labels',
  idParameter: 'shippingLabelId',
  requiredReferences: {
    order: orderSample,
  },
  bodies: [
    { carrier: 'hermes', weightInGrams: 2, printedOn: '2026-01-01' },
    { carrier: 'dhl', weightInGrams: 3, printedOn: '2026-01-02' },
  ],
  types: { order: 'reference', carrier: 'enum', weightInGrams: 'integer', printedOn: 'date' },
  alike: {},
  cannot: [],
  unique: {},
  room: 'unlimited',
  vacant: { absent: [], empty: [] },
  uniqueKeys: [],
  uniqueDefaults: {},
  spellings: [],
  bounds: [
    { member: 'weightInGrams', sent: 1, shown: 1 },
    { member: 'weightInGrams', sent: 40000, shown: 40000 },
    { member: 'printedOn', sent: '2024-02-29', shown: '2024-02-29' },
  ],
  invalid: [
    { member: 'carrier', value: 5, at: '/carrier' },
    { member: 'carrier', value: '\u0001', at: '/carrier' },
    { member: 'weightInGrams', value: '5', at: '/weightInGrams' },
    { member: 'weightInGrams', value: 0.5, at: '/weightInGrams' },
    { member: 'weightInGrams', value: 0, at: '/weightInGrams' },
    { member: 'weightInGrams', value: 40001, at: '/weightInGrams' },
    { member: 'printedOn', value: 5, at: '/printedOn' },
    { member: 'printedOn', value: '2026-02-30', at: '/printedOn' },
  ],
  required: ['order', 'carrier'],
  attributes: [],
  memberAccess: [],
  targets: { order: 'orderId' },
  table: 'shipping_labels',
  references: ['order'],
  immutable: [],
  readOnly: [],
  writeOnly: [],
  filter: ['order', 'carrier'],
  sort: ['createdAt', 'updatedAt'],
  methods: ['list', 'create', 'read', 'delete'],
  preconditions: 'optional',
  isShown: true,
  createByReplace: false,
  replacingNothing: 404,
  maxSize: 100,
  hasTotal: true,
  hasCursor: false,
  idempotencyKey: 'optional',
  exists: (database, id) =>
    database.transaction((transaction) => shippingLabelStore(database).exists(transaction, id)),
  rows: (database) =>
    database.transaction(async (transaction) => {
      const query = { filters: [], sort: [], offset: 0, limit: 1000, total: false };
      return (await shippingLabelStore(database).list(transaction, query)).rows;
    }),
  remove: (database, id) =>
    database.transaction((transaction) => shippingLabelStore(database).remove(transaction, id)),
  insert: (database, row) =>
    database.transaction((transaction) =>
      insertRow(transaction, shippingLabelStore(database), shippingLabelSchemas, row),
    ),
};
