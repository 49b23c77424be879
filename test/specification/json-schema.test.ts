import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { editorSchemas } from '../../scripts/editor-schemas.ts';
import { printSchema } from '../../scripts/print-schema.ts';
import { templateText } from '../../src/rendering/templates.ts';
import { jsonSchema } from '../../src/specification/json-schema.ts';
import { definitions, fieldTypes, specificationSchema } from '../../src/specification/schema.ts';
import { isMapping } from '../../src/specification/plain.ts';
import { fixture, mistakesIn, withField, withSections } from './support.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(jsonSchema());
/** The definition that the shared one was made of. */
const original = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  keywords: ['discriminator'],
});
addFormats.default(original);
const validateOriginal = original.compile({ ...specificationSchema, $defs: definitions });

for (const name of ['smallest.yaml', 'order-desk.yaml', 'every-type.yaml']) {
  test(`editors accept ${name}`, () =>
    assert.ok(validate(parse(fixture(name))), ajv.errorsText(validate.errors)));
}

/** Mistakes of structure: editors must find each of them as well. */
const structural = [
  'service: {}\nresources: { order: { fields: { a: { type: string } } } }',
  'service: { name: Order Desk }\nresources: { order: { fields: { a: { type: string } } } }',
  'service: { name: a }\nresources: {}',
  'service: { name: a }\nresources: { order: { fields: {} } }',
  'service: { name: a }\nresources: { Order: { fields: { a: { type: string } } } }',
  'service: { name: a }\nresources: { order: { fields: { Total: { type: string } } } }',
  withSections('states: { order: {} }'),
  withSections('states: { order: { initial: Draft, transitions: { go: { from: a, to: b } } } }'),
  withSections('states: { order: { initial: a, transitions: {} } }'),
  withSections('states: { order: { initial: a, transitions: { go: { from: [], to: b } } } }'),
  withSections('states: { order: { initial: a, transitions: { go: { from: a } } } }'),
  withSections('states: { order: { initial: a, transitions: { goOn: { from: a, to: b } } } }'),
  withSections(
    'states: { order: { initial: a, transitions: { go: { from: a, to: b, after: P1M } } } }',
  ),
  withSections(
    'states: { order: { initial: a, transitions: { go: { from: a, to: b, when: { total: { min: 1 } } } } } }',
  ),
  withSections(
    'states: { order: { initial: a, transitions: { go: { from: a, to: b, when: { total: {} } } } } }',
  ),
  withSections(
    'endpoints: { order: { actions: { check: { input: { a: { type: reference } } } } } }',
  ),
  withSections(
    'endpoints: { order: { actions: { check: { input: { a: { type: date, unique: true } } } } } }',
  ),
  withSections('events: { emit: [created] }'),
  withSections('events: { deliver: [email] }'),
  withSections('events: { keep: 7 days }'),
  withSections('events:'),
  withSections('limits: { body: 1 GiB }'),
  withSections('limits: { depth: 1000 }'),
  withSections('authentication: { mechanisms: [ldap] }'),
  withSections('versioning: { versions: { 10000: {} } }'),
  withSections('errors: { codes: { gone: { status: 200, title: A } } }'),
  withSections('endpoints: { order: { methods: [get] } }'),
  withSections('endpoints: { representations: [] }'),
  withSections('endpoints: { representations: [json, yaml] }'),
  withSections('endpoints: { languages: [en, en] }'),
  withSections('endpoints: { languages: { en: true } }'),
  withSections('endpoints: { origins: [https://app.acme.example/] }'),
  withSections("endpoints: { origins: ['*'] }"),
  withSections('endpoints: { order: { cursor: true } }'),
  withSections('endpoints: { order: { idempotencyKey: true } }'),
  withSections('errors: { codes: { gone: { status: 410, title: { fr: Parti } } } }'),
  withSections('errors: { codes: { gone: { status: 410, title: 5 } } }'),
  withField('{ type: decimal, precison: 12 }'),
  withField('{ type: boolean, maxLength: 1 }'),
  withField('{ type: money }'),
  withField('{}'),
  withField('{ type: string, required: yes }'),
  withField('{ type: array, items: { type: reference, to: order } }'),
  withField('{ type: object, fields: { a: { type: string, unique: true } } }'),
  withField('{ type: enum, values: [a, a] }'),
];
for (const text of structural) {
  test(`editors and the reader both refuse ${JSON.stringify(text.slice(-90))}`, () => {
    assert.equal(validate(parse(text)), false);
    assert.equal(validateOriginal(parse(text)), false);
    assert.notEqual(mistakesIn(text).length, 0);
  });
}

