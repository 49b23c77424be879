import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { BusyError, type Environment, recover } from '../../src/plan/index.ts';
import { type Call, dyingFiles, fastFiles, intercept, isChange } from './support/intercepted.ts';
import { momentsOf } from './support/moments.ts';
import { run } from './support/outputs.ts';
import { deadProcesses } from './support/processes.ts';
import { extremes, SCENARIOS } from './support/scenario.ts';
import { snapshot, temporary } from './support/trees.ts';

/** As if no process could be asked whether another lives, because that one ran on another machine: each takes the others for dead. */
const DEAD: Environment = { files: fastFiles, processes: deadProcesses };

interface Paused {
  /** It stands ahead of that change, or has ended before. */
  readonly reached: Promise<void>;
  /** Lets it go on to its end; what it threw, if anything. */
  readonly goOn: () => Promise<unknown>;
}

/** Starts something that stops ahead of its n-th change of the disk until it may go on. */
function pausedAt(n: number, start: (environment: Environment) => Promise<unknown>): Paused {
  const [stopped, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let changes = 0;
  const files = intercept(fastFiles, async (call: Call) => {
    if (!isChange(call)) return;
    changes += 1;
    if (changes !== n) return;
    stopped.resolve();
    await released.promise;
  });
  const ended = start({ ...DEAD, files }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const goOn = async (): Promise<unknown> => {
    released.resolve();
    return await ended;
  };
  return { reached: Promise.race([stopped.promise, ended.then(() => undefined)]), goOn };
}

const scenario = SCENARIOS.at(-1);
assert.ok(scenario);
const { destination, files: wanted, prepare } = scenario;

/** Both begin, each stops at its change; the first goes on to its end, then the second. The tree is as before or as after. */
async function assertWhole(
  starts: readonly [Parameters<typeof pausedAt>, Parameters<typeof pausedAt>],
  root: string,
  expected: Awaited<ReturnType<typeof extremes>>,
): Promise<void> {
  const errors: unknown[] = [];
  const paused: Paused[] = [];
  for (const [n, start] of starts) {
    const one = pausedAt(n, start);
    await one.reached;
    paused.push(one);
  }
  for (const { goOn } of paused) errors.push(await goOn());
  const message = `${starts.map(([n]) => n).join(' and ')}: ${errors.join(', ')}`;
  for (const error of errors) assert.ok(error === undefined || error instanceof BusyError, message);
  assert.ok(errors.includes(undefined), message);
  await recover(root, DEAD);
  const now = await snapshot(join(root, '..'));
  if (!isDeepStrictEqual(now, expected.after)) assert.deepEqual(now, expected.before, message);
}

async function expectation(): ReturnType<typeof extremes> {
  await using untouched = await temporary();
  await using done = await temporary();
  assert.ok(scenario);
  return await extremes(scenario, [untouched.path, done.path], DEAD);
}

test('two recoveries that take each other for dead, each stopped at any change: one does it, the tree is whole', async () => {
  const expected = await expectation();
  assert.ok(scenario);
  const moments = (await momentsOf(scenario)).filter(({ half }) => !half);
  // The last steps of the run, and the end of its journal.
  for (const { n } of moments.slice(-14).filter((_, index) => index % 4 === 0)) {
    for (const [first, second] of [
      [1, 5],
      [2, 3],
      [4, 5],
      [6, 2],
    ] as const) {
      await using directory = await temporary();
      const root = join(directory.path, destination);
      await prepare(root, DEAD);
      const { files } = dyingFiles(n, false);
      await run(root, wanted, {}, { ...DEAD, files }).catch(() => undefined);
      const recovery = (environment: Environment): Promise<unknown> => recover(root, environment);
      await assertWhole(
        [
          [first, recovery],
          [second, recovery],
        ],
        root,
        expected,
      );
    }
  }
});

test('a run that is taken for dead while it only stands still: it can do nothing more, the tree is whole', async () => {
  const expected = await expectation();
  assert.ok(scenario);
  const moments = (await momentsOf(scenario)).filter(({ half }) => !half);
  for (const { n } of moments.filter((_, index) => index % 3 === 0)) {
    for (const m of [1, 2, 4, 7]) {
      await using directory = await temporary();
      const root = join(directory.path, destination);
      await prepare(root, DEAD);
      const first = (environment: Environment): Promise<unknown> =>
        run(root, wanted, {}, environment);
      const second = (environment: Environment): Promise<unknown> => recover(root, environment);
      await assertWhole(
        [
          [n, first],
          [m, second],
        ],
        root,
        expected,
      );
    }
  }
});
