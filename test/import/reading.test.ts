import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importDocument } from '../../src/import/index.ts';
import { answer, body, document, imported } from './support.ts';

const yaml = `openapi: "3.0.3"
info: { title: Desk, version: "1" }
x-order: &order
  type: object
  properties:
    name: { type: string, format: iban, maxLength: 9 }
paths:
  /orders:
    get:
      responses:
        200:
          content:
            application/json:
              schema:
                type: array
                items: { <<: *order, description: A purchase. }
`;

test('YAML is read with numbers as keys, aliases and merge keys, and findings have their lines', () => {
  const { specification, findings } = imported(yaml);
  assert.deepEqual(specification.resources['order'], {
    description: 'A purchase.',
    fields: { name: { type: 'string', maxLength: 9 } },
  });
  const found = findings.find(({ message }) => message.includes('iban'));
  const at =
    '/paths/~1orders/get/responses/200/content/application~1json/schema/items/properties/name';
  assert.deepEqual([found?.line, found?.at], [6, at]);
});

test('the same document gives the same in JSON and in YAML, and JSON has lines as well', () => {
  const schema = { type: 'string', format: 'iban', maxLength: 9 };
  const asData = document({
    '/orders': {
      get: answer({ type: 'array', items: { type: 'object', properties: { name: schema } } }),
    },
  });
  const [spread, flat] = [
    imported(JSON.stringify(asData, null, 2)),
    imported(JSON.stringify(asData)),
  ];
  assert.equal(spread.text, flat.text);
  const lineOf = (result: typeof flat) =>
    result.findings.find(({ message }) => message.includes('iban'))?.line;
  const expected =
    JSON.stringify(asData, null, 2)
      .split('\n')
      .findIndex((line) => line.includes('"name": {')) + 1;
  assert.deepEqual([lineOf(flat), lineOf(spread)], [1, expected]);
  assert.equal(imported(`\uFEFF${JSON.stringify(asData)}`).text, flat.text);
});

test('YAML in braces is YAML: it may have comments and commas that JSON has not', () => {
  const text = JSON.stringify(
    document({ '/orders': { get: answer({ type: 'array', items: {} }) } }),
  );
  const loose = `# A desk\n${text.replace(/\}$/, ',}')}`;
  assert.equal(imported(loose.slice(loose.indexOf('{'))).text, imported(text).text);
  assert.equal(imported(loose).text, imported(text).text);
});

const bomb = Array.from(
  { length: 12 },
  (_, level) =>
    `a${level}: &a${level} [${Array(10)
      .fill(level === 0 ? 'x' : `*a${level - 1}`)
      .join(', ')}]`,
).join('\n');

const refused: readonly (readonly [string, string, RegExp, number?])[] = [
  ['nothing', '', /^it is (empty|no OpenAPI document)/],
  ['a list', '[1]', /first level is no mapping/],
  ['broken JSON', '{\n"openapi": [\n}', /^it is neither JSON nor YAML$/, 3],
  ['broken YAML', 'openapi: "3.0.0"\npaths: [\n', /./],
  ['Swagger 2.0', 'swagger: "2.0"', /document of Swagger "2\.0"; convert it/],
  ['a later version', 'openapi: 4.0.0', /OpenAPI "4\.0\.0"; 3\.0 and 3\.1 are read/],
  ['a specification', 'service: { name: a }', /specification of a service already/],
  ['AsyncAPI', 'asyncapi: 3.0.0', /AsyncAPI/],
  ['YAML that is nested for ever', `a: ${'['.repeat(5000)}`, /nested more than 50 levels deep/],
  [
    'JSON that is nested for ever',
    `{"a":${'['.repeat(100_000)}`,
    /nested more than 50 levels deep/,
  ],
  ['aliases that multiply', `openapi: 3.0.0\n${bomb}`, /aliases repeat more than 50000 values/],
  ['an alias inside of itself', 'openapi: 3.0.0\na: &a\n  b: *a', /\*a stands inside of &a/, 3],
  [
    'a key written twice',
    'openapi: 3.0.0\ninfo: {}\ninfo: {}',
    /the key "info" is written twice/,
    3,
  ],
  ['a tag that makes something', 'openapi: 3.0.0\na: !!js/function "x"', /tags are not read/, 2],
  ['more than 8 MiB', `{"a":"${'x'.repeat(9 * 1024 ** 2)}"}`, /at most 8 MiB are read/],
];

