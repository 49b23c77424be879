import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { prove } from '../search/prove.ts';
import { repository, temporaryDirectory } from './generated.ts';

/** A line such as `# tests: test/runtime/conformance/4a*.test.ts`: what proves that the cause is gone; `document` is the OpenAPI document. All of it unless the line is there. */
const selecting = /^# tests: (.+)$/m;

/** What the line for tests selects, as it stands there. */
export function selectedTests(specification: string): string | undefined {
  return selecting.exec(specification)?.[1];
}

/**
 * Paths of small specifications, or of two versions each; each of them once made a service that was refused, did not compile, or
 * turned its own tests red.
 */
export function regressions(): string[] {
  return globSync(join(repository, 'test', 'regressions', '**', '*.yaml')).toSorted();
}

/** Tests that services of such specifications compile, and that their own tests are green. */
export function describeRegressions(paths: readonly string[]): void {
  describe('a specification that once was not carried', { concurrency: 2 }, () => {
    const root = temporaryDirectory();
    after(() => rmSync(root, { recursive: true, force: true }));

    for (const path of paths) {
      const name = basename(path, '.yaml');
      test(name, async () => {
        const text = readFileSync(path, 'utf8');
        const tests = selectedTests(text);
        const directory = join(root, name);
        const proof = await prove(text, {
          directory,
          tests: tests?.split(' ') ?? 'all',
          environment: { TEST_DATABASE_URL: 'none' },
          isRemembered: true,
        });
        assert.deepEqual(proof.findings, []);
        const isProved = proof.tests > proof.skipped || tests === 'document';
        assert.ok(isProved, `something was proved by ${tests ?? 'all tests'}`);
        rmSync(directory, { recursive: true });
      });
    }
  });
}
