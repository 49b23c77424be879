import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { generate, install, temporaryDirectory } from '../support/generated.ts';
import { repetitions } from '../support/share.ts';
import { machines, specificationOf, type RandomMachine } from '../support/walks/machines.ts';
import { steps, walk, type WalkedService } from '../support/walks/walk.ts';

/** WALK_SEED repeats a run; it is told by the one that failed. */
const seed = Number(process.env['WALK_SEED'] ?? randomInt(2 ** 31));
const walks = Number(process.env['WALKS'] ?? repetitions(80));

const directory = join(temporaryDirectory(), 'random-walks');
let service: WalkedService | undefined;
let list: readonly RandomMachine[] = [];

before(async () => {
  [list = []] = fc.sample(machines, { numRuns: 1, seed });
  await generate(specificationOf(list), directory);
  install(directory);
  const support = pathToFileURL(join(directory, 'test/runtime/support/service.ts')).href;
  const { startService } = (await import(support)) as {
    startService(): Promise<WalkedService>;
  };
  service = await startService();
});
after(async () => {
  await service?.stop();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

test('a service goes the way that its specification says, whatever is asked of it', async (t) => {
  t.diagnostic(`WALK_SEED=${String(seed)}`);
  const running = service;
  if (running === undefined) throw new Error('there is no service');
  await fc.assert(
    fc.asyncProperty(fc.nat(list.length - 1), steps, async (which, way) => {
      const machine = list[which];
      if (machine === undefined) return;
      await walk(running, machine, `/v1/${machine.resource}s`, way);
    }),
    { seed, numRuns: walks, interruptAfterTimeLimit: 60_000 },
  );
});
