import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, body, document, fieldOf, imported, toldBy, withRow } from './support.ts';

const whole = { minimum: -9007199254740991, maximum: 9007199254740991 };

type Row = readonly [name: string, schema: unknown, field: unknown, told?: RegExp];

const types: readonly Row[] = [
  [
    'a text without a length',
    { type: 'string' },
    { type: 'string' },
    /guessed "thing" has no maxLength: string of at most 255/,
  ],
  [
    'a text with lengths',
    { type: 'string', minLength: 2, maxLength: 40 },
    { type: 'string', minLength: 2, maxLength: 40 },
  ],
  [
    'a text beyond a string',
    { type: 'string', maxLength: 200_000 },
    { type: 'text', maxLength: 200_000 },
  ],
  [
    'a text beyond all',
    { type: 'string', maxLength: 5_000_000 },
    { type: 'text', maxLength: 1_000_000 },
    /dropped maxLength 5000000/,
  ],
  [
    'a pattern',
    { type: 'string', maxLength: 9, pattern: '^[A-Z]{2}$' },
    { type: 'string', maxLength: 9, pattern: '^[A-Z]{2}$' },
  ],
  [
    'a pattern with an escape that the flag u has not',
    { type: 'string', maxLength: 9, pattern: '^a\\#b$' },
    { type: 'string', maxLength: 9, pattern: '^a#b$' },
  ],
  [
    'a pattern that is slow',
    { type: 'string', maxLength: 9, pattern: '^(a+)+$' },
    { type: 'string', maxLength: 9 },
    /dropped the pattern "\^\(a\+\)\+\$": some input/,
  ],
  [
    'a pattern that is none',
    { type: 'string', maxLength: 9, pattern: '(' },
    { type: 'string', maxLength: 9 },
    /dropped the pattern/,
  ],
  ['a date', { type: 'string', format: 'date' }, { type: 'date' }],
  ['an instant', { type: 'string', format: 'date-time' }, { type: 'date-time' }],
  ['a UUID', { type: 'string', format: 'uuid' }, { type: 'uuid' }],
  [
    'a mail address',
    { type: 'string', format: 'email', maxLength: 100 },
    { type: 'email', maxLength: 100 },
  ],
  ['an address', { type: 'string', format: 'uri' }, { type: 'uri' }],
  ['bytes', { type: 'string', format: 'byte' }, { type: 'binary' }],
  ['a host', { type: 'string', format: 'hostname' }, { type: 'string', format: 'hostname' }],
  [
    'a format that is not known',
    { type: 'string', format: 'iban', maxLength: 30 },
    { type: 'string', maxLength: 30 },
    /dropped the format "iban"/,
  ],
  ['words', { type: 'string', enum: ['b', 'a', 'b'] }, { type: 'enum', values: ['b', 'a'] }],
  ['a single word', { const: 'only' }, { type: 'enum', values: ['only'] }],
  [
    'words that are none',
    { enum: ['a', 1] },
    { type: 'json' },
    /kept-as-json "thing" may have any type/,
  ],
  [
    'a word that is empty',
    { type: 'string', enum: ['', 'a'] },
    { type: 'string' },
    /dropped the enum/,
  ],
  [
    'a whole number',
    { type: 'integer' },
    { type: 'integer', ...whole },
    /guessed whole numbers without bounds/,
  ],
  ['32 bits', { type: 'integer', format: 'int32' }, { type: 'integer' }],
  [
    'bounds',
    { type: 'integer', minimum: 1, maximum: 5 },
    { type: 'integer', minimum: 1, maximum: 5 },
  ],
  [
    'whole numbers that are named',
    { type: 'integer', enum: [1, 2] },
    { type: 'integer', enum: [1, 2] },
  ],
  [
    'a bound beyond 53 bits',
    { type: 'integer', format: 'int64', maximum: 2 ** 60 },
    { type: 'integer', ...whole },
    /dropped maximum 1152921504606847000/,
  ],
  [
    'exclusive bounds of 3.1',
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  ],
  [
    'exclusive bounds of 3.0',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1 },
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  ],
  [
    'two bounds of one side',
    { type: 'number', minimum: 5, exclusiveMinimum: 2 },
    { type: 'number', minimum: 5 },
  ],
  [
    'numbers that are named',
    { type: 'number', enum: [0.5] },
    { type: 'number' },
    /dropped the enum/,
  ],
  ['yes and no', { type: 'boolean', default: true }, { type: 'boolean', default: true }],
  ['null of 3.0', { type: 'boolean', nullable: true }, { type: 'boolean', nullable: true }],
  ['null of 3.1', { type: ['boolean', 'null'] }, { type: 'boolean', nullable: true }],
  [
    'null as an alternative',
    { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
    { type: 'boolean', nullable: true },
  ],
  [
    'null among words',
    { type: 'string', enum: ['a', null], nullable: true },
    { type: 'enum', values: ['a'], nullable: true },
  ],
  [
    'several types',
    { type: ['string', 'integer'] },
    { type: 'json' },
    /kept-as-json "thing" has several types/,
  ],
  [
    'alternatives of one type',
    {
      oneOf: [
        { type: 'string', format: 'date' },
        { type: 'string', maxLength: 3 },
      ],
    },
    { type: 'string' },
    /dropped the rules of the alternatives of oneOf/,
  ],
  [
    'alternatives that are words',
    { anyOf: [{ const: 'a' }, { type: 'string', enum: ['b'] }] },
    { type: 'enum', values: ['a', 'b'] },
  ],
  [
    'alternatives',
    { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] },
    { type: 'json' },
    /kept-as-json "thing" is one of several things \(oneOf\)/,
  ],
  ['anything', {}, { type: 'json' }, /kept-as-json/],
  [
    'a list',
    { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'boolean' } },
    { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 3, uniqueItems: true },
  ],
  [
    'a list without an end',
    { type: 'array', items: { type: 'boolean' } },
    { type: 'array', items: { type: 'boolean' } },
    /guessed "thing" has no maxItems/,
  ],
  [
    'a list of lists',
    { type: 'array', maxItems: 2, items: { type: 'array', items: { type: 'boolean' } } },
    { type: 'array', items: { type: 'json' }, maxItems: 2 },
    /kept-as-json "thing" is a list in a list/,
  ],
  [
    'a group',
    {
      type: 'object',
      required: ['city'],
      properties: { city: { type: 'boolean' }, post_code: { type: 'boolean' } },
    },
    {
      type: 'object',
      fields: { city: { type: 'boolean', required: true }, postCode: { type: 'boolean' } },
    },
    /renamed "post_code" is "postCode"/,
  ],
  [
    'a mapping',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'json' },
    /kept-as-json "thing" is an object of any members/,
  ],
  [
    'a group with others',
    { type: 'object', additionalProperties: true, properties: { a: { type: 'boolean' } } },
    { type: 'object', fields: { a: { type: 'boolean' } } },
    /dropped additionalProperties/,
  ],
  [
    'rules that no field has',
    {
      type: 'object',
      properties: { a: { type: 'boolean' }, b: { type: 'boolean', not: { const: true } } },
      minProperties: 1,
      dependentRequired: { a: ['b'] },
      unevaluatedProperties: false,
    },
    { type: 'object', fields: { a: { type: 'boolean' }, b: { type: 'boolean' } } },
    /dropped the rules of dependentRequired, minProperties: [^]*dropped the rules of not: /,
  ],
  [
    'all of several',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] },
        { properties: { b: { type: 'boolean' } } },
      ],
    },
    { type: 'object', fields: { a: { type: 'boolean', required: true }, b: { type: 'boolean' } } },
  ],
  [
    'a description',
    { type: 'boolean', description: ' What it is. ', deprecated: true },
    { type: 'boolean', description: 'What it is.', deprecated: true },
  ],
  [
    'a value that suits',
    { type: 'string', maxLength: 5, example: 'abc', default: 'x' },
    { type: 'string', maxLength: 5, example: 'abc', default: 'x' },
  ],
  [
    'values that do not',
    { type: 'string', maxLength: 2, examples: ['abc'], default: 7 },
    { type: 'string', maxLength: 2 },
    /dropped resources\.parcel\.fields\.thing\.default is left out/,
  ],
  [
    'what only the service sets',
    { type: 'boolean', readOnly: true },
    { type: 'boolean', readOnly: true },
  ],
  ['what nobody sees', { type: 'boolean', writeOnly: true }, { type: 'boolean', writeOnly: true }],
];

