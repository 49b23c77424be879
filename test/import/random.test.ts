import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { composeNewService } from '../../src/generate.ts';
import { importDocument } from '../../src/import/index.ts';
import { document } from './support.ts';

const word = fc.oneof(
  fc.constantFrom(
    'id',
    'orders',
    'order',
    'createdAt',
    'constructor',
    'events',
    'list',
    'delete',
    'v2',
    'items',
    'customerId',
    'page',
    'type',
    'data',
    'status',
    'people',
    'x',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

const amounts = fc.oneof(
  fc.integer({ min: -3, max: 300 }),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, 1, 2 ** 53, 1e30, -1),
);

/** Schemas that fit together or do not, as documents of the wild have them. */
const schema = fc.letrec<{ schema: unknown; scalar: unknown; nested: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    tie('scalar'),
    tie('nested'),
    fc.constantFrom(
      { $ref: '#/components/schemas/A' },
      { $ref: '#/components/schemas/B' },
      { $ref: 'other.yaml' },
      true,
      null,
      7,
    ),
  ),
  scalar: fc.record(
    {
      type: fc.constantFrom<unknown>(
        'string',
        'integer',
        'number',
        'boolean',
        ['string', 'null'],
        ['integer', 'string'],
        'file',
      ),
      format: fc.constantFrom(
        'date',
        'date-time',
        'uuid',
        'email',
        'uri',
        'int32',
        'int64',
        'byte',
        'binary',
        'duration',
        'time',
        'nonsense',
      ),
      enum: fc.array(fc.oneof(word, fc.integer(), fc.constant(null)), { maxLength: 4 }),
      const: word,
      minLength: amounts,
      maxLength: amounts,
      minimum: amounts,
      maximum: amounts,
      exclusiveMinimum: fc.oneof(amounts, fc.boolean()),
      multipleOf: amounts,
      pattern: fc.constantFrom('^[a-z]+$', '(', '(a+)+$', '\\-', '^\\d{3}$'),
      nullable: fc.boolean(),
      readOnly: fc.boolean(),
      writeOnly: fc.boolean(),
      deprecated: fc.boolean(),
      default: fc.oneof(word, amounts, fc.boolean(), fc.constant(null), fc.object({ maxDepth: 1 })),
      example: fc.oneof(word, amounts, fc.array(word, { maxLength: 2 })),
      description: word,
    },
    { requiredKeys: [] },
  ),
  nested: fc.record(
    {
      type: fc.constantFrom<unknown>('object', 'array'),
      properties: fc.dictionary(word, tie('schema'), { maxKeys: 5 }),
      required: fc.array(word, { maxLength: 3 }),
      items: tie('schema'),
      minItems: amounts,
      maxItems: amounts,
      uniqueItems: fc.boolean(),
      additionalProperties: tie('schema'),
      allOf: fc.array(tie('schema'), { maxLength: 2 }),
      oneOf: fc.array(tie('schema'), { maxLength: 3 }),
      readOnly: fc.boolean(),
      default: fc.anything({ maxDepth: 1 }),
      example: fc.anything({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  ),
})).schema;

const content = fc.record({ 'application/json': fc.record({ schema }) });
const operation = fc.record(
  {
    parameters: fc.array(
      fc.record({
        name: fc.oneof(word, fc.constantFrom('limit', 'sort', 'cursor', 'If-Match', 'version')),
        in: fc.constantFrom('query', 'header', 'path', 'cookie'),
        required: fc.boolean(),
        schema,
      }),
      { maxLength: 3 },
    ),
    requestBody: fc.record({ content }),
    responses: fc.dictionary(
      fc.constantFrom('200', '201', '204', '404', '422', '423', 'default'),
      fc.record({ content }),
      { maxKeys: 3 },
    ),
    security: fc.array(fc.record({ main: fc.array(word, { maxLength: 1 }) }), { maxLength: 2 }),
    tags: fc.array(word, { maxLength: 1 }),
  },
  { requiredKeys: ['responses'] },
);

const path = fc
  .array(fc.oneof(word, fc.constantFrom('{id}', '{orderId}', '{x}')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((segments) => `/${segments.join('/')}`);
const item = fc.dictionary(fc.constantFrom('get', 'post', 'put', 'patch', 'delete'), operation, {
  minKeys: 1,
  maxKeys: 4,
});
const scheme = fc.record({
  type: fc.constantFrom('apiKey', 'http', 'oauth2', 'openIdConnect'),
  scheme: fc.constantFrom('basic', 'bearer'),
  in: fc.constantFrom('header', 'query'),
  name: word,
  openIdConnectUrl: word,
});

const documents = fc
  .record({
    paths: fc.dictionary(path, item, { maxKeys: 6 }),
    list: operation,
    row: operation,
    schemas: fc.record({ A: schema, B: schema }),
    scheme,
    server: fc.oneof(
      word,
      fc.constantFrom('https://acme.example/v2', 'https://acme.example/orders', 'http://[::1'),
    ),
    title: word,
  })
  .map(({ paths, list, row, schemas, scheme: main, server, title }) =>
    document(
      {
        ...paths,
        '/shops': { get: list, post: row },
        '/shops/{id}': { get: row, put: row, patch: list },
      },
      {
        info: { title, version: title },
        servers: [{ url: server }],
        components: { schemas, securitySchemes: { main } },
      },
    ),
  );

test('what comes out of random documents is a specification that services are made of', () => {
  const runs = Number(process.env['IMPORT_RUNS'] ?? 60);
  const seed = process.env['IMPORT_SEED'];
  fc.assert(
    fc.property(documents, (made) => {
      const result = importDocument(JSON.stringify(made));
      assert.ok(result.ok, result.ok ? '' : result.message);
      const composed = composeNewService(result.text, 'service.yaml');
      assert.ok(
        composed.ok,
        composed.ok ? '' : composed.mistakes.map(({ message }) => message).join('\n'),
      );
      assert.ok(
        result.findings.every(({ line, at }) => line >= 1 && (at === '' || at.startsWith('/'))),
      );
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) },
  );
});
