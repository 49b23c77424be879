import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converts, losesDigits } from '../../src/migrations/compare/conversions.ts';
import type { ColumnType } from '../../src/migrations/definition.ts';
import {
  hasConversion,
  mayLose,
} from '../../templates/src/runtime/storage/migrations/conversions.ts';

const types: readonly ColumnType[] = [
  'boolean',
  'integer',
  'long',
  'number',
  'date',
  'time',
  'dateTime',
  'duration',
  'text',
  'json',
  'binary',
  'uuid',
  { decimal: [18, 2] },
  { decimal: [9, 4] },
];

test('the generator asks for an expression exactly where the library of a service has no rule', () => {
  for (const from of types) {
    for (const to of types) {
      const pair = JSON.stringify([from, to]);
      assert.equal(converts(from, to), hasConversion(from, to), pair);
      assert.equal(losesDigits({ type: from }, { type: to }), mayLose(from, to), pair);
    }
  }
});
