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

for (const [what, older, newer] of [
  ['another type holds every value', { type: 'integer' }, { type: 'number' }],
  ['a text has room for each number', { type: 'date' }, { type: 'date-time' }],
  ['a function converts', { type: 'boolean' }, { type: 'integer' }],
] as const) {
  test(`a draft says nothing where ${what}`, () => assert.equal(notesOf(older, newer), ''));
}
