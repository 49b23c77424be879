import { accepts, refuses, withResources } from './support.ts';

const rows = (items: string, orders = '[{ number: A }, { number: B }]') =>
  withResources(`order: { fields: { number: { type: string, required: true, unique: true } }, examples: ${orders} }
item:
  parent: order
  fields:
    sku: { type: string, required: true, maxLength: 3 }
    price: { type: decimal, scale: 2, unique: true }
    replaces: { type: reference, to: item }
    from: { type: reference, to: shop, required: true }
  unique: [[orderId, sku]]
  examples: ${items}
shop: { fields: { name: { type: string } } }`);

accepts(
  'rows that refer to rows',
  rows("[{ order: 2, sku: a, from: 1 }, { sku: a, price: '1.5', replaces: 1 }]"),
);
refuses('a row without a required member', 'missing-key', rows('[▸{}]'));
refuses('a member that does not exist', 'unknown-field', rows('[{ sku: a, ▸skuu: b }]'));
refuses(
  'the id and the times, which the service sets',
  ['unknown-field', 'unknown-field'],
  rows('[{ sku: a, ▸id: x, ▸createdAt: y }]'),
);
refuses('a value that is none of the field', 'value', rows('[{ sku: ▸abcd }]'));
refuses('a row that does not exist', 'value', rows('[{ order: ▸3, sku: a }]'));
refuses('row 0', 'value', rows('[{ order: ▸0, sku: a }]'));
refuses('a row by something else than its number', 'value', rows('[{ order: ▸A, sku: a }]'));
refuses('a second row of a resource without examples', 'value', rows('[{ sku: a, from: ▸2 }]'));
refuses(
  'null for a reference that is not nullable',
  'value',
  rows('[{ sku: a, replaces: ▸null }]'),
);
refuses(
  'the same value of a unique field',
  'not-unique',
  rows('[{ sku: a }]', '[{ number: A }, { number: ▸A }]'),
);
refuses(
  'the same number in another notation',
  'not-unique',
  rows("[{ sku: a, price: 1.5 }, { sku: b, price: ▸'1.50' }]"),
);
refuses(
  'the same values of fields that are unique together',
  'not-unique',
  rows('[{ order: 1, sku: a }, { sku: ▸a }]'),
);
accepts('rows without a value of a unique field', rows('[{ sku: a }, { sku: b }]'));
refuses('a row that is no mapping', 'wrong-type', rows('[▸7]'));
refuses('no row', 'too-few', rows('▸[]'));
refuses(
  'a mistake in a field, and not the values that depend on it',
  'not-allowed',
  withResources(
    'order: { fields: { a: { type: ▸strng }, b: { type: date } }, examples: [{ a: 5 }] }',
  ),
);
