import type { ValidateFunction } from 'ajv/dist/2020.js';
import { compileError } from '../../specification/validators/pattern.ts';
import { camelCase, kebabCase } from '../../specification/schema/forms.ts';
import { validatorOf, type Validation } from '../../specification/structure/compiled-validator.ts';

/**
 * What a frozen specification must be for everything behind it: names that can become code, and fields of known types. It is
 * read from a file that anybody may have edited.
 */
const text = { type: 'string' };
const flag = { type: 'boolean' };
const texts = { type: 'array', items: text };
const name = { type: 'string', pattern: kebabCase.pattern, maxLength: 100 };
const record = (form: { readonly pattern: string }, values: object) => ({
  type: 'object',
  propertyNames: { pattern: form.pattern, maxLength: 100 },
  additionalProperties: values,
});
const object = (properties: Readonly<Record<string, object>>, optional: object = {}) => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** A feature that clients are asked to stop using. A specification that was frozen by an older generator has none. */
const deprecation = object({ since: text }, { replacedBy: text, sunset: text });
const deprecations = { type: 'object', additionalProperties: deprecation };

const fields = record(camelCase, { $ref: '#/$defs/field' });
const texted = ['long', 'decimal', 'date', 'time', 'date-time', 'duration', 'uuid', 'boolean'];

/** Keys that a type has besides those of every field. */
const byType: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  string: { minLength: { type: 'integer' }, maxLength: { type: 'integer' } },
  text: { minLength: { type: 'integer' }, maxLength: { type: 'integer' } },
  integer: {},
  number: {},
  ...Object.fromEntries(texted.map((type) => [type, {}])),
  decimal: { precision: { type: 'integer' }, scale: { type: 'integer' } },
  uri: { maxLength: { type: 'integer' } },
  email: { maxLength: { type: 'integer' } },
  enum: { values: { ...texts, minItems: 1 } },
  json: { maxLength: { type: 'integer' } },
  binary: { maxLength: { type: 'integer' } },
  array: {
    items: { $ref: '#/$defs/field' },
    minItems: { type: 'integer' },
    maxItems: { type: 'integer' },
    uniqueItems: flag,
  },
  object: { fields },
  reference: { to: name, onDelete: { enum: ['restrict', 'cascade', 'set-null'] } },
};

const field = {
  ...object(
    {
      type: { enum: Object.keys(byType) },
      required: flag,
      nullable: flag,
      unique: flag,
      immutable: flag,
      readOnly: flag,
      writeOnly: flag,
      deprecated: { anyOf: [flag, deprecation] },
    },
    {
      description: text,
      deprecatedValues: deprecations,
      replacedBy: text,
      readableBy: texts,
      writableBy: texts,
      pattern: text,
    },
  ),
  allOf: Object.entries(byType).map(([type, keys]) => ({
    anyOf: [{ not: { properties: { type: { const: type } } } }, object(keys)],
  })),
};

const customOperation = object(
  { when: { type: 'object' }, input: fields },
  { description: text, deprecated: deprecation },
);
const endpoint = object(
  {
    methods: {
      type: 'array',
      items: { enum: ['list', 'create', 'read', 'replace', 'update', 'delete'] },
    },
    filter: texts,
    sort: texts,
    pagination: object({
      size: { type: 'integer' },
      maxSize: { type: 'integer' },
      total: flag,
      cursor: flag,
    }),
    preconditions: { enum: ['optional', 'required'] },
    createByReplace: flag,
    idempotencyKey: { enum: ['optional', 'required'] },
    cost: { type: 'object' },
    actions: record(kebabCase, customOperation),
  },
  { deprecated: object({}, { methods: deprecations, filter: deprecations }) },
);

