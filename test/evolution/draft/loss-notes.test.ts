import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lossNotes } from '../../../src/evolution/draft/loss-notes.ts';
import { drafted } from './support.ts';

function notesOf(
  older: object,
  newer: object,
  answers: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const { step } = drafted(older, newer, answers);
  assert.ok(step);
  return lossNotes(step);
}

const note = { note: { type: 'string' } };

test('a draft says that a field which goes is lost without an error', () => {
  const about = { 'resources.order.fields.remark.becomes': null };
  const [only = ''] = notesOf({ ...note, remark: { type: 'string' } }, note, about);
  assert.equal(
    only,
    'Clients of version 1 lose something without an error: "order.remark" is not kept where they send it, and is not shown any more.',
  );
});

test('a draft says which values become others for good', () => {
  const kind = (...values: readonly string[]) => ({ kind: { type: 'enum', values } });
  const about = { 'resources.order.fields.kind.values.pedal': 'row' };
  const [only = ''] = notesOf(kind('row', 'pedal'), kind('row'), about);
  assert.match(only, /"order\.kind" is shown as "row" where it was "pedal"/);
});

test('a draft says nothing of what is only called otherwise', () => {
  const renamed = { text: { type: 'string', renamedFrom: 'note' } };
  assert.deepEqual(notesOf(note, renamed), []);
});
