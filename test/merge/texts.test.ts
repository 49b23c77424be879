import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { merge } from '../../src/merge/index.ts';
import { ALL_CASES, seed } from './support/cases.ts';
import { edit, handEdits } from './support/hand-edits.ts';
import { changes, renderChanged } from './support/renderings.ts';

const style = { printWidth: 100, singleQuote: true };
const generations = await Promise.all(
  Object.values(changes).map(async (edits) => {
    const files = await renderChanged(edits);
    return new Map(files.map(({ path, text }) => [path, text]));
  }),
);

/** Files that at least one change of the specification changes. */
const paths = [...(generations[0]?.keys() ?? [])].filter(
  (path) => new Set(generations.map((files) => files.get(path))).size > 1,
);

const anyCase = fc.constantFrom(...paths).chain((path) => {
  const texts = [...new Set(generations.flatMap((files) => files.get(path) ?? []))];
  return fc.record({
    path: fc.constant(path),
    versions: fc.shuffledSubarray(texts, { minLength: 2, maxLength: 2 }),
    edits: handEdits(path.endsWith('.ts') ? 'typescript' : 'other'),
  });
});

test('a merge of random edits loses no word, brings back no line and can be repeated', async (context) => {
  const seen = { clean: 0, conflict: 0 };
  const property = fc.asyncProperty(anyCase, async ({ path, versions, edits }) => {
    const [base = '', next = ''] = versions;
    const { text: mine, typed, removed } = edit(base, edits);
    const merged = await merge({ path, base, mine, next, style });
    seen[merged.kind] += 1;
    for (const word of typed) assert.ok(merged.text.includes(word), `${word} is lost`);
    const added = wordsOf(next).difference(wordsOf(base));
    const now = wordsOf(merged.text);
    for (const word of added) assert.ok(now.has(word), `${word} is generated and does not come in`);
    if (merged.kind === 'conflict') return;
    const lines = new Set(merged.text.split(/\r?\n/).map((line) => line.trim()));
    const offered = next.split('\n').map((line) => line.trim());
    for (const line of removed) {
      if (offered.filter((each) => each === line).length !== 1) continue;
      assert.ok(!lines.has(line), `"${line}" comes back`);
    }
    const again = await merge({ path, base: next, mine: merged.text, next, style });
    assert.deepEqual(again, { kind: 'clean', text: merged.text });
  });
  await fc.assert(property, { numRuns: ALL_CASES * 0.9, seed });
  assert.ok(seen.clean > seen.conflict * 2, JSON.stringify(seen));
  assert.ok(seen.conflict > ALL_CASES / 100, JSON.stringify(seen));
  context.diagnostic(JSON.stringify(seen));
});

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/\w+/g));
}
