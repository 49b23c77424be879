import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  applyPlan,
  type Environment,
  makePlan,
  ObstaclesError,
  type OutputFile,
  type Plan,
  recover,
} from '../../src/plan/index.ts';
import { dyingFiles, failingFiles, fastFiles } from './support/intercepted.ts';
import { actions, OPTIONS, output } from './support/outputs.ts';
import { type Edit, Person } from './support/person.ts';
import { deadProcesses } from './support/processes.ts';
import { identities, snapshot, temporary, write } from './support/trees.ts';

const DEAD: Environment = { files: fastFiles, processes: deadProcesses };
const PATHS = ['a', 'b', 'dir/a', 'dir/b', 'dir/sub/c', 'é x/a', '.resource-service/schema.json'];

/** A generation: what a person does before it, what it generates, and what goes wrong in it. */
interface Step {
  readonly edits: readonly Edit[];
  readonly outputs: readonly OutputFile[];
  readonly trouble: { readonly kind: 'none' | 'death' | 'failure'; readonly at: number };
}

const path = fc.constantFrom(...PATHS);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('type', 'delete', 'delete', 'revert'), path }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('link', 'folder', 'crlf', 'paste', 'binary'),
      path,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('linked-folder'),
      path: fc.constantFrom('dir/a', 'dir/sub/c', 'é x/a'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('type'),
      path: fc.constantFrom('mine', 'dir/mine', 'own/x'),
    }),
  },
);
const outputs = fc
  .uniqueArray(
    fc.record({
      path,
      text: fc.constantFrom('one\n', 'two\n', 'three\n', 'one\nfour', ''),
      ownership: fc.constantFrom('generated', 'generated', 'generated', 'owned', 'history'),
      executable: fc.boolean(),
    }),
    { selector: (file) => file.path, maxLength: PATHS.length },
  )
  .map((files) =>
    files.map(({ path, text, ownership, executable }) => {
      return { ...output(path, text, ownership), executable };
    }),
  );
const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edit, { maxLength: 3 }),
  outputs,
  trouble: fc.record({
    kind: fc.constantFrom('none', 'death', 'failure'),
    at: fc.integer({ min: 1, max: 120 }),
  }),
});

test('random edits and random generations keep the guarantees G1 to G7 and G10', async () => {
  const seen = { applied: 0, refused: 0, interrupted: 0, deletedByUser: 0, left: 0, kept: 0 };
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 6 }),
    async (steps) => {
      await using directory = await temporary();
      const [root, outside] = [join(directory.path, 'service'), join(directory.path, 'outside')];
      await write(outside, { file: 'outside', 'folder/a': 'outside' });
      const untouchable = await snapshot(outside);
      const person = new Person(root, outside);
      for (const { edits, outputs, trouble } of steps) {
        if (edits.length > 0) await mkdir(root, { recursive: true });
        for (const each of edits) await person.edit(each);
        await recover(root, DEAD);
        const plan = await planFor(root, outputs);
        if (plan.obstacles.length > 0) {
          seen.refused += 1;
          await assertRefused(root, plan);
          continue;
        }
        seen.applied += 1;
        const before = await person.look(outputs);
        if (await interrupt(root, plan, trouble)) seen.interrupted += 1;
        await applyPlan(await planFor(root, outputs), {}, DEAD);
        await before.assertKept(plan);
        await assertSettled(root, outputs);
        for (const { action } of plan.files) {
          if (action === 'deleted-by-user') seen.deletedByUser += 1;
          if (action === 'leave') seen.left += 1;
          if (action === 'keep') seen.kept += 1;
        }
      }
      assert.deepEqual(await snapshot(outside), untouchable);
    },
  );
  await fc.assert(property, { numRuns: 150 });
  for (const [what, count] of Object.entries(seen)) assert.ok(count > 2, `${what}: ${count}`);
});

/** G10: the same plan, in whatever order the files come. */
async function planFor(root: string, outputs: readonly OutputFile[]): Promise<Plan> {
  const plan = await makePlan(root, outputs, OPTIONS, DEAD);
  assert.deepEqual(await makePlan(root, outputs.toReversed(), OPTIONS, DEAD), plan);
  return plan;
}

async function assertRefused(root: string, plan: Plan): Promise<void> {
  const before = await identities(root);
  await assert.rejects(applyPlan(plan, {}, DEAD), ObstaclesError);
  assert.deepEqual(await identities(root), before);
}

/** G7: whatever happens in a run, afterwards all of it is done or nothing. Tells whether it had no effect. */
async function interrupt(
  root: string,
  plan: Plan,
  { kind, at }: Step['trouble'],
): Promise<boolean> {
  if (kind === 'none') return false;
  const before = await snapshot(root);
  const { files } = kind === 'death' ? dyingFiles(at, at % 2 === 0) : failingFiles(at, 'ENOSPC');
  await applyPlan(plan, {}, { ...DEAD, files }).catch(() => undefined);
  const { left } = await recover(root, DEAD);
  assert.deepEqual(left, []);
  const after = await snapshot(root);
  try {
    assert.deepEqual(after, before);
    return true;
  } catch {
    for (const change of plan.changes) await assertDone(root, change);
    return false;
  }
}

async function assertDone(root: string, { path, after }: Plan['changes'][number]): Promise<void> {
  const { [path]: now } = await snapshot(root);
  const text = after && Buffer.from(after.text).toString('latin1');
  assert.equal(now?.replace(/^file \d+ /, ''), text);
}

/** G3: the next run writes nothing. */
async function assertSettled(root: string, outputs: readonly OutputFile[]): Promise<void> {
  const before = await identities(root);
  const plan = await planFor(root, outputs);
  assert.deepEqual(plan.changes, [], JSON.stringify(actions(plan)));
  assert.equal((await applyPlan(plan, {}, DEAD)).written, 0);
  assert.equal((await recover(root, DEAD)).outcome, 'nothing');
  assert.deepEqual(await identities(root), before);
}
