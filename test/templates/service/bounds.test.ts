import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBounds } from '../../../templates/src/runtime/service/openapi/bounds.ts';

const formats: readonly (readonly [minimum: number, maximum: number, format: string])[] = [
  [0, 9, 'int32'],
  [-(2 ** 31), 2 ** 31 - 1, 'int32'],
  [-(2 ** 31) - 1, 0, 'int64'],
  [0, 2 ** 31, 'int64'],
  [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'int64'],
];

for (const [minimum, maximum, format] of formats) {
  test(`a whole number from ${String(minimum)} to ${String(maximum)} is documented as ${format}`, () => {
    assert.equal(withBounds({ type: 'integer', minimum, maximum })['format'], format);
  });
}
