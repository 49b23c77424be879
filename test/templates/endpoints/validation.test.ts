import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Problem } from '../../../templates/src/runtime/errors/problem.ts';
import { checkChanged, violationsOf } from '../../../templates/src/runtime/endpoints/validation.ts';

const codesOf = (...given: Parameters<typeof violationsOf>) =>
  violationsOf(...given).map(({ code }) => code);

/** A list or an object that counts how much of it is looked at. */
function counted<Whole extends object>(whole: Whole): { readonly value: Whole; looks(): number } {
  let looks = 0;
  const value = new Proxy(whole, {
    get(target, name, receiver): unknown {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name, receiver);
    },
    getOwnPropertyDescriptor(target, name) {
      looks += 1;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  return { value, looks: () => looks };
}

test('of half a million wrong items a hundred are looked at', () => {
  const { value, looks } = counted(Array.from({ length: 500_000 }, () => 1));
  const schema = Type.Array(Type.String(), { maxItems: 20, uniqueItems: true });
  assert.deepEqual(new Set(codesOf(schema, value, 'body')), new Set(['maxItems', 'type']));
  assert.equal(violationsOf(schema, value, 'body').length, 100);
  assert.ok(looks() < 500, String(looks()));
});

test('of fifty thousand unknown members a hundred are looked at', () => {
  const members = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, at) => [`m${String(at)}`, 1]),
  );
  const { value, looks } = counted(members);
  const schema = Type.Object(
    { name: Type.Optional(Type.String()) },
    { additionalProperties: false },
  );
  const found = violationsOf(schema, value, 'body');
  assert.equal(found.length, 100);
  assert.deepEqual(found.at(-1)?.at, '/m99');
  assert.ok(looks() < 500, String(looks()));
});

test('lists of lists end as early', () => {
  const rows = Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => 1));
  const { value, looks } = counted(rows);
  const schema = Type.Object({ rows: Type.Array(Type.Array(Type.String())) });
  assert.equal(violationsOf(schema, { rows: value }, 'body').length, 100);
  assert.equal(looks(), 1);
});

test('a text that is too long is compared with no pattern and no format', () => {
  // It would take until tomorrow.
  const slow = Type.String({ maxLength: 10, pattern: '^(a+)+$' });
  assert.deepEqual(codesOf(slow, `${'a'.repeat(60)}!`, 'body'), ['maxLength']);
  const day = Type.String({ maxLength: 10, format: 'date' });
  assert.deepEqual(codesOf(day, 'x'.repeat(21), 'body'), ['maxLength']);
  assert.deepEqual(codesOf(day, 'x', 'body'), ['format']);
  // Ten characters, of two units each.
  const faces = Type.String({ maxLength: 10, pattern: '^\\p{L}+$' });
  assert.deepEqual(codesOf(faces, '\u{1F600}'.repeat(10), 'body'), ['pattern']);
});

test('a format that nobody knows is a mistake of who wrote the schema', () => {
  assert.throws(() => violationsOf(Type.String({ format: 'dat' }), 'x', 'body'), /format dat/);
});

test('a change is checked in the members that it changes: a stored value may be of a time before the schema', () => {
  const schema = Type.Object(
    {
      title: Type.String({ maxLength: 3 }),
      'a/b': Type.Optional(Type.Array(Type.String({ maxLength: 1 }))),
      note: Type.Optional(Type.String({ maxLength: 3 })),
    },
    { additionalProperties: false },
  );
  const before = { title: 'longer', 'a/b': ['x', 'yy'] };
  checkChanged(schema, { ...before, note: 'new' }, before);
  const refused = (changed: Readonly<Record<string, unknown>>): string[] => {
    try {
      checkChanged(schema, changed, before);
      return [];
    } catch (error) {
      assert.ok(error instanceof Problem);
      return (error.details.errors ?? []).map(({ at }) => at);
    }
  };
  assert.deepEqual(refused({ ...before, title: 'other' }), ['/title']);
  assert.deepEqual(refused({ ...before, 'a/b': ['yy'] }), ['/a~1b/0']);
  assert.deepEqual(refused({ ...before, note: 'long' }), ['/note']);
  assert.deepEqual(refused({ title: 'longer', more: 1 }), ['/more']);
  assert.deepEqual(refused({ 'a/b': ['x', 'yy'] }), ['/title']);
});
