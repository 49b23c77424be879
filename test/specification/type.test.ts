import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as Typebox } from 'typebox';
import { Type } from '../../src/specification/schema/type.ts';

const shown = { description: 'What it is.', default: 3 };

/** The same schemas by one library and by the other. */
function schemasBy(T: typeof Type) {
  const text = T.String({ minLength: 1, ...shown });
  const members = {
    text,
    optional: T.Optional(text),
    list: T.Array(T.Integer(), { maxItems: 3, ...shown }),
    word: T.Literal('word', shown),
    number: T.Optional(T.Number()),
  };
  return [
    text,
    T.Boolean(shown),
    T.Integer({ minimum: 1 }),
    T.Number(),
    T.Literal(3),
    T.Unknown(shown),
    T.Array(T.Unknown()),
    T.Unsafe<string>({ type: ['string', 'null'], ...shown }),
    T.Optional(text),
    T.Object(members, { additionalProperties: false, ...shown }),
    T.Object({ optional: T.Optional(T.Boolean()) }),
    T.Object({}),
    // What is optional in one object is so in each, and what it was made of is not.
    T.Object({ again: members.optional, text }),
  ];
}

test('schemas are made as TypeBox makes them, key for key and in its order', () => {
  const expected = schemasBy(Typebox).map((schema) => JSON.stringify(schema));
  assert.deepEqual(
    schemasBy(Type).map((schema) => JSON.stringify(schema)),
    expected,
  );
});
