import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importDocument } from '../../src/import/index.ts';
import { answer, body, document, empty, imported, toldBy } from './support.ts';

const list = (properties: unknown = { name: { type: 'boolean' } }) =>
  answer({ type: 'array', items: { type: 'object', properties } });
const one = answer({
  type: 'object',
  properties: { name: { type: 'boolean' }, more: { type: 'boolean' } },
});

/** Each resource with its address and methods. */
const shown = (paths: Readonly<Record<string, unknown>>) =>
  imported(document(paths)).resources.map(
    ({ name, address, methods }) => `${name} ${address} ${methods.join(',')}`,
  );

const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] =
  [
    [
      'a collection with rows',
      {
        '/orders': { get: list(), post: { ...body({}), ...one } },
        '/orders/{id}': { get: one, put: one, patch: one, delete: empty() },
      },
      ['order /orders list,create,read,replace,update,delete'],
    ],
    ['rows alone', { '/people/{id}': { get: one } }, ['person /people read']],
    ['a list alone', { '/museum-hours': { get: list() } }, ['museum-hour /museum-hours list']],
    [
      'a page',
      {
        '/orders': {
          get: answer({
            type: 'object',
            properties: {
              total: { type: 'integer' },
              data: {
                type: 'array',
                items: { type: 'object', properties: { a: { type: 'boolean' } } },
              },
            },
          }),
        },
      },
      ['order /orders list'],
    ],
    [
      'a collection with a singular name',
      { '/staff-member': { get: list() } },
      ['staff-member /staff-member list'],
    ],
    [
      'another casing',
      { '/paymentLinks/{id}': { get: one }, '/shop_floors/{id}': { get: one } },
      ['payment-link /payment-links read', 'shop-floor /shop-floors read'],
    ],
    [
      'children of children',
      {
        '/shelves/{a}': { get: one },
        '/shelves/{a}/books': { get: list() },
        '/shelves/{a}/books/{b}': { get: one },
        '/shelves/{a}/books/{b}/pages': { get: list() },
      },
      [
        'shelf /shelves read',
        'book /shelves/{id}/books list,read',
        'page /shelves/{id}/books/{id}/pages list',
      ],
    ],
    [
      'a fourth level',
      {
        '/shelves/{a}': { get: one },
        '/shelves/{a}/books/{b}': { get: one },
        '/shelves/{a}/books/{b}/pages/{c}': { get: one },
        '/shelves/{a}/books/{b}/pages/{c}/lines': { get: list() },
      },
      [
        'shelf /shelves read',
        'book /shelves/{id}/books read',
        'page /shelves/{id}/books/{id}/pages read',
        'line /lines list',
      ],
    ],
    [
      'a version and a prefix',
      { '/api/v2/orders': { get: list() }, '/api/v2/shops/{id}': { get: one } },
      ['order /orders list', 'shop /shops read'],
    ],
    [
      'an older version beside',
      {
        '/v1/orders': { get: list() },
        '/v2/orders': { get: list() },
        '/v2/shops/{id}': { get: one },
      },
      ['order /orders list', 'shop /shops read'],
    ],
    [
      'a group of collections',
      {
        '/shop/orders': { get: list() },
        '/pets': { get: list() },
        '/safe/boxes/{id}': { get: one },
      },
      ['shop-order /shop-orders list', 'pet /pets list', 'safe-box /safe-boxes read'],
    ],
    [
      'one that is only created',
      { '/tickets': { post: { ...body({}), ...answer({}, '201') } } },
      ['ticket /tickets create'],
    ],
    [
      'two parameters in a row',
      { '/repos/{owner}': { get: list() }, '/repos/{owner}/{name}': { get: one } },
      ['repo /repos list,read'],
    ],
    [
      'a parent without operations',
      { '/users/{userId}/orders': { get: list() } },
      ['order /orders list'],
    ],
    [
      'names that are taken',
      {
        '/events/{id}': { get: one },
        '/jobs/{id}': { get: one },
        '/constructor/{id}': { get: one },
      },
      [
        'event /event-list read',
        'job-entry /job-entries read',
        'constructor-entry /constructor-entries read',
      ],
    ],
    [
      'a name without a letter from a to z',
      { '/订单/{id}': { get: one } },
      ['resource /resources read'],
    ],
    [
      'one name in two places',
      {
        '/orders/{id}': { get: one },
        '/orders/{id}/items': { get: list() },
        '/carts/{id}': { get: one },
        '/carts/{id}/items': { get: list({ other: { type: 'boolean' } }) },
      },
      [
        'order /orders read',
        'cart /carts read',
        'item /orders/{id}/items list',
        'cart-item /carts/{id}/cart-items list',
      ],
    ],
    [
      'POST to a row',
      {
        '/orders/{id}': {
          get: one,
          post: { ...body({ type: 'object', properties: { a: { type: 'boolean' } } }), ...one },
        },
      },
      ['order /orders read,update'],
    ],
  ];

describe('paths become resources', () => {
  for (const [name, paths, expected] of cases) {
    test(name, () => assert.deepEqual(shown(paths).toSorted(), [...expected].toSorted()));
  }
});

test('one row that has a list in it is no page', () => {
  const order = answer({
    type: 'object',
    properties: {
      total: { type: 'number' },
      shop: { type: 'boolean' },
      items: { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } } },
    },
  });
  assert.deepEqual(shown({ '/orders/{id}': { get: order } }), ['order /orders read']);
});