describe('what is no document is refused with the reason', () => {
  for (const [name, text, says, line] of refused) {
    test(name, () => {
      const result = importDocument(text);
      assert.ok(!result.ok);
      assert.match(result.message, says);
      if (line !== undefined) assert.equal(result.line, line);
    });
  }
});

describe('hostile documents', () => {
  const list = (schema: unknown) => ({
    '/orders': { get: answer({ type: 'array', items: schema }) },
  });

  test('names that reach into prototypes change nothing and are no names', () => {
    const text = JSON.stringify(
      document({
        '/orders': {
          get: answer({
            type: 'array',
            items: { type: 'object', properties: { a: { type: 'boolean' } } },
          }),
        },
      }),
    ).replace(
      '"properties":{',
      '"properties":{"__proto__":{"type":"boolean"},"constructor":{"type":"boolean"},',
    );
    const { specification } = imported(text);
    assert.deepEqual(Object.keys(specification.resources['order']?.fields ?? {}), [
      'proto',
      'orderConstructor',
      'a',
    ]);
    assert.equal(Reflect.get({}, 'type'), undefined);
    for (const path of ['/__proto__/{id}', '/constructor/{id}', '/prototype/{id}']) {
      imported(document({ [path]: { get: answer({}) } }));
    }
  });

  test('scripts, shell and control characters stay text', () => {
    const text =
      '</script><script>alert(1)</script> $(rm -rf /) `x` ${y} {{z}} \u202e\u0000\u001b[31m\ud800';
    const { specification } = imported({
      ...document({
        [`/${text.replace(/[/{}]/g, '')}s/{id}`]: {
          get: answer({
            type: 'object',
            properties: {
              [text]: {
                type: 'string',
                description: text,
                default: text,
                example: text,
                enum: [text],
              },
              b: { type: 'string', maxLength: 200, default: text, description: text },
            },
          }),
        },
      }),
      info: {
        title: text,
        description: text,
        contact: { name: text, url: text },
        license: { name: text },
      },
      servers: [{ url: `https://acme.example/${text}` }],
    });
    const fields = Object.values(specification.resources)[0]?.fields ?? {};
    assert.ok(Object.keys(fields).every((name) => /^[a-z][a-zA-Z0-9]*$/.test(name)));
    assert.doesNotMatch(JSON.stringify(specification), /\\u0000|\\ud800/);
  });

  test('schemas that double at every level end', () => {
    const schemas: Record<string, unknown> = {
      S0: { type: 'object', properties: { a: { type: 'boolean' } } },
    };
    for (let level = 1; level < 60; level += 1) {
      const below = { $ref: `#/components/schemas/S${level - 1}` };
      schemas[`S${level}`] = {
        allOf: [below, below],
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_, index) => [`p${index}`, below]),
        ),
      };
    }
    const { specification, told } = imported(
      document(list({ $ref: '#/components/schemas/S59' }), { components: { schemas } }),
    );
    assert.ok(Object.keys(specification.resources['order']?.fields ?? {}).length > 0);
    assert.match(told, /kept-as-json/);
  });

  test('alternatives of alternatives end', () => {
    const schemas: Record<string, unknown> = { S0: { type: 'boolean' } };
    for (let level = 1; level < 40; level += 1) {
      const below = { $ref: `#/components/schemas/S${level - 1}` };
      schemas[`S${level}`] = { oneOf: [below, { anyOf: [below, below] }] };
    }
    imported(
      document(list({ type: 'object', properties: { a: { $ref: '#/components/schemas/S39' } } }), {
        components: { schemas },
      }),
    );
  });

  test('thousands of paths, properties and values end in a valid specification or a reason', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 700 }, (_, index) => [
        `p${index}`,
        { type: 'integer', default: 'no number' },
      ]),
    );
    const { specification, told } = imported(
      document({
        '/orders': { post: { ...body({ type: 'object', properties }), ...answer({}, '201') } },
      }),
    );
    assert.equal(Object.keys(specification.resources['order']?.fields ?? {}).length, 500);
    assert.match(told, /dropped "p500": a resource has 500 fields at most/);
  });
});
