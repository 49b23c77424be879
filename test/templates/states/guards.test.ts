import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unmetFields, type Condition } from '../../../templates/src/runtime/states/guards.ts';

const cases: readonly (readonly [string, Condition, unknown, boolean])[] = [
  ['a number is at least itself', { gte: 2 }, 2, true],
  ['a number is not more than itself', { gt: 2 }, 2, false],
  ['numbers are compared as numbers', { lt: 10 }, 9, true],
  ['decimals are compared by their value', { gte: '9.00', isExact: true }, '10.00', true],
  ['negative decimals are below zero', { lt: '0.00', isExact: true }, '-0.01', true],
  [
    'long numbers keep every digit',
    { gt: '9007199254740992', isExact: true },
    '9007199254740993',
    true,
  ],
  [
    'instants are compared as their texts',
    { lte: '2026-01-01T00:00:00.000Z' },
    '2025-12-31T23:59:59.999Z',
    true,
  ],
  ['what is absent is not more than anything', { gte: 0 }, undefined, false],
  ['what is absent is not less than anything', { lt: 100 }, undefined, false],
  ['null is absent', { present: true }, null, false],
  ['what is absent is none of those that are excluded', { not: ['a'] }, undefined, true],
  ['one of several is enough', { anyOf: ['a', 'b'] }, 'b', true],
  ['all that is said must hold', { present: true, not: ['a'] }, 'a', false],
];

for (const [title, condition, value, holds] of cases) {
  test(`${title}: ${JSON.stringify(condition)} of ${String(value)}`, () => {
    assert.deepEqual(unmetFields({ field: condition }, { field: value }), holds ? [] : ['field']);
  });
}