test('a second address of the same rows is dropped', () => {
  const rows = answer({ type: 'array', items: { $ref: '#/components/schemas/Order' } });
  const components = {
    schemas: { Order: { type: 'object', properties: { userId: { type: 'string' } } } },
  };
  const paths = {
    '/users/{id}': { get: one },
    '/orders': { get: rows },
    '/users/{id}/orders': { get: rows },
  };
  const { resources, specification, told } = imported(document(paths, { components }));
  assert.deepEqual(
    resources.map(({ address }) => address),
    ['/users', '/orders'],
  );
  assert.match(
    told,
    /dropped GET \/users\/\{id\}\/orders shows rows of \/orders at a second address/,
  );
  assert.match(told, /guessed "userId" refers to a "user", by its name/);
  assert.deepEqual(specification.resources['order']?.fields, {
    userId: { type: 'reference', to: 'user' },
  });
});

test('a parent that is left out is a field of its rows', () => {
  const { specification, told } = imported(document({ '/users/{userId}/orders': { get: list() } }));
  assert.deepEqual(specification.resources['order']?.fields['userId'], {
    type: 'string',
    required: true,
    immutable: true,
  });
  assert.match(told, /guessed \{userId\} in front of \/orders stands for nothing/);
});

test('a fourth level refers to what it belongs to', () => {
  const paths = {
    '/a/{a}': { get: one },
    '/a/{a}/books/{b}': { get: one },
    '/a/{a}/books/{b}/pages/{c}': { get: one },
    '/a/{a}/books/{b}/pages/{c}/lines/{d}': { get: one },
  };
  const { specification, told } = imported(document(paths));
  assert.deepEqual(specification.resources['line']?.fields['page'], {
    type: 'reference',
    to: 'page',
    required: true,
    immutable: true,
  });
  assert.match(told, /renamed \/lines is no child of "page"/);
});

test('a POST behind a row is an action, and what it sends is its input', () => {
  const cancel = {
    ...body({
      type: 'object',
      required: ['reason'],
      properties: { reason: { type: 'string', maxLength: 9 }, shop_id: { type: 'string' } },
    }),
    summary: 'Cancels it.',
    ...one,
  };
  const paths = {
    '/shops/{id}': { get: one },
    '/orders/{id}': { get: one },
    '/orders/{id}/cancelNow': { post: cancel },
    '/orders/{id}/delete': { post: empty() },
    '/orders/{id}/qr': { get: answer({ type: 'string' }) },
  };
  const { specification, told } = imported(document(paths));
  assert.deepEqual(specification.endpoints['order']?.['actions'], {
    'cancel-now': {
      description: 'Cancels it.',
      input: {
        reason: { type: 'string', maxLength: 9, required: true },
        shopId: { type: 'reference', to: 'shop' },
      },
    },
    'delete-order': {},
  });
  assert.match(told, /renamed the action "cancelNow" is "cancel-now"/);
  assert.match(told, /renamed the action "delete" is "delete-order"/);
  assert.match(told, /dropped the answer of POST \/orders\/\{id\}\/cancelNow/);
  assert.match(told, /dropped GET \/orders\/\{id\}\/qr is about a part of a row/);
});

test('what is about no row is dropped with the reason', () => {
  const paths = {
    '/orders': { get: list(), put: one, delete: empty() },
    '/orders/search': { post: list() },
    '/login': { post: one },
    '/status': { get: one },
    '/reports/{year}-{month}': { get: one },
    '/': { get: one },
  };
  const { resources, told } = imported(document(paths));
  assert.deepEqual(
    resources.map(({ name }) => name),
    ['order'],
  );
  for (const line of [
    /dropped POST \/orders\/search is about the collection as a whole/,
    /dropped PUT \/orders is about all rows at once/,
    /dropped DELETE \/orders is about all rows at once/,
    /dropped POST \/login is a verb/,
    /dropped GET \/status answers a single thing/,
    /dropped GET \/reports\/\{year\}-\{month\} has a segment that is only partly a parameter/,
    /dropped GET \/ stands at the root/,
  ])
    assert.match(told, line);
});

test('a document of verbs only is refused, with what each of them is', () => {
  const result = importDocument(
    JSON.stringify(document({ '/getCost': { post: one }, '/checkCard': { post: one } })),
  );
  assert.ok(!result.ok);
  assert.match(result.message, /^it has no resources: no path is that of a collection/);
  assert.match(toldBy(result.findings), /POST \/getCost is a verb[^]*POST \/checkCard is a verb/);
  const empty = importDocument(JSON.stringify(document({})));
  assert.ok(!empty.ok);
  assert.match(empty.message, /^it has no paths/);
});

test('a key that clients choose stays a field, and one that the server makes is the id', () => {
  const properties = {
    slug: { type: 'string', maxLength: 20 },
    orderId: { type: 'string' },
    name: { type: 'boolean' },
  };
  const schema = { type: 'object', properties, required: ['slug'] };
  const paths = (parameter: string) => ({
    '/orders': { post: { ...body(schema), ...answer(schema, '201') } },
    [`/orders/{${parameter}}`]: { get: answer(schema) },
  });
  const bySlug = imported(document(paths('slug')));
  assert.deepEqual(bySlug.specification.resources['order']?.fields['slug'], {
    type: 'string',
    maxLength: 20,
    required: true,
    unique: true,
    immutable: true,
  });
  assert.match(bySlug.told, /guessed "slug" identifies rows/);
  assert.match(bySlug.told, /dropped "orderId": it identifies the row/);
});
