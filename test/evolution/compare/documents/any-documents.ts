import * as fc from 'fast-check';
import { documentWith, type Json } from './documents.ts';

const names = ['a', 'b', 'c'];
const name = fc.constantFrom(...names);
const small = fc.integer({ min: 0, max: 3 });

/** Some of the keys, each with a value of its own. */
const some = (values: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(values, { requiredKeys: [] });

const reference = name.map((target) => ({ $ref: `#/components/schemas/${target}` }));

const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.oneof(reference, fc.boolean()),
    some({
      type: fc.oneof(
        fc.constantFrom('string', 'integer', 'number', 'boolean', 'null'),
        fc.constant(['string', 'null']),
        fc.constant(['integer', 'string']),
      ),
      enum: fc.subarray(['x', 'y', 1, null], { minLength: 1 }),
      const: fc.constantFrom('x', 1),
      default: fc.constantFrom('x', 1),
      format: fc.constantFrom('date', 'date-time', 'int32', 'int64', 'isbn'),
      pattern: fc.constantFrom('^x', '.*'),
      maxLength: small,
      minimum: small,
      exclusiveMaximum: fc.oneof(small, fc.boolean()),
      multipleOf: fc.constantFrom(1, 2, 3),
      nullable: fc.boolean(),
      readOnly: fc.boolean(),
      writeOnly: fc.boolean(),
      description: fc.constantFrom('one', 'two'),
    }),
    some({
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
      required: fc.subarray(names),
      additionalProperties: tie('schema'),
      patternProperties: fc.dictionary(fc.constantFrom('^x', '^y'), tie('schema')),
      propertyNames: tie('schema'),
      maxProperties: small,
      not: tie('schema'),
      if: tie('schema'),
      dependentRequired: fc.constantFrom({ a: ['b'] }, { b: ['a'] }),
    }),
    some({
      type: fc.constant('array'),
      items: tie('schema'),
      prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
      minItems: small,
      uniqueItems: fc.boolean(),
      contains: tie('schema'),
    }),
    some({
      allOf: fc.array(tie('schema'), { maxLength: 2 }),
      oneOf: fc.array(tie('schema'), { maxLength: 3 }),
      anyOf: fc.array(tie('schema'), { maxLength: 3 }),
      discriminator: fc.constantFrom({ propertyName: 'a' }, { propertyName: 'b' }),
    }),
  ),
}));

const content = fc.dictionary(
  fc.constantFrom('application/json', 'text/csv', 'text/csv; header=present'),
  some({ schema }),
);

const parameter = some({
  name: fc.constantFrom('a', 'sort', 'limit', 'If-Match'),
  in: fc.constantFrom('query', 'header', 'cookie'),
  required: fc.boolean(),
  style: fc.constantFrom('form', 'simple'),
  deprecated: fc.boolean(),
  schema,
});

const requirement = fc.dictionary(name, fc.subarray(['read', 'write']), { maxKeys: 2 });

const operation = some({
  operationId: name,
  deprecated: fc.boolean(),
  parameters: fc.array(parameter, { maxLength: 3 }),
  requestBody: some({ required: fc.boolean(), content }),
  responses: fc.dictionary(
    fc.constantFrom('200', '201', '4XX', 'default'),
    some({ content, headers: fc.dictionary(name, some({ required: fc.boolean(), schema })) }),
    { maxKeys: 3 },
  ),
  security: fc.array(requirement, { maxLength: 2 }),
});

const item = fc.dictionary(fc.constantFrom('get', 'put', 'post', 'patch', 'head'), operation, {
  maxKeys: 2,
});

const server = fc.constantFrom('/', '/v1', 'https://a.example', 'https://b.example/v1');
const scheme = fc.constantFrom(
  { type: 'http', scheme: 'basic' },
  { type: 'http', scheme: 'bearer' },
  { type: 'apiKey', in: 'header', name: 'Key' },
);

/** Any document of the names a to c, whose references lead to schemas that there are. */
export const anyDocument: fc.Arbitrary<Json> = fc
  .record({
    servers: fc.array(server, { maxLength: 2 }).map((urls) => urls.map((url) => ({ url }))),
    paths: fc.dictionary(fc.constantFrom('/a', '/v1/a', '/a/{b}', '/c'), item, { maxKeys: 3 }),
    webhooks: fc.dictionary(name, item, { maxKeys: 1 }),
    security: fc.array(requirement, { maxLength: 2 }),
    components: fc.record({
      schemas: fc.record({ a: schema, b: schema, c: schema }),
      // Requirements name schemes that there are.
      securitySchemes: fc.record({ a: scheme, b: scheme, c: scheme }),
    }),
  })
  .map(documentWith);
