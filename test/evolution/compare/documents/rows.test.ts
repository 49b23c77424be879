import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentParts, documentRowOf } from '../../../../src/evolution/compare/documents/index.ts';
import { isRow, unseenRows } from '../../../../src/evolution/compare/index.ts';
import { documentCases } from './cases.ts';
import { changesBetween } from './documents.ts';

for (const [id, path, was, is] of documentCases) {
  test(`${id} at ${path}: ${documentRowOf(id).change}`, () => {
    const found = changesBetween(was, is);
    const change = found.find((each) => each.id === id && each.path === path);
    assert.ok(change !== undefined, JSON.stringify(found, null, 1));
    const { harm: _, trend: __, ...row } = documentRowOf(id);
    for (const [key, value] of Object.entries(row)) {
      if (key === 'because' || key === 'isInDocument') continue;
      assert.equal(change[key as keyof typeof change], value, key);
    }
    assert.doesNotMatch(change.message, /its step|no step/);
    assert.deepEqual(changesBetween(is, structuredClone(is)), []);
    const places = (changes: typeof found) => changes.map((each) => each.path).sort();
    // Their places have a name of the newer document, or the way back is another kind of change.
    const hasNoWayBack = ['R06', 'F14', 'P14', 'P25'].includes(id);
    if (!hasNoWayBack) assert.ok(places(changesBetween(is, was)).includes(path), 'back');
  });
}

test('each row that documents have is shown by a case, and no other part has it', () => {
  const shown = new Set(documentCases.map(([id]) => id));
  const added = documentParts.flatMap(({ rows }) => Object.keys(rows));
  const unseen = Object.entries(unseenRows).flatMap(([id, row]) => (row.isInDocument ? [id] : []));
  assert.deepEqual(
    [...added, ...unseen].filter((id) => !shown.has(id)),
    [],
  );
  assert.deepEqual(
    added.filter((id) => isRow(id) || Object.hasOwn(unseenRows, id)),
    [],
  );
  assert.equal(new Set(added).size, added.length, 'an identifier is there twice');
});
