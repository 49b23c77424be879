import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Type as TypeBox } from 'typebox';
import { Type } from '../../../templates/src/runtime/resources/type.ts';

type Builder = typeof Type;

/** One call of each function, with and without options. */
const schemas: Readonly<Record<keyof Builder, (type: Builder) => readonly unknown[]>> = {
  Object: (type) => [
    type.Object({}),
    type.Object({ a: type.String(), b: type.Optional(type.Null()) }, { title: 'T' }),
    type.Object({ a: type.Optional(type.String()) }),
  ],
  Array: (type) => [type.Array(type.Null()), type.Array(type.Null(), { maxItems: 3 })],
  String: (type) => [type.String(), type.String({ maxLength: 3 })],
  Integer: (type) => [type.Integer(), type.Integer({ minimum: 3 })],
  Number: (type) => [type.Number(), type.Number({ multipleOf: 0.1 })],
  Boolean: (type) => [type.Boolean(), type.Boolean({ default: true })],
  Null: (type) => [type.Null(), type.Null({ title: 'T' })],
  Unknown: (type) => [type.Unknown(), type.Unknown({ title: 'T' })],
  Enum: (type) => [type.Enum(['a', 'b']), type.Enum(['a', 1], { default: 'a' })],
  Literal: (type) => [type.Literal('a'), type.Literal(1), type.Literal(true, { title: 'T' })],
  Union: (type) => [type.Union([type.Null(), type.String()], { title: 'T' })],
  Unsafe: (type) => [type.Unsafe<string>({ type: 'string', format: 'decimal' })],
  Optional: (type) => [
    type.Optional(type.String({ title: 'T' })),
    type.Object({ a: type.Optional(TypeBox.String()), b: TypeBox.Optional(type.String()) }),
  ],
};

describe('builders of schemas', () => {
  for (const [name, build] of Object.entries(schemas)) {
    test(`${name} gives the text that TypeBox gives`, () => {
      assert.equal(JSON.stringify(build(Type)), JSON.stringify(build(TypeBox)));
    });
  }

  test('are all that the generator writes into a service', () => {
    const source = new URL('../../../src/rendering/views/schema-code.ts', import.meta.url);
    const text = readFileSync(source, 'utf8');
    const written = [...text.matchAll(/typed\('(\w+)'|'Type\.(\w+)'/g)].map(
      ([, typed, named]) => typed ?? named ?? '',
    );
    assert.ok(written.includes('Number'));
    assert.deepEqual(
      written.filter((name) => !(name in Type)),
      [],
    );
  });
});
