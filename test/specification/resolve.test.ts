import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveField, resolveSpecification, type Field } from '../../src/specification/index.ts';
import { fixture, read, smallest, withFields, withSections } from './support.ts';

test('the smallest specification has an answer to everything', () => {
  assert.deepEqual(resolveSpecification(smallest), {
    service: {
      name: 'order-desk',
      title: 'Order Desk',
      vendor: 'order-desk',
      purpose: '',
      domain: '',
    },
    resources: {
      order: {
        plural: 'orders',
        fields: {
          total: {
            type: 'integer',
            required: false,
            nullable: false,
            unique: false,
            immutable: false,
            readOnly: false,
            writeOnly: false,
            deprecated: false,
            minimum: -2147483648,
            maximum: 2147483647,
          },
        },
        unique: [],
        examples: [],
      },
    },
    states: {},
    representations: ['json'],
    languages: ['en'],
    origins: [],
    endpoints: {
      order: {
        methods: ['list', 'create', 'read', 'replace', 'update', 'delete'],
        filter: [],
        sort: ['createdAt', 'updatedAt'],
        pagination: { size: 20, maxSize: 100, total: true, cursor: false },
        preconditions: 'optional',
        createByReplace: false,
        idempotencyKey: 'optional',
        cost: {},
        actions: {},
      },
    },
    authentication: {
      mechanisms: ['api-key'],
      roles: [],
      rules: [],
      apiKey: { header: 'X-API-Key' },
    },
    errors: { validationStatus: 400, codes: {} },
    limits: {
      body: 1048576,
      uri: 8192,
      headers: 32768,
      depth: 32,
      requestTimeout: 30000,
      headersTimeout: 10000,
      keepAliveTimeout: 65000,
      default: { requests: 100, per: 60_000, burst: 100 },
      burst: { requests: 20, per: 1000, burst: 20 },
      anonymous: { requests: 20, per: 60_000, burst: 20 },
      failedAuthentication: { requests: 20, per: 60_000, burst: 20 },
      fields: ['ietf'],
      draft: 'current',
      concurrency: 500,
      clientConcurrency: 100,
      onStoreFailure: 'open',
    },
    versioning: {
      strategy: 'uri-path',
      resources: [],
      versions: { 1: { brownouts: [], withdrawn: [], exemptions: [] } },
      flags: {},
      exceptions: [],
    },
  });
});

