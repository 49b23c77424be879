import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startService } from '../../scripts/demo/start-service.ts';
import { engines } from '../../templates/test/runtime/support/engines.ts';
import { campaign } from '../support/fuzz/campaign.ts';
import { memoryOf } from '../support/fuzz/memory.ts';
import { specifications } from '../support/fuzz/specifications.ts';
import { partOf } from '../support/share.ts';
import { generate, install, temporaryDirectory } from '../support/generated.ts';
import { skippingOn } from '../support/skipping.ts';

/** Of each service on each engine: 20,000 of all four, and as many times as FUZZ_REQUESTS says. */
const requests = 5000 * Number(process.env['FUZZ_REQUESTS'] ?? '1');
const seed = Number(process.env['FUZZ_SEED'] ?? '1');
/** Mebibytes. A service that has just started takes some 120. */
const maxMemory = 500;
const minSuccesses = 0.2;

// A part of it is one of the services on one engine: with fewer requests not every operation succeeds.
const all = specifications.flatMap((specification) =>
  engines.map((engine) => ({ ...specification, engine })),
);
for (const { name, text, keyHeader, engine } of partOf(all, 'fuzz')) {
  describe(`whatever is sent to ${name}, it keeps to its OpenAPI document`, () => {
    const directory = join(temporaryDirectory(), name);

    before(async () => {
      await generate(text, directory);
      install(directory);
    });
    after(() => {
      rmSync(join(directory, '..'), { recursive: true, force: true });
    });

    test(`on ${engine.name}`, { skip: skippingOn(engine) }, async (context) => {
      const database = await engine.create();
      const service = await startService(directory, undefined, { DATABASE_URL: database.url });
      try {
        const outcome = await campaign({
          address: service.address,
          seed,
          requests,
          secrets: [service.key, directory],
          ...(keyHeader === undefined ? {} : { credential: [keyHeader, service.key] as const }),
        });
        const { faults, successes, reached, operations, statuses } = outcome;
        const byStatus = [...statuses].toSorted().map((pair) => pair.join(': '));
        context.diagnostic(
          `${String(requests)} requests, ${(successes * 100).toFixed(1)} % answered with 2xx (${byStatus.join(', ')})`,
        );
        const reports = faults.map(({ count, report }) => `${String(count)} × ${report}`);
        const told = `${reports.join('\n\n')}\n${service.output().slice(-5000)}`;
        assert.equal(faults.length, 0, `\n${told}`);
        assert.ok(successes >= minSuccesses, 'enough requests get through');
        const unreached = operations.filter((operation) => !reached.has(operation));
        assert.deepEqual(unreached, [], 'every operation has succeeded at least once');
        const health = await fetch(`${service.address}/health`, {
          signal: AbortSignal.timeout(5000),
        });
        assert.equal(health.status, 200);
        const memory = memoryOf(service.id) ?? 0;
        context.diagnostic(`${memory.toFixed(0)} MiB at the end`);
        assert.ok(memory < maxMemory, `${memory.toFixed(0)} MiB`);
      } finally {
        await service.stop();
        await database.remove();
      }
    });
  });
}
