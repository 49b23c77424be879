import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { rulesOf } from './conformance/rules.ts';

const root = join(import.meta.dirname, '..', '..');
const [, ...sections] = readFileSync(join(root, 'SECURITY.md'), 'utf8').split(/^## /m);
const risks = sections.filter((section) => /^API\d+:2023 /.test(section));

/** IDs of the rules that the titles of a test file name. */
function provenIn(file: string): ReadonlySet<string> {
  const text = readFileSync(join(root, file), 'utf8');
  const titles = text.matchAll(/\btest\(\s*(['"`])(.*?)\1/gs);
  return new Set([...titles].flatMap(([, , title = '']) => rulesOf(title)));
}

describe('what SECURITY.md says', () => {
  test('it has a section for each of the ten risks', () => {
    const names = risks.map((section) => section.split(':')[0]);
    assert.deepEqual(
      names,
      Array.from({ length: 10 }, (_, index) => `API${String(index + 1)}`),
    );
  });

  for (const section of risks) {
    const [title = ''] = section.split('\n');
    test(`${title}: the tests that it names are there`, () => {
      const proofs = [...section.matchAll(/^- `(test\/\S+)`: (.+)$/gm)];
      assert.ok(proofs.length > 0);
      for (const [, file = '', rules = ''] of proofs) {
        const proven = provenIn(file);
        for (const rule of rules.split(', ')) {
          assert.ok(proven.has(rule), `${file} has a test of ${rule}`);
        }
      }
    });
  }
});
