import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLater } from '../../src/plan/versions.ts';

/** The order of semver.org, section 11, and one more. */
const ASCENDING = [
  '0.9.0',
  '0.10.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '2.0.0',
];

test('versions are ordered by precedence', () => {
  for (const [i, a] of ASCENDING.entries()) {
    for (const [j, b] of ASCENDING.entries()) assert.equal(isLater(a, b), i > j, `${a} > ${b}`);
  }
});

test('build metadata and other notations do not count', () => {
  assert.equal(isLater('1.0.0+2', '1.0.0+1'), false);
  assert.equal(isLater('next', '1.0.0'), false);
});
