import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { nodeProcesses } from '../../src/plan/processes.ts';
import { fastFiles, intercept, isChange } from './support/intercepted.ts';
import { run } from './support/outputs.ts';
import { SCENARIOS } from './support/scenario.ts';
import { temporary } from './support/trees.ts';

/** After these renames what was written before must survive a power failure. */
const POINTS = /\/(tree|manifest\.draft|journal\/journal-[^/]+)$/;

for (const scenario of SCENARIOS) {
  test(`every directory is flushed before a point of no return: ${scenario.name}`, async () => {
    await using directory = await temporary();
    const root = join(directory.path, scenario.destination);
    await scenario.prepare(root, { files: fastFiles, processes: nodeProcesses });
    let dirty: string[] = [];
    let points = 0;
    const files = intercept(fastFiles, async (call) => {
      const [from = '', to = from] = call.paths;
      if (call.operation === 'sync') dirty = dirty.filter((path) => path !== from);
      if (call.operation === 'rename') {
        if (POINTS.test(from)) {
          points += 1;
          assert.deepEqual(
            dirty.filter((path) => matters(path, from)),
            [],
          );
        }
        dirty = dirty.map((path) => (path.startsWith(from) ? to + path.slice(from.length) : path));
      }
      if (call.operation === 'rmdir') dirty = dirty.filter((path) => path !== from);
      if (isChange(call)) dirty.push(...[from, to].map((path) => dirname(path)));
    });
    await run(root, scenario.files, scenario.options, { files, processes: nodeProcesses });
    assert.ok(points > 0);
  });
}

/** Temporary texts need not survive once they have been moved, nor a staging directory around what appears by the rename. */
function matters(path: string, from: string): boolean {
  return from.endsWith('/tree')
    ? path.startsWith(from)
    : !/\/journal-[^/]+\/(new|old|deleted)$/.test(path) || from.endsWith('.draft');
}