describe('a schema becomes a field', () => {
  for (const [name, schema, expected, says] of types) {
    test(name, () => {
      const { field, told } = fieldOf(schema);
      assert.deepEqual(field, expected);
      if (says === undefined) assert.equal(told, '');
      else assert.match(told, says);
    });
  }
});

test('references are followed, and what stands beside them counts', () => {
  const components = {
    schemas: { Parcel: row(), Deep: { type: 'string', maxLength: 7, description: 'Deep.' } },
  };
  function row() {
    return {
      type: 'object',
      properties: { thing: { $ref: '#/components/schemas/Deep', description: 'Here.' } },
    };
  }
  const { specification } = imported(withRow(row(), { components }));
  assert.deepEqual(specification.resources['parcel']?.fields['thing'], {
    type: 'string',
    maxLength: 7,
    description: 'Here.',
  });
});

test('what contains itself is cut and named', () => {
  const Deep = {
    type: 'object',
    properties: {
      name: { type: 'boolean' },
      below: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Deep' } },
    },
  };
  const Parcel = { type: 'object', properties: { thing: { $ref: '#/components/schemas/Deep' } } };
  const { specification, findings, told } = imported(
    withRow(Parcel, { components: { schemas: { Parcel, Deep } } }),
  );
  assert.deepEqual(specification.resources['parcel']?.fields['thing'], {
    type: 'object',
    fields: {
      name: { type: 'boolean' },
      below: { type: 'array', items: { type: 'json' }, maxItems: 3 },
    },
  });
  assert.match(told, /kept-as-json "below" contains itself/);
  assert.equal(
    findings.find(({ kind }) => kind === 'kept-as-json')?.at,
    '/components/schemas/Deep/properties/below/items',
  );
});