const bounds: [Field, Record<string, unknown>][] = [
  [{ type: 'string' }, { type: 'string', minLength: 0, maxLength: 255 }],
  [{ type: 'text' }, { minLength: 0, maxLength: 10000 }],
  [
    { type: 'string', format: 'email' },
    { type: 'email', maxLength: 254 },
  ],
  [
    { type: 'string', format: 'uri', maxLength: 9 },
    { type: 'uri', maxLength: 9 },
  ],
  [{ type: 'string', format: 'uuid' }, { type: 'uuid' }],
  [
    { type: 'string', format: 'hostname' },
    { type: 'string', format: 'hostname', minLength: 1, maxLength: 253 },
  ],
  [
    { type: 'string', enum: ['a'], default: 'a' },
    { type: 'enum', values: ['a'], default: 'a' },
  ],
  [
    { type: 'integer', maximum: 5000000000 },
    { minimum: Number.MIN_SAFE_INTEGER, maximum: 5000000000 },
  ],
  [
    { type: 'integer', exclusiveMinimum: 0 },
    { exclusiveMinimum: 0, maximum: 2147483647, minimum: undefined },
  ],
  [{ type: 'number' }, { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  [
    { type: 'long', maximum: 5, default: 3 },
    { minimum: '-9223372036854775808', maximum: '5', default: '3' },
  ],
  [
    { type: 'decimal' },
    { precision: 18, scale: 2, minimum: '-9999999999999999.99', maximum: '9999999999999999.99' },
  ],
  [
    { type: 'decimal', precision: 1 },
    { precision: 1, scale: 1, maximum: '0.9' },
  ],
  [
    {
      type: 'decimal',
      precision: 4,
      scale: 2,
      minimum: 0,
      default: 1.5,
      example: '2',
      multipleOf: '0.5',
    },
    { minimum: '0.00', default: '1.50', example: '2.00', multipleOf: '0.50' },
  ],
  [
    { type: 'decimal', scale: 0, exclusiveMaximum: 10 },
    { exclusiveMaximum: '10', maximum: undefined },
  ],
  [
    { type: 'decimal', minimum: '-0.05', maximum: '-0.00' },
    { minimum: '-0.05', maximum: '0.00' },
  ],
  [{ type: 'uri' }, { maxLength: 2048 }],
  [{ type: 'email' }, { maxLength: 254 }],
  [{ type: 'json' }, { maxLength: 10000 }],
  [{ type: 'binary' }, { maxLength: 65536 }],
  [
    { type: 'array', items: { type: 'date' } },
    { minItems: 0, maxItems: 100, uniqueItems: false },
  ],
  [{ type: 'reference', to: 'order' }, { onDelete: 'restrict' }],
];
for (const [field, expected] of bounds) {
  test(`${JSON.stringify(field)} has explicit bounds`, () => {
    const resolved: Record<string, unknown> = { ...resolveField(field) };
    const found = Object.fromEntries(Object.keys(expected).map((key) => [key, resolved[key]]));
    assert.deepEqual(found, expected);
  });
}

test('what is inside of lists and groups is resolved, and so are their values', () => {
  const { resolved } = read(fixture('every-type.yaml'));
  const { anObject, anArray } = resolved.resources['sample']?.fields ?? {};
  assert.ok(anArray?.type === 'array' && anArray.items.type === 'integer');
  assert.equal(anArray.items.required, true);
  assert.equal(anArray.items.maximum, 2147483647);
  assert.ok(anObject?.type === 'object');
  assert.deepEqual(anObject.example, { first: { second: { third: '1.5' } }, list: [{ n: '7' }] });
});

test('examples refer to rows by number, 1 where nothing is written, and are as on the wire', () => {
  const { resources } = read(fixture('order-desk.yaml')).resolved;
  assert.deepEqual(resources['item']?.examples, [
    { order: 2, sku: 'A', quantity: 1 },
    { order: 1, sku: 'A', quantity: 2 },
  ]);
  assert.equal(resources['order']?.examples[1]?.['total'], '7.00');
});

test('lists are narrowed by references, enums, booleans and unique fields, and never by secrets or parameters', () => {
  const fields = `a: { type: reference, to: order }
b: { type: string, enum: [x] }
c: { type: boolean }
d: { type: string, unique: true }
e: { type: boolean, writeOnly: true }
version: { type: enum, values: [x] }
f: { type: string }`;
  assert.deepEqual(read(withFields(fields)).resolved.endpoints['order']?.filter, [
    'a',
    'b',
    'c',
    'd',
  ]);
});

test('without a list there is nothing to filter and sort by', () => {
  const { order } = read(withSections('endpoints: { order: { methods: [delete, read] } }')).resolved
    .endpoints;
  assert.deepEqual(order?.methods, ['read', 'delete']);
  assert.deepEqual([order.filter, order.sort], [[], []]);
});

const pages = (pagination: string) =>
  read(withSections(`endpoints: { order: { pagination: ${pagination} } }`)).resolved.endpoints[
    'order'
  ]?.pagination;

test('pages are never larger than the largest', () => {
  const [large, small] = [pages('{ size: 500 }'), pages('{ maxSize: 5 }')];
  assert.deepEqual([large?.size, large?.maxSize], [500, 500]);
  assert.deepEqual([small?.size, small?.maxSize], [5, 5]);
});

test('json is the first representation, the others keep their order, and so do languages', () => {
  const { representations, languages, origins } = read(
    withSections(
      "endpoints: { representations: [hal, xml, json], languages: [de, en], origins: ['http://[::1]:8080', https://app.acme.example] }",
    ),
  ).resolved;
  assert.deepEqual(representations, ['json', 'hal', 'xml']);
  assert.deepEqual(languages, ['de', 'en']);
  assert.deepEqual(origins, ['http://[::1]:8080', 'https://app.acme.example']);
});

test('what is written for an endpoint is not lost beside what holds for all', () => {
  const { endpoints } = read(
    withSections(
      'endpoints: { languages: [en], order: { pagination: { cursor: true }, idempotencyKey: required } }',
    ),
  ).resolved;
  assert.equal(endpoints['order']?.pagination.cursor, true);
  assert.equal(endpoints['order']?.idempotencyKey, 'required');
  assert.deepEqual(Object.keys(endpoints), ['order']);
});

test('texts of problems are there in every language, that of the default where none is written', () => {
  const { errors } = read(
    withSections(`endpoints: { languages: [de, en] }
errors:
  codes:
    gone: { status: 410, title: { de: Weg, en: Gone }, description: { de: Endgültig weg. } }
    full: { status: 409, title: Full }`),
  ).resolved;
  assert.deepEqual(errors.codes, {
    gone: {
      status: 410,
      title: { de: 'Weg', en: 'Gone' },
      description: { de: 'Endgültig weg.', en: 'Endgültig weg.' },
    },
    full: { status: 409, title: { de: 'Full', en: 'Full' } },
  });
});

test('quotas are numbers; strangers are those who could have said who they are', () => {
  const { limits } = read(
    withSections(
      'limits: { default: { requests: 50, per: 1m, burst: 5 }, burst: { requests: 5, per: 1s }, anonymous: { requests: 2, per: 1s }, fields: [legacy] }',
    ),
  ).resolved;
  assert.deepEqual(limits.default, { requests: 50, per: 60_000, burst: 5 });
  assert.equal(limits.burst, undefined);
  assert.deepEqual(limits.failedAuthentication, { requests: 2, per: 1000, burst: 2 });
  assert.deepEqual(limits.fields, ['ietf', 'legacy']);
  const open = read(withSections('authentication: { mechanisms: [none] }')).resolved.limits;
  assert.deepEqual([open.anonymous, open.failedAuthentication], [undefined, undefined]);
});

test('limits are numbers, and headers never take longer than the request', () => {
  const { limits } = read(
    withSections('limits: { body: 2 KiB, uri: 3000, requestTimeout: 5s, keepAliveTimeout: 2m }'),
  ).resolved;
  assert.deepEqual(
    [
      limits.body,
      limits.uri,
      limits.requestTimeout,
      limits.headersTimeout,
      limits.keepAliveTimeout,
    ],
    [2048, 3000, 5000, 5000, 120000],
  );
});

test('a base URL ends without a slash', () => {
  assert.equal(
    read(fixture('order-desk.yaml')).resolved.service.baseUrl,
    'https://api.acme.example',
  );
});
