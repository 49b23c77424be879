import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveField } from '../../src/specification/index.ts';
import { sharedValues } from '../../src/specification/values/shared.ts';

type Written = Parameters<typeof resolveField>[0];

const shared = (one: Written, other: Written) => {
  const { field, key } = sharedValues(resolveField(one), resolveField(other));
  return key ?? JSON.parse(JSON.stringify(field));
};

function shares(title: string, one: Written, other: Written, expected: object | string): void {
  test(title, () => {
    for (const found of [shared(one, other), shared(other, one)]) {
      if (typeof expected === 'string') assert.equal(found, expected);
      else assert.partialDeepStrictEqual(found, expected);
    }
  });
}

shares(
  'texts of two lengths',
  { type: 'string', maxLength: 10, example: 'a' },
  { type: 'string', minLength: 3, maxLength: 40, pattern: '^a' },
  { minLength: 3, maxLength: 10, pattern: '^a' },
);
shares(
  'texts of which one is always longer',
  { type: 'string', maxLength: 3 },
  { type: 'string', minLength: 4 },
  'minLength and maxLength',
);
shares(
  'two patterns',
  { type: 'string', pattern: '^a' },
  { type: 'string', pattern: '^b' },
  'pattern',
);
shares(
  'words of which some are the same',
  { type: 'enum', values: ['a', 'b'] },
  { type: 'enum', values: ['b', 'c'] },
  { values: ['b'] },
);
shares(
  'words of which none is the same',
  { type: 'enum', values: ['a'] },
  { type: 'enum', values: ['c'] },
  'values',
);
shares(
  'numbers within two ranges',
  { type: 'integer', minimum: 3, exclusiveMaximum: 10 },
  { type: 'integer', exclusiveMinimum: 3, maximum: 10 },
  { exclusiveMinimum: 3, exclusiveMaximum: 10 },
);
shares(
  'ranges with nothing in common',
  { type: 'integer', maximum: 3 },
  { type: 'integer', exclusiveMinimum: 3 },
  'minimum and maximum',
);
shares(
  'a range and the only values',
  { type: 'integer', minimum: 3 },
  { type: 'integer', enum: [1, 4, 5] },
  { minimum: 4, maximum: 5, values: [4, 5] },
);
