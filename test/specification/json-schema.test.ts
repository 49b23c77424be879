import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { jsonSchema } from '../../src/specification/index.ts';
import { isMapping } from '../../src/specification/plain.ts';
import { fixture, mistakesIn, withField, withSections } from './support.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
addFormats.default(ajv);
const validate = ajv.compile(jsonSchema());

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
    assert.notEqual(mistakesIn(text).length, 0);
  });
}

test('editors refuse the file with thirty mistakes', () => {
  assert.equal(validate(parse(fixture('thirty-mistakes.yaml'))), false);
});

test('every mapping is closed or names what it holds, and every key is described', () => {
  const lacking: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (!isMapping(schema)) return;
    const { properties, additionalProperties, description, oneOf, $ref } = schema;
    if (isMapping(properties)) {
      const isClosed = additionalProperties === false || isMapping(additionalProperties);
      if (oneOf === undefined && !isClosed) lacking.push(`${path} is open`);
      for (const [key, value] of Object.entries(properties)) {
        if (
          !isMapping(value) ||
          typeof value['description'] !== 'string' ||
          value['description'] === ''
        ) {
          if (!isMapping(value) || value['$ref'] === undefined) lacking.push(`${path}.${key}`);
        }
        visit(value, `${path}.${key}`);
      }
    }
    if (isMapping(additionalProperties)) visit(additionalProperties, `${path}.*`);
    if (description === undefined && $ref === undefined) lacking.push(path);
    if (Array.isArray(oneOf))
      for (const [position, one] of oneOf.entries()) visit(one, `${path}|${position}`);
  };
  const schema = jsonSchema();
  visit(schema, '');
  for (const [name, one] of Object.entries(isMapping(schema['$defs']) ? schema['$defs'] : {}))
    visit(one, name);
  assert.deepEqual(lacking, []);
});

test('the schema is JSON Schema 2020-12 without keywords of others, and new for every caller', () => {
  assert.equal(jsonSchema()['$schema'], 'https://json-schema.org/draft/2020-12/schema');
  assert.doesNotMatch(JSON.stringify(jsonSchema()), /discriminator|~kind/);
  assert.notEqual(jsonSchema(), jsonSchema());
});
