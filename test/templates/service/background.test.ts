import assert from 'node:assert/strict';
import { afterEach, mock, test, type MockTracker } from 'node:test';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  createBackground,
  type Background,
  type Task,
} from '../../../templates/src/runtime/service/background.ts';

interface Line {
  readonly task: string;
  readonly failures: number;
}

const started: Background[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((background) => background.stop()));
});

function backgroundOf(tasks: readonly Task[], lines: Line[] = []): Background {
  const error = mock.fn((line: Line) => {
    lines.push(line);
  });
  const background = createBackground(tasks, { error });
  started.push(background);
  return background;
}

/** The clock of the pauses, which is set instead of waited for. */
function clockOf({ timers }: MockTracker) {
  timers.enable({ apis: ['setTimeout'] });
  /** Lets everything go on that no pause holds. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  }
  return {
    settle,
    async tick(milliseconds: number): Promise<void> {
      timers.tick(milliseconds);
      await settle();
    },
  };
}

/** A task that does its steps in order, and nothing more. */
function taskOf(name: string, steps: (() => boolean | Promise<boolean>)[]): Task {
  return { name, run: async () => (await steps.shift()?.()) ?? false };
}

test('a run goes on until no task has more to do', async () => {
  const done: string[] = [];
  const step = (name: string, hasMore: boolean) => () => {
    done.push(name);
    return hasMore;
  };
  await backgroundOf([
    taskOf('first', [step('a', true), step('b', false), step('e', false)]),
    taskOf('second', [step('c', true), step('d', false), step('f', false)]),
  ]).run();
  assert.deepEqual(done.join(''), 'abcdef');
});

test('a task that is woken by a later one has its turn in the same run', async () => {
  const done: string[] = [];
  let committed = 0;
  const background = backgroundOf([
    {
      name: 'reader',
      run: async () => {
        if (committed > 0) done.push('read');
        return false;
      },
    },
    taskOf('writer', [
      () => {
        committed = 1;
        background.wake();
        return false;
      },
    ]),
  ]);
  await background.run();
  assert.deepEqual(done, ['read']);
});

test('a run tells of a task that fails, after the others had their turn', async () => {
  const done: string[] = [];
  const failing = () => Promise.reject(new Error('no disk'));
  const background = backgroundOf([
    taskOf('failing', [failing, failing]),
    taskOf('other', [
      () => {
        done.push('other');
        return true;
      },
    ]),
  ]);
  await assert.rejects(background.run(), /no disk/);
  assert.deepEqual(done, ['other']);
});

test('the loop looks again by itself, and at once when it is woken', async ({ mock: mocked }) => {
  const { tick, settle } = clockOf(mocked);
  let looks = 0;
  const background = backgroundOf([
    {
      name: 'counting',
      run: async () => {
        looks += 1;
        return false;
      },
    },
  ]);
  background.start();
  background.start();
  await settle();
  await tick(499);
  assert.equal(looks, 1);
  background.wake();
  await settle();
  await tick(5);
  assert.equal(looks, 2);
  await tick(499);
  assert.equal(looks, 2);
  await tick(1);
  await tick(5);
  assert.equal(looks, 3);
});

test('what is committed while a task looks makes it look again', async ({ mock: mocked }) => {
  const { tick, settle } = clockOf(mocked);
  let looks = 0;
  const committed = Promise.withResolvers<void>();
  const background = backgroundOf([
    {
      name: 'looking',
      run: async () => {
        looks += 1;
        await committed.promise;
        return false;
      },
    },
  ]);
  background.start();
  await settle();
  background.wake();
  committed.resolve();
  await settle();
  await tick(5);
  assert.equal(looks, 2);
});

test('a hundred changes at once are looked at once', async ({ mock: mocked }) => {
  const { tick, settle } = clockOf(mocked);
  let looks = 0;
  const background = backgroundOf([
    {
      name: 'counting',
      run: async () => {
        looks += 1;
        return false;
      },
    },
  ]);
  background.start();
  await settle();
  for (let change = 0; change < 100; change += 1) background.wake();
  await settle();
  for (let step = 0; step < 100; step += 5) await tick(5);
  assert.equal(looks, 2);
});

test('a task that fails is logged, waits longer each time and ends neither loop', async ({
  mock: mocked,
}) => {
  const { tick, settle } = clockOf(mocked);
  const lines: Line[] = [];
  let looks = 0;
  let others = 0;
  const background = backgroundOf(
    [
      {
        name: 'failing',
        run: async () => {
          looks += 1;
          if (looks < 3) throw new Error('no disk');
          return false;
        },
      },
      {
        name: 'other',
        run: async () => {
          others += 1;
          return false;
        },
      },
    ],
    lines,
  );
  background.start();
  await settle();
  // Requests wake it again and again: it does not hammer what does not work.
  background.wake();
  await settle();
  await tick(5);
  assert.equal(looks, 1);
  assert.equal(others, 2);
  await tick(494);
  assert.equal(looks, 1);
  await tick(1);
  assert.equal(looks, 2);
  await tick(999);
  assert.equal(looks, 2);
  await tick(1);
  assert.equal(looks, 3);
  assert.deepEqual(
    lines.map(({ task, failures }) => [task, failures]),
    [
      ['failing', 1],
      ['failing', 2],
    ],
  );
});

test('a task that always has more lets everything else go on', async () => {
  const background = backgroundOf([{ name: 'busy', run: async () => true }]);
  background.start();
  for (let turn = 0; turn < 10; turn += 1) await setImmediate();
  await setTimeout(1);
});

test('stopping waits for what runs, tells it so, and nothing begins afterwards', async () => {
  let runs = 0;
  let ended = false;
  const begun = Promise.withResolvers<void>();
  const background = backgroundOf([
    {
      name: 'slow',
      run: async (signal) => {
        runs += 1;
        begun.resolve();
        while (!signal.aborted) await setTimeout(1);
        await setTimeout(20);
        ended = true;
        return true;
      },
    },
  ]);
  background.start();
  await begun.promise;
  await background.stop();
  assert.ok(ended);
  background.wake();
  await background.run();
  await setTimeout(20);
  assert.equal(runs, 1);
});
