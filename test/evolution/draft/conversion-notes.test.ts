import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversionNotes } from '../../../src/evolution/draft/conversion-notes.ts';
import { drafted } from './support.ts';

function notesOf(older: object, newer: object): string {
  const { step } = drafted({ count: older }, { count: newer });
  assert.ok(step);
  return conversionNotes(step).join('\n');
}

test('a draft says which values of older clients the new type refuses, and the ways out', () => {
  const note = notesOf({ type: 'string' }, { type: 'integer', minimum: 1, maximum: 50 });
  assert.match(note, /"order\.count" that clients of version 1 send .* are refused/);
  assert.match(
    note,
    /service\.yaml.*retype: \{ field: count, by: hook \} in contracts\/1-to-2\.yaml/,
  );
});

test('a draft says which values of the new type older clients cannot read', () => {
  const note = notesOf({ type: 'integer' }, { type: 'string' });
  assert.match(
    note,
    /Clients of version 1 cannot read a text of "order\.count" that is no integer/,
  );
  assert.match(
    notesOf({ type: 'integer', minimum: 1, maximum: 9 }, { type: 'string' }),
    /that is no integer from 1 to 9\. Give the field a pattern/,
  );
});

for (const [what, maxLength, note] of [
  [
    'says that too long parts of a text are refused',
    80,
    /"order\.first" that clients of version 1 send as a part of "name" .* are refused.*split: \{ field: name, into: \[first, last\], by: hook \} in contracts/,
  ],
  ['says nothing of parts that are as long as the text', 120, /^$/],
] as const) {
  test(`a draft ${what}`, () => {
    const { step } = drafted(
      { name: { type: 'string', maxLength: 120 } },
      { first: { type: 'string', maxLength }, last: { type: 'string', maxLength: 120 } },
      {
        'resources.order.fields.name.became': ['first', 'last'],
        'resources.order.fields.name.separator': ' ',
      },
    );
    assert.ok(step);
    assert.match(conversionNotes(step).join('\n'), note);
  });
}

for (const [what, older, newer] of [
  ['another type holds every value', { type: 'integer' }, { type: 'number' }],
  ['a text has room for each number', { type: 'date' }, { type: 'date-time' }],
  ['a function converts', { type: 'boolean' }, { type: 'integer' }],
] as const) {
  test(`a draft says nothing where ${what}`, () => assert.equal(notesOf(older, newer), ''));
}

test('the question about a separator says what becomes of a text without it, and of one that has it more often', () => {
  const text = { type: 'string', maxLength: 120 };
  const became = (paths: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(paths).map(([path, to]) => [`resources.order.fields.${path}.became`, to]),
    );
  const helpOf = (older: object, newer: object, answers: Readonly<Record<string, unknown>>) =>
    drafted(older, newer, became(answers)).questions.find(({ place }) =>
      place.endsWith('.separator'),
    )?.help ?? '';
  const split = helpOf({ name: text }, { first: text, last: text }, { name: ['first', 'last'] });
  assert.match(
    split,
    /text without it goes into "first" as a whole.* "last" takes all that is left/,
  );
  const merged = helpOf(
    { road: text, city: text },
    { place: text },
    { road: 'place', city: 'place' },
  );
  assert.match(merged, /Older clients are shown a text without it in "road" as a whole/);
});
