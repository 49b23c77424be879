import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSpecifications, parts, rowOf } from '../../../src/evolution/compare/index.ts';
import { hintsOf } from '../../../src/evolution/hints.ts';
import { cases } from './cases.ts';
import { specificationWith } from './specifications.ts';

for (const [id, path, was, is] of cases) {
  test(`${id} at ${path}: ${rowOf(id).change}`, () => {
    const { resolved: before } = specificationWith(was);
    const { resolved: after, specification } = specificationWith(is);
    const found = compareSpecifications(before, after, hintsOf(specification, before));
    const change = found.find((each) => each.id === id && each.path === path);
    assert.ok(change !== undefined, JSON.stringify(found, null, 1));
    const { harm: _, trend: __, ...row } = rowOf(id);
    for (const [key, value] of Object.entries(row)) {
      assert.equal(change[key as keyof typeof row], value, key);
    }
    assert.deepEqual(compareSpecifications(after, structuredClone(after)), []);
  });
}

test('each row of the table is shown by a case', () => {
  const shown = new Set(cases.map(([id]) => id));
  const rows = parts.flatMap((part) => Object.keys(part.rows));
  assert.deepEqual(
    rows.filter((id) => !shown.has(id)),
    [],
  );
  assert.equal(new Set(rows).size, rows.length, 'an identifier is there twice');
});