const frozenSchema = {
  ...object(
    {
      format: { const: 1 },
      service: object({ name, title: text, vendor: text }),
      resources: record(
        kebabCase,
        object(
          {
            plural: name,
            fields,
            unique: { type: 'array', items: texts },
            examples: { type: 'array' },
          },
          {
            segment: name,
            parent: name,
            historyOf: name,
            description: text,
            deprecated: deprecation,
          },
        ),
      ),
      states: record(
        kebabCase,
        object({
          field: { type: 'string', pattern: camelCase.pattern },
          initial: name,
          states: { type: 'array', items: name },
          final: { type: 'array', items: name },
          history: flag,
          transitions: record(kebabCase, {
            ...customOperation,
            properties: {
              ...customOperation.properties,
              from: { type: 'array', items: name },
              to: name,
            },
            required: [...customOperation.required, 'from', 'to'],
          }),
        }),
      ),
      representations: texts,
      languages: { ...texts, minItems: 1 },
      origins: texts,
      endpoints: record(kebabCase, endpoint),
      authentication: object(
        {
          mechanisms: texts,
          roles: texts,
          rules: { type: 'array', items: { type: 'object' } },
          apiKey: object({ header: text }),
        },
        { allow: record(kebabCase, { type: 'object', additionalProperties: texts }) },
      ),
      errors: object({ codes: { type: 'object', additionalProperties: { type: 'object' } } }),
      limits: { type: 'object' },
      versioning: { type: 'object' },
    },
    {
      events: object({
        emit: { type: 'array', items: object({ resource: name, event: text }) },
        deliver: texts,
        data: { enum: ['full', 'thin'] },
        keep: { type: 'integer' },
      }),
    },
  ),
  $defs: { field },
};

/** Levels of lists and objects; what is read from a `service.yaml` has fewer than 60 with all its defaults. */
const mostLevels = 100;

export const frozenValidation: Validation = {
  schema: frozenSchema,
  options: { allErrors: false },
  formats: [],
};

let compiled: ValidateFunction | undefined;

/** What makes a value no frozen specification, in words; empty where nothing does. */
export function frozenErrors(value: unknown): string[] {
  if (levelsOf(value) > mostLevels) {
    return [`it is nested more than ${String(mostLevels)} levels deep`];
  }
  compiled ??= validatorOf(frozenValidation);
  if (compiled(value)) return [...missing(value), ...brokenPatterns(value)];
  return (compiled.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath === '' ? 'it' : `its part ${instancePath}`} ${message ?? 'is wrong'}`.trim(),
  );
}

/** Each resource has an endpoint, and what it refers to is there. */
function missing(value: unknown): string[] {
  const { resources, endpoints } = value as {
    resources: Record<string, { parent?: string; fields: Record<string, { to?: string }> }>;
    endpoints: Record<string, unknown>;
  };
  const has = (name: string) => Object.hasOwn(resources, name);
  return Object.entries(resources).flatMap(([name, { parent, fields }]) => [
    ...(Object.hasOwn(endpoints, name) ? [] : [`it has no endpoint of "${name}"`]),
    ...[parent, ...Object.values(fields).map(({ to }) => to)]
      .filter((each) => each !== undefined && !has(each))
      .map((each) => `it has no resource "${String(each)}", to which "${name}" refers`),
  ]);
}

/** Counted without recursion, because everything behind this is recursive. */
function levelsOf(value: unknown): number {
  const waiting = [{ value, level: 0 }];
  let deepest = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { level } = next;
    deepest = Math.max(deepest, level);
    if (deepest > mostLevels || typeof next.value !== 'object' || next.value === null) continue;
    for (const part of Object.values(next.value)) waiting.push({ value: part, level: level + 1 });
  }
  return deepest;
}

/** Of fields and of what is in them, wherever they stand. A pattern that was accepted once and is only slow stays: clients rely on it. */
function brokenPatterns(value: unknown, place = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'pattern' && typeof part === 'string'
      ? brokenPattern(part, `${place}/${key}`)
      : brokenPatterns(part, `${place}/${key}`),
  );
}

function brokenPattern(pattern: string, place: string): string[] {
  const broken = compileError(pattern);
  return broken === undefined ? [] : [`its part ${place} is no regular expression: ${broken}`];
}