test('references that lead out, to nothing or around are told', () => {
  const components = { schemas: { Deep: { $ref: '#/components/schemas/Deep' } } };
  const told = (reference: string) =>
    fieldOf(
      { $ref: reference },
      {
        components: {
          schemas: {
            ...components.schemas,
            Parcel: { type: 'object', properties: { thing: { $ref: reference } } },
          },
        },
      },
    );
  assert.match(
    told('https://acme.example/a.yaml#/b').told,
    /dropped the reference "https[^\n]* leads out of the document/,
  );
  assert.match(
    told('#/components/schemas/Nobody').told,
    /dropped the reference [^\n]* leads to nothing/,
  );
  assert.deepEqual(told('#/components/schemas/Deep').field, { type: 'json' });
});

test('objects more than three deep become JSON', () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? { type: 'boolean' } : { type: 'object', properties: { a: nested(levels - 1) } };
  assert.doesNotMatch(fieldOf(nested(3)).told, /kept-as-json/);
  assert.match(fieldOf(nested(4)).told, /kept-as-json "a" is the 4th object/);
});

describe('requests and answers together say who sets a field when', () => {
  test('only in answers, only in requests, only at first, and required', () => {
    const { specification, told } = imported({
      openapi: '3.0.3',
      info: { title: 'Desk', version: '2.1' },
      paths: {
        '/orders': {
          post: {
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['sku', 'kind'],
                    properties: {
                      sku: { type: 'boolean' },
                      secret: { type: 'boolean' },
                      kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
                    },
                  },
                },
              },
            },
            responses: {
              201: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        id: { type: 'string' },
                        sku: { type: 'boolean' },
                        kind: { type: 'string' },
                        total: { type: 'number' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        '/orders/{id}': {
          patch: {
            requestBody: {
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { kind: { type: 'string' } } },
                },
              },
            },
            responses: { 200: {} },
          },
        },
      },
    });
    assert.deepEqual(specification.resources['order']?.fields, {
      sku: { type: 'boolean', required: true, immutable: true },
      secret: { type: 'boolean', writeOnly: true, immutable: true },
      kind: { type: 'enum', values: ['a', 'b'], default: 'a' },
      total: { type: 'number', readOnly: true },
    });
    assert.match(told, /dropped "id": the service gives each row an id itself/);
    assert.match(told, /guessed "secret" is in requests and in no answer/);
    assert.match(told, /guessed "sku" is sent when a row is created and in no later request/);
    assert.match(told, /dropped "kind" is required: it has a default/);
  });
});

test('what answers say otherwise than requests is told', () => {
  const rowOf = (size: unknown, required: readonly string[]) => ({
    type: 'object',
    required,
    properties: { name: { type: 'boolean' }, size },
  });
  const { specification, told } = imported(
    document({
      '/orders': {
        post: {
          ...body(rowOf({ type: 'integer', format: 'int32' }, [])),
          ...answer(rowOf({ type: 'number' }, ['name']), '201'),
        },
      },
    }),
  );
  assert.deepEqual(specification.resources['order']?.fields, {
    name: { type: 'boolean' },
    size: { type: 'integer' },
  });
  assert.match(told, /dropped "name" is in every answer, and requests may leave it out/);
  assert.match(told, /dropped "size" has another schema in answers: type, format/);
});

test('rules of a whole row are told once', () => {
  const { findings } = imported(
    withRow({
      type: 'object',
      properties: { name: { type: 'boolean' } },
      maxProperties: 3,
      additionalProperties: { type: 'string' },
    }),
  );
  const told = toldBy(findings).match(/dropped (the rules of|additionalProperties)[^:]*/g);
  assert.deepEqual(told, ['dropped the rules of maxProperties', 'dropped additionalProperties']);
});

test('rules of answers alone are told', () => {
  const { told } = imported(
    document({
      '/orders': {
        post: {
          ...body({ type: 'object', properties: { a: { type: 'boolean' } } }),
          ...answer({ type: 'object', properties: { a: { type: 'boolean' } }, not: {} }, '201'),
        },
      },
    }),
  );
  assert.match(told, /dropped the rules of not/);
});

test('names that are taken or of another casing are changed, and told', () => {
  const properties = {
    created_at: { type: 'string', format: 'date-time' },
    Line_Count: { type: 'boolean' },
    constructor: { type: 'boolean' },
    __proto__x: { type: 'boolean' },
    '3d': { type: 'boolean' },
    größe: { type: 'boolean' },
    订单: { type: 'boolean' },
  };
  const { specification, told } = imported(
    withRow({ type: 'object', required: ['created_at'], properties }),
  );
  assert.deepEqual(Object.keys(specification.resources['parcel']?.fields ?? {}), [
    'parcelCreatedAt',
    'lineCount',
    'parcelConstructor',
    'protoX',
    'field3d',
    'große'.normalize('NFKD').includes('ß') ? 'groE' : 'grosse',
  ]);
  assert.match(told, /renamed "constructor" is "parcelConstructor"/);
  assert.match(told, /dropped "订单": no name that is free/);
});
