import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnsafePathError } from '../../src/plan/index.ts';
import { assertDistinct, assertSafePath, directoriesOf } from '../../src/plan/paths.ts';

const UNSAFE = [
  '',
  '/etc/passwd',
  'C:/windows',
  'c:\\windows',
  '..',
  '../x',
  'a/../../x',
  'a/./b',
  './a',
  'a//b',
  'a/',
  'a\\b',
  'a\0b',
  'a\nb',
  'a\u007Fb',
  '\uD800',
  'nul',
  'a/CON.txt',
  'com1',
  'LPT9.log/x',
  'com¹',
  'a.',
  'a ',
  'a./b',
  'a?b',
  'a:stream',
  'a|b',
  '.git/hooks/pre-commit',
  'x/.GIT/config',
  'GIT~1/config',
  'e\u0301',
  'x'.repeat(241),
];
const SAFE = [
  'a',
  'src/app.ts',
  '.gitignore',
  '...a',
  'a b',
  'console.ts',
  'com.ts',
  'é/日本',
  '..a',
];

for (const path of UNSAFE) {
  test(`${JSON.stringify(path.slice(0, 30))} is refused`, () => {
    assert.throws(() => assertSafePath(path), UnsafePathError);
  });
}

for (const path of SAFE) {
  test(`${JSON.stringify(path)} is accepted`, () => assertSafePath(path));
}

test('paths that are one where case does not count are refused', () => {
  assert.throws(() => assertDistinct(['a/README.md', 'a/readme.md']), UnsafePathError);
  assert.throws(() => assertDistinct(['a', 'a']), UnsafePathError);
  assert.throws(() => assertDistinct(['Orders/a', 'orders/b']), UnsafePathError);
});

test('a file where another path needs a directory is refused', () => {
  assert.throws(() => assertDistinct(['a', 'a/b']), UnsafePathError);
  assert.throws(() => assertDistinct(['x/A/b/c', 'x/a']), UnsafePathError);
  assertDistinct(['a/b', 'a/c', 'ab']);
});

test('the directories above a path, outermost first', () => {
  assert.deepEqual(directoriesOf('a/b/c'), ['a', 'a/b']);
  assert.deepEqual(directoriesOf('a'), []);
});
