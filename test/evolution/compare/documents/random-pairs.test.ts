import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { anyDocument } from './any-documents.ts';
import { compared } from './documents.ts';

const numRuns = 60;

/** Schemas that only refer to themselves are no schemas, and refused. */
function placesOf(result: ReturnType<typeof compared>): string[] | undefined {
  return result.ok ? result.changes.map(({ path }) => path) : undefined;
}

test('a document does not differ from itself', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      assert.deepEqual(placesOf(compared(document, structuredClone(document))) ?? [], []);
    }),
    { numRuns },
  );
});

test('the way back finds the same places', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (was, is) => {
      const [there, back] = [placesOf(compared(was, is)), placesOf(compared(is, was))];
      if (there === undefined || back === undefined) return;
      // A prefix that went from the servers to the paths is written as the newer document does.
      const bare = (paths: string[]) => new Set(paths.map((path) => path.replace('./v1/', './')));
      const [one, other] = [bare(there), bare(back)];
      assert.deepEqual([...one.symmetricDifference(other)].filter(hasWayBack).sort(), []);
    }),
    { numRuns },
  );
});

/** That pages go is a change of its own, and a parameter that moves has the place of the newer document. */
function hasWayBack(path: string): boolean {
  return !/\.parameters(\.\w+\.[\w-]+)?$/.test(path);
}

test('changes are sorted by path and identifier, each is there once, and says what it is', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (was, is) => {
      const result = compared(was, is);
      if (!result.ok) return;
      const keys = result.changes.map(({ id, path }) => `${path}\n${id}`);
      assert.deepEqual(keys, [...new Set(keys)].sort());
      for (const { message } of result.changes) assert.match(message, /^\w.*\.$/u);
    }),
    { numRuns },
  );
});
