import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { diffLines, unifiedDiff } from '../../src/plan/diff.ts';
import { temporary, write } from './support/trees.ts';

const text = fc
  .tuple(fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n')), fc.constantFrom('', 'a', 'b'))
  .map(([lines, end]) => lines.join('') + end);

test('removed and kept lines are the old text, added and kept ones the new, and no script is shorter', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const side = (sign: '-' | '+'): string =>
        lines
          .filter((line) => line.sign === ' ' || line.sign === sign)
          .map((line) => line.text)
          .join('');
      assert.equal(side('-'), before);
      assert.equal(side('+'), after);
      const changed = lines.filter(({ sign }) => sign !== ' ').length;
      assert.equal(changed, shortest(split(before), split(after)));
    }),
    { numRuns: 500 },
  );
});

test('a unified diff is one that patch understands', async (t) => {
  await using directory = await temporary();
  const target = join(directory.path, 'a');
  for (const [before, after] of fc.sample(fc.tuple(text, text), 40)) {
    await write(directory.path, { a: before });
    const input = `--- a\n+++ a\n${unifiedDiff(before, after)}`;
    if (before === after || before === '') continue;
    const patched = spawnSync('patch', ['--posix', '-o', '-', target], { input, encoding: 'utf8' });
    if (patched.error !== undefined) {
      t.skip('no patch');
      return;
    }
    assert.equal(patched.stdout, after, patched.stderr + input);
  }
});

test('a unified diff has three lines of context', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index}\n`);
  const changed = lines.with(4, 'x\n').with(17, 'y\n');
  assert.equal(
    unifiedDiff(lines.join(''), changed.join('')),
    '@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+x\n 5\n 6\n 7\n@@ -15,6 +15,6 @@\n 14\n 15\n 16\n-17\n+y\n 18\n 19\n',
  );
  assert.equal(unifiedDiff('a\n', 'a\n'), '');
  assert.equal(unifiedDiff('a', 'a\n'), '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n');
});

test('two long texts without a common line are compared at once', () => {
  assert.equal(diffLines(long('a'), long('b')).length, 40_000);
});

function long(word: string): string {
  return Array.from({ length: 20_000 }, (_, index) => `${word}${index}\n`).join('');
}

function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** By the longest common subsequence. */
function shortest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const line of a) {
    const next = [0];
    for (const [j, other] of b.entries()) {
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return a.length + b.length - 2 * (row.at(-1) ?? 0);
}
