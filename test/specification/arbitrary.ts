import * as fc from 'fast-check';
import {
  deliveries,
  representations,
  resolveSpecification,
  type AuthenticationSection,
  type EndpointsSection,
  type EventsSection,
  type Field,
  type Language,
  type Resource,
  type Specification,
  type StateMachine,
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

/** A single value does not look like several. */
const valuesOfEnum = fc
  .uniqueArray(freeText(20), { minLength: 1, maxLength: 5 })
  .filter((values) => values.length > 1 || !values[0]?.includes('|'));

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
      values: valuesOfEnum,
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

const guard = fc.dictionary(name(['total', 'note']), fc.record({ present: fc.constant(true) }), {
  minKeys: 1,
});

/** Inputs that no field of the resource has. */
const input = fc.dictionary(
  name(['why', 'pin', 'parts']),
  fc.oneof(
    fc.record(
      { type: constant('string'), ...words(), writeOnly: fc.boolean(), example: freeText(60) },
      some,
    ),
    fc.record(
      {
        type: constant('enum'),
        ...words(),
        values: valuesOfEnum,
      },
      { requiredKeys: ['type', 'values'] },
    ),
    fc.record({ type: constant('json'), ...words() }, some),
  ),
  { minKeys: 1 },
);

function words() {
  return { description: freeText(60), required: fc.boolean(), nullable: fc.boolean() };
}

const customOperation = { description: freeText(80), input };

const actions = fc.dictionary(
  name(['reprice', 'recalculate', 'check-again']),
  fc.record({ ...customOperation, async: fc.boolean() }, { requiredKeys: [] }),
  { minKeys: 1 },
);

/** Ways from the first state to any other, so that all can be reached. */
const machine: fc.Arbitrary<StateMachine> = fc.record(
  {
    field: name(['status', 'phase']),
    initial: fc.constant('draft'),
    history: fc.boolean(),
    transitions: fc.dictionary(
      name(['submit', 'cancel', 'mark-paid', 'expire']),
      fc.oneof(
        fc.record(
          {
            from: fc.constantFrom<string | string[]>('draft', ['draft']),
            to: name(['submitted', 'gone', 'draft']),
            ...customOperation,
          },
          { requiredKeys: ['from', 'to'] },
        ),
        fc.record({
          from: fc.constant('draft'),
          to: name(['submitted', 'gone']),
          after: name(['P30D', 'PT15M', 'P1W']),
        }),
      ),
      { minKeys: 1 },
    ),
  },
  { requiredKeys: ['initial', 'transitions'] },
);

const events: fc.Arbitrary<EventsSection> = fc.record(
  {
    deliver: fc.uniqueArray(fc.constantFrom(...deliveries), { minLength: 1 }),
    data: fc.constantFrom('full', 'thin'),
    keep: name(['P7D', 'PT1H']),
  },
  { requiredKeys: [] },
);

/** States and actions of resources that there are, and guards on fields that those have. */
function withCustomOperations(one: Specification): fc.Arbitrary<Specification> {
  const names = Object.keys(one.resources);
  return fc
    .record({
      states: fc.dictionary(name(names), machine),
      actions: fc.dictionary(name(names), actions),
      when: guard,
      isGuarded: fc.boolean(),
    })
    .map(({ states, actions, when, isGuarded }) => {
      const guarded = (resource: string) => {
        const fields = one.resources[resource]?.fields ?? {};
        const known = Object.entries(when).filter(([field]) => Object.hasOwn(fields, field));
        return isGuarded && known.length > 0 ? { when: Object.fromEntries(known) } : {};
      };
      const machines = Object.entries(states).map(([resource, each]) => {
        const transitions = Object.entries(each.transitions).map(([key, transition]) => [
          key,
          { ...transition, ...guarded(resource) },
        ]);
        return [resource, { ...each, transitions: Object.fromEntries(transitions) }];
      });
      const reached = Object.entries(actions).map(([resource, each]) => [
        resource,
        { actions: each },
      ]);
      return {
        ...one,
        states: Object.fromEntries(machines),
        endpoints: { ...one.endpoints, ...Object.fromEntries(reached) },
      };
    });
}

const roles = ['reader', 'writer', 'admin'];

/** Roles of the specification, and scopes. */
const grants = fc.uniqueArray(
  name([...roles, 'scope:orders:read', 'scope:a', 'scope:https://acme.example/b']),
  { maxLength: 4 },
);

/** Who may do what of that which is offered; rules about fields that always have a value; and fields for some callers. */
function withAccess(one: Specification): fc.Arbitrary<Specification> {
  const resources = Object.entries(one.resources);
  const suitable = resources.flatMap(([resource, { fields }]) =>
    Object.entries(fields)
      .filter(([, { type, required, nullable }]) => {
        const isCompared = ['string', 'integer', 'boolean', 'enum'].includes(type);
        return isCompared && required === true && nullable !== true;
      })
      .map(([key]) => ({ resource, field: key })),
  );
  const verbs = Object.entries(
    resolveSpecification({ ...one, authentication: { allow: {} } }).authentication.allow ?? {},
  );
  const optional = resources.flatMap(([resource, { fields }]) =>
    Object.entries(fields)
      .filter(([, { required }]) => required !== true)
      .map(([key]) => `${resource}.${key}`),
  );
  const rules = fc.subarray(suitable, { minLength: Math.min(1, suitable.length) }).chain((some) =>
    fc.tuple(
      ...some.map((each) =>
        fc.record(
          {
            resource: fc.constant(each.resource),
            field: fc.constant(each.field),
            // Each has a claim of its own: those of one claim are of one kind.
            claim: fc.constant(`https://acme.example/${each.resource}#${each.field}`),
            unless: grants,
          },
          { requiredKeys: ['resource', 'field', 'claim'] },
        ),
      ),
    ),
  );
  const allow = fc
    .subarray(verbs, { minLength: 1 })
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          some.map(([resource, each]) => [
            resource,
            fc.dictionary(name(Object.keys(each)), grants, { minKeys: 1 }),
          ]),
        ),
      ),
    );
  const section: fc.Arbitrary<AuthenticationSection> = fc
    .record({ rules, allow, roles: fc.constant(roles) }, { requiredKeys: ['roles'] })
    .map(({ rules: some, ...others }) => ({
      ...others,
      ...(some === undefined || some.length === 0 ? {} : { rules: [...some] }),
    }));
  const fields = fc.dictionary(
    name(optional.length > 0 ? optional : ['']),
    fc.record({ readableBy: grants, writableBy: grants }, { requiredKeys: [] }),
  );
  return fc
    .record({ authentication: section, fields }, { requiredKeys: [] })
    .map(({ authentication, fields: some = {} }) => ({
      ...one,
      resources: Object.fromEntries(
        resources.map(([resource, each]) => [
          resource,
          {
            ...each,
            fields: Object.fromEntries(
              Object.entries(each.fields).map(([key, value]) => [
                key,
                authentication === undefined ? value : { ...value, ...some[`${resource}.${key}`] },
              ]),
            ),
          },
        ]),
      ),
      ...(authentication === undefined ? {} : { authentication }),
    }));
}

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
      events,
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
  .chain(withCustomOperations)
  .chain(withAccess)
  .map((one) => structuredClone(one));
