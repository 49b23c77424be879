import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../../../templates/src/runtime/storage/errors.ts';
import { createTurns } from '../../../templates/src/runtime/storage/turns.ts';

/** Work that ends when it is told, by its name. */
function works(turns: ReturnType<typeof createTurns>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    begin(name: string): Promise<string> {
      const [client = ''] = name;
      return turns.take(client, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      for (let round = 0; round < 10; round += 1) await Promise.resolve();
    },
  };
}

test('clients take turns, however much one of them wants', async () => {
  const { begun, begin, end } = works(createTurns({ most: 2, each: 1, patience: 60_000 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(begin);
  assert.deepEqual(begun, ['a1', 'b1']);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'b1', 'a2']);
  await end('b1');
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'b2']);
  await end('b2');
  assert.deepEqual(begun.slice(4), ['c1']);
  await end('c1');
  assert.deepEqual(begun.slice(5), [], 'the one place that is left is not for a second one of a');
  await end('a2');
  assert.deepEqual(begun.slice(5), ['a3']);
  await end('a3');
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

test('a client that waits behind nobody begins at once', async () => {
  const { begun, begin, end } = works(createTurns({ most: 2, each: 2, patience: 60_000 }));
  const all = [begin('a1'), begin('a2'), begin('a3')];
  assert.deepEqual(begun, ['a1', 'a2']);
  await end('a2');
  assert.deepEqual(begun, ['a1', 'a2', 'a3']);
  await end('a1');
  await end('a3');
  await Promise.all(all);
});

test('work that fails gives its turn on', async () => {
  const turns = createTurns({ most: 1, each: 1, patience: 60_000 });
  const failed = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('b', async () => 'done');
  await assert.rejects(failed, /no/);
  assert.equal(await next, 'done');
});

test('a client whose turn does not come is told, and takes none later', async (testing) => {
  testing.mock.timers.enable({ apis: ['setTimeout'] });
  const { begun, begin, end } = works(createTurns({ most: 1, each: 1, patience: 5000 }));
  const first = begin('a1');
  const second = begin('b1');
  testing.mock.timers.tick(4999);
  const third = begin('b2');
  testing.mock.timers.tick(1);
  await assert.rejects(second, Unavailable);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'b2']);
  await end('b2');
  assert.deepEqual(await Promise.all([first, third]), ['a1', 'b2']);
});
