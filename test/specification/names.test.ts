import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  camelCaseOf,
  kebabCaseOf,
  pascalCase,
  pluralOf,
  singularOf,
  snakeCase,
  titleOf,
} from '../../src/specification/names.ts';
import { accepts, mistakesIn, refuses, withFields, withResources } from './support.ts';

const fields = '{ fields: { a: { type: string } } }';
const resource = (name: string) => withResources(`${name}: ${fields}`);

for (const [name, plural] of [
  ['order', 'orders'],
  ['shipping-label', 'shipping-labels'],
  ['person', 'people'],
  ['category', 'categories'],
  ['address', 'addresses'],
  ['status', 'statuses'],
  ['news', 'news'],
  ['analysis', 'analyses'],
  ['lens', 'lenses'],
  ['bus', 'buses'],
  ['sales-person', 'sales-people'],
  ['hero', 'heroes'],
  ['order-status', 'order-statuses'],
  ['quiz', 'quizzes'],
  ['sms', 'sms'],
] as const) {
  test(`${name} becomes ${plural}`, () => {
    assert.equal(pluralOf(name), plural);
    if (name !== plural) assert.equal(singularOf(plural), name);
    assert.equal(singularOf(name), undefined);
  });
}

test('names change their casing word by word', () => {
  assert.equal(pascalCase('shipping-label'), 'ShippingLabel');
  assert.equal(camelCaseOf('shipping-label'), 'shippingLabel');
  assert.equal(snakeCase('shippingLabel'), 'shipping_label');
  assert.equal(snakeCase('orderID'), 'order_id');
  assert.equal(snakeCase('URLPath2'), 'url_path2');
  assert.equal(kebabCaseOf('Shipping label_2'), 'shipping-label-2');
  assert.equal(titleOf('order-desk'), 'Order Desk');
});

for (const name of [
  'address',
  'process',
  'order',
  'book',
  'report',
  'status',
  'news',
  'update',
  'booking',
  'finding',
  'price-list',
  'list-price',
  'search',
  'post',
  'error',
  'request',
  'response',
  'map',
  'file',
  'user',
  'data',
  'series',
  'getter',
  'address-book',
  'v2',
]) {
  accepts(`${name} as a resource`, resource(name));
}
for (const name of [
  'get-order',
  'create-order',
  'creating-order',
  'delete',
  'fetch',
  'get',
  'list',
  'list-orders',
  'update-orders',
  'send-mail',
]) {
  refuses(`the verb ${name} as a resource`, 'name-verb', resource(`▸${name}`));
}
for (const name of ['orders', 'people', 'shipping-labels', 'statuses', 'criteria']) {
  refuses(`the plural ${name} as a resource`, 'name-plural', resource(`▸${name}`));
}
for (const name of [
  'Order',
  'shippingLabel',
  'shipping_label',
  '2nd',
  'order-',
  'a--b',
  '"order desk"',
  'ördnung',
  '"a\\nb"',
]) {
  refuses(`${name} as the form of a name`, 'wrong-form', resource(`▸${name}`));
}
refuses('a name that is too long', 'too-long', resource(`▸${'a'.repeat(41)}`));
for (const name of ['health', 'custom']) {
  refuses(`${name}, which is taken`, 'name-reserved', resource(`▸${name}`));
}
for (const name of ['event', 'version', 'doc', 'problem', 'webhook-endpoint']) {
  refuses(`${name}, of which the collection is taken`, 'name-reserved', resource(`▸${name}`));
}
for (const name of [
  'api-key',
  'idempotency-record',
  'secret',
  'timer',
  'request-quota',
  'sqlite-file',
])
  accepts(`${name}, of which the service has a table`, resource(name));
accepts(
  'a taken collection under another plural',
  withResources(`event: { plural: occurrences, fields: { a: { type: string } } }`),
);
for (const plural of ['events', 'v2', 'health', 'openapi']) {
  refuses(
    `${plural} as a plural`,
    'name-reserved',
    withResources(`order: { plural: ▸${plural}, fields: { a: { type: string } } }`),
  );
}
refuses(
  'a plural of another form',
  'wrong-form',
  withResources('order: { plural: ▸Orders, fields: { a: { type: string } } }'),
);
for (const name of ['representations', 'languages', 'origins', 'methods', 'actions']) {
  refuses(`${name}, a key of endpoints, as a resource`, 'name-reserved', resource(`▸${name}`));
}
test('the singular of a key of endpoints is suggested', () => {
  assert.equal(mistakesIn(resource('languages'))[0]?.suggestion, 'language');
});
accepts('the singular of a key of endpoints', resource('language'));

refuses(
  'two resources with one plural',
  'name-collision',
  withResources(`order: ${fields}\nitem: { plural: ▸orders, fields: { a: { type: string } } }`),
);
refuses(
  'a plural that is the name of another',
  'name-collision',
  withResources(`order: ${fields}\nitem: { plural: ▸order, fields: { a: { type: string } } }`),
);
refuses(
  'names that differ by a hyphen',
  'name-collision',
  withResources(`ship-ment: ${fields}\n▸shipment: ${fields}`),
);
refuses(
  'a plural that another has as its name',
  'name-collision',
  withResources(`datum: ${fields}\n▸data: ${fields}`),
);

for (const name of [
  'id',
  'createdAt',
  'updatedAt',
  'revision',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',
]) {
  refuses(`${name} as a field`, 'name-reserved', withFields(`▸${name}: { type: string }`));
}
for (const name of ['links', 'type', 'class', 'delete', 'version', 'page', 'order', 'get']) {
  accepts(`${name} as a field`, withFields(`${name}: { type: string }`));
}
for (const name of ['Total', 'due-at', 'due_at', '2nd', '"a b"']) {
  refuses(`${name} as the form of a field`, 'wrong-form', withFields(`▸${name}: { type: string }`));
}
refuses(
  'a field name that is too long',
  'too-long',
  withFields(`▸${'a'.repeat(61)}: { type: string }`),
);
refuses(
  'the id of the parent as a field',
  'name-reserved',
  withResources(`order: ${fields}\nitem: { parent: order, fields: { ▸orderId: { type: uuid } } }`),
);
accepts(
  'the id of another resource as a field',
  withResources(`order: ${fields}\nitem: { fields: { orderId: { type: uuid } } }`),
);
refuses(
  'two fields of one column',
  'name-collision',
  withFields('orderId: { type: uuid }\n▸orderID: { type: uuid }'),
);
refuses(
  'a field with the column of the service',
  'name-collision',
  withFields('▸createdAT: { type: date-time }'),
);
refuses(
  'names inside of objects',
  ['wrong-form', 'name-reserved'],
  withFields(
    'a: { type: object, fields: { ▸B: { type: string }, id: { type: string }, ▸then: { type: string } } }',
  ),
);
refuses(
  'names inside of items',
  'wrong-form',
  withFields('a: { type: array, items: { type: object, fields: { ▸b_c: { type: string } } } }'),
);
refuses(
  'a name and everything else that is wrong with it',
  ['wrong-form', 'not-allowed'],
  withFields('▸Total: { type: ▸strng }'),
);
