import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRow, parts } from '../../../src/evolution/compare/index.ts';
import { allFeatures } from '../../search/features.ts';

const keys = new Map(parts.flatMap((part) => Object.entries(part.keys)));

/** Keys of the schema; those of fields, members, items and inputs are the same ones. */
const schemaKeys = new Set(
  [...allFeatures()]
    .filter((feature) => !feature.includes('='))
    .map((key) => key.replace(/^(member|item|input)\./, 'field.')),
);

/** Whether a key of the table is about a key of the schema. */
function covers(declared: string, key: string): boolean {
  if (!declared.endsWith('.**')) return declared === key;
  const group = declared.slice(0, -'.**'.length);
  return key === group || key.startsWith(`${group}.`) || key.startsWith(`${group}[]`);
}

test('each key of the schema has its rows, or a reason why clients do not see it', () => {
  const uncovered = [...schemaKeys].filter(
    (key) => ![...keys.keys()].some((declared) => covers(declared, key)),
  );
  assert.deepEqual(uncovered, []);
});

test('each key that has rows is one of the schema', () => {
  const unknown = [...keys].filter(
    ([declared, rows]) =>
      !('notContract' in rows) && ![...schemaKeys].some((key) => covers(declared, key)),
  );
  assert.deepEqual(unknown, []);
});

test('rows of keys are rows of the table', () => {
  const unknown = [...keys.values()].flatMap((rows) =>
    'notContract' in rows ? [] : rows.filter((id) => !isRow(id)),
  );
  assert.deepEqual(unknown, []);
});
