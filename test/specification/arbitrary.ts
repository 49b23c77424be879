import * as fc from 'fast-check';
import {
  representations,
  type EndpointsSection,
  type Field,
  type Language,
  type Resource,
  type Specification,
} from '../../src/specification/index.ts';

/** Text that a file may hold: any characters but NUL and halves of surrogate pairs. */
export const freeText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength }),
      fc.string({
        unit: fc.constantFrom(...'ab \n\t"\'`${}[]#:,&*!|>%@\\-?~\r\u0085\u2028\u202E\uFEFF'),
        minLength: 1,
        maxLength,
      }),
      fc.constantFrom(
        'yes',
        'null',
        '~',
        '1',
        '1e3',
        '0x1',
        '2024-01-01',
        '<<',
        '---',
        '...',
        '- a',
        'a: b',
        '# a',
        ' a',
        'a ',
        '\n',
        '|',
        "'",
        '"',
      ),
    )
    .map((text) => Array.from(text.replaceAll('\0', 'x')).slice(0, maxLength).join(''));

const common = {
  description: freeText(60),
  required: fc.boolean(),
  nullable: fc.boolean(),
  immutable: fc.boolean(),
};
const some: { requiredKeys: 'type'[] } = { requiredKeys: ['type'] };
const constant = <T extends string>(type: T) => fc.constant(type);

const field: fc.Arbitrary<Field> = fc.oneof(
  fc.record(
    {
      type: constant('string'),
      ...common,
      maxLength: fc.integer({ min: 60, max: 99 }),
      example: freeText(60),
      unique: fc.boolean(),
    },
    some,
  ),
  fc.record({ type: constant('text'), ...common, example: freeText(200) }, some),
  fc.record(
    {
      type: constant('integer'),
      ...common,
      example: fc.integer(),
      minimum: fc.constant(-(2 ** 31)),
    },
    some,
  ),
  fc.record(
    {
      type: constant('number'),
      ...common,
      example: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
    },
    some,
  ),
  fc.record(
    {
      type: constant('decimal'),
      ...common,
      scale: fc.constant(4),
      minimum: fc.constantFrom('-1.5', -2),
      example: fc.constantFrom('0.0001', 5),
    },
    { requiredKeys: ['type', 'scale'] },
  ),
  fc.record({ type: constant('boolean'), ...common, example: fc.boolean() }, some),
  fc.record(
    {
      type: constant('enum'),
      ...common,
      values: fc.uniqueArray(freeText(20), { minLength: 1, maxLength: 5 }),
    },
    { requiredKeys: ['type', 'values'] },
  ),
  fc.record(
    { type: constant('json'), ...common, maxLength: fc.constant(100_000), example: json() },
    { requiredKeys: ['type', 'maxLength'] },
  ),
  fc.record(
    {
      type: constant('array'),
      ...common,
      items: fc.constant({ type: 'string' as const }),
      example: fc.array(freeText(30), { maxLength: 4 }),
    },
    { requiredKeys: ['type', 'items'] },
  ),
  fc.record(
    {
      type: constant('object'),
      ...common,
      fields: fc.constant({ city: { type: 'string' as const } }),
      example: fc.record({ city: freeText(30) }),
    },
    { requiredKeys: ['type', 'fields'] },
  ),
);

/** JSON without the keys that no mapping of the file may have. */
function json(): fc.Arbitrary<unknown> {
  return fc
    .jsonValue({ maxDepth: 2 })
    .filter(
      (value) =>
        value !== null &&
        !/"(__proto__|constructor|prototype|<<)":|\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value)),
    );
}

const name = (list: readonly string[]) => fc.constantFrom(...list);

const resource: fc.Arbitrary<Resource> = fc.record(
  {
    description: freeText(80),
    fields: fc.dictionary(
      name(['total', 'note', 'dueAt', 'state', 'tags', 'delete', 'a1']),
      field,
      { minKeys: 1 },
    ),
  },
  { requiredKeys: ['fields'] },
);

/** English is the default language wherever there is one. */
const textByLanguage = (maxLength: number) =>
  fc.oneof(freeText(maxLength), fc.record({ en: freeText(maxLength) }));

const endpoints: fc.Arbitrary<EndpointsSection> = fc.record(
  {
    representations: fc
      .uniqueArray(fc.constantFrom(...representations), { minLength: 1 })
      .filter((some) => some.includes('json')),
    languages: fc.constantFrom<Language[]>(['en'], ['en', 'de']),
    origins: fc.uniqueArray(
      fc
        .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.integer({ min: 1024, max: 65535 }))
        .map(([scheme, host, port]) => `${scheme}://${host.toLowerCase()}:${port}`),
    ),
  },
  { requiredKeys: [] },
);

/** Specifications that have no mistake, with free text wherever that is allowed. */
export const specification: fc.Arbitrary<Specification> = fc
  .record(
    {
      service: fc.record(
        {
          name: name(['order-desk', 'a']),
          title: freeText(50),
          purpose: freeText(200),
          contact: fc.record({ name: freeText(50) }),
        },
        { requiredKeys: ['name'] },
      ),
      resources: fc.dictionary(name(['order', 'shipping-label', 'person', 'news']), resource, {
        minKeys: 1,
      }),
      endpoints,
      errors: fc.record({
        codes: fc.dictionary(
          name(['gone', 'credit-exceeded']),
          fc.record(
            {
              status: fc.integer({ min: 400, max: 599 }),
              title: textByLanguage(50),
              description: textByLanguage(80),
            },
            { requiredKeys: ['status', 'title'] },
          ),
          {},
        ),
      }),
      limits: fc.record(
        { body: fc.constantFrom('1 MiB', 4096), depth: fc.integer({ min: 8, max: 256 }) },
        { requiredKeys: [] },
      ),
      versioning: fc.constant({ versions: { 1: { released: '2026-05-01' } } }),
    },
    { requiredKeys: ['service', 'resources'] },
  )
  .map((one) => structuredClone(one));