test('editors refuse the file with thirty mistakes', () => {
  assert.equal(validate(parse(fixture('thirty-mistakes.yaml'))), false);
});

/** Every value inside of a document, by its path. */
function pathsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const children = Array.isArray(value) || isMapping(value) ? Object.keys(value) : [];
  return [
    [...path],
    ...children.flatMap((key) => pathsIn(Reflect.get(Object(value), key), [...path, key])),
  ];
}

/** A copy with what is at the path given to `change`, which edits its parent. */
function edited(
  value: unknown,
  path: readonly (string | number)[],
  change: (parent: Record<string | number, unknown>, key: string | number) => void,
): unknown {
  const copy: unknown = structuredClone(value);
  const key = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
  if (key !== undefined) change(Object(parent), key);
  return copy;
}

const types = fieldTypes;
const mutations: readonly ((
  parent: Record<string | number, unknown>,
  key: string | number,
) => void)[] = [
  (parent, key) => Reflect.deleteProperty(parent, key),
  (parent) => Object.assign(parent, { unknownKey: 1 }),
  ...['', 'Wrong Form', -1, 1e9, 0.5, true, null, [], {}, ['a', 'a'], { type: 'string' }].map(
    (value) => (parent: Record<string | number, unknown>, key: string | number) => {
      parent[key] = value;
    },
  ),
  // Every key of a field beside every type.
  ...types.map((type) => (parent: Record<string | number, unknown>) => {
    if ('type' in parent) parent['type'] = type;
  }),
];

for (const name of ['order-desk.yaml', 'every-type.yaml']) {
  test(`the shared schema says of each small change of ${name} what the original says`, () => {
    const whole: unknown = parse(fixture(name));
    let refused = 0;
    for (const path of pathsIn(whole)) {
      for (const mutation of mutations) {
        const changed = edited(whole, path, mutation);
        const isValid = validateOriginal(changed);
        if (!isValid) refused += 1;
        assert.equal(validate(changed), isValid, `${path.join('.')}: ${JSON.stringify(changed)}`);
      }
    }
    assert.ok(refused > 1000, String(refused));
  });
}

test('every service gets the schemas that are made here (npm run schemas)', () => {
  const written = [...editorSchemas().keys()].map((path) => [path, templateText(path)] as const);
  assert.deepEqual(new Map(written), editorSchemas());
});

test('what is there several times is defined once, so that the file is short', () => {
  const text = printSchema(jsonSchema());
  assert.deepEqual(JSON.parse(text), jsonSchema());
  assert.ok(text.split('\n').length < 2000, String(text.split('\n').length));
  assert.ok(text.length < 150_000, String(text.length));
});

test('every mapping is closed or names what it holds, and every key is described', () => {
  const lacking: string[] = [];
  const schema = jsonSchema();
  const definition = (reference: unknown): unknown =>
    Reflect.get(Object(schema['$defs']), String(reference).replace('#/$defs/', ''));
  const seen = new Set<unknown>();
  /** With the keywords of what it refers to. */
  const whole = (part: Record<string, unknown>): Record<string, unknown> => {
    const { $ref, ...own } = part;
    const referred = definition($ref);
    return isMapping(referred) ? { ...whole(referred), ...own } : own;
  };
  const visit = (part: unknown, path: string): void => {
    if (!isMapping(part)) return;
    const { properties, additionalProperties, description, oneOf, items } = whole(part);
    if (typeof description !== 'string' || description === '') lacking.push(path);
    if (part['$ref'] !== undefined) {
      if (seen.has(part['$ref'])) return;
      seen.add(part['$ref']);
    }
    if (isMapping(properties)) {
      const isClosed = additionalProperties === false || isMapping(additionalProperties);
      if (oneOf === undefined && !isClosed) lacking.push(`${path} is open`);
      for (const [key, value] of Object.entries(properties)) visit(value, `${path}.${key}`);
    }
    // Of a list or a mapping it is enough that the whole is described.
    for (const each of [additionalProperties, items]) {
      if (isMapping(each) && whole(each)['properties'] !== undefined) visit(each, `${path}.*`);
    }
    if (Array.isArray(oneOf)) {
      for (const [position, one] of oneOf.entries()) visit(one, `${path}|${position}`);
    }
  };
  visit(schema, '');
  assert.deepEqual(lacking, []);
  assert.ok(seen.size > 50, 'what is shared is seen');
});

test('the schema is JSON Schema 2020-12 without keywords of others, and new for every caller', () => {
  assert.equal(jsonSchema()['$schema'], 'https://json-schema.org/draft/2020-12/schema');
  assert.doesNotMatch(JSON.stringify(jsonSchema()), /discriminator|~kind/);
  assert.notEqual(jsonSchema(), jsonSchema());
});
