import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CommandLine } from '../../generators/app/command-line.ts';
import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { runWith, temporary } from '../generators/support/stub-tools.ts';
import { tree } from '../support/generated.ts';
import { writeKit } from './support.ts';

const kitText = `kit: acme
version: 1.0.0
defaults:
  limits: { depth: 16 }
  endpoints:
    '*':
      pagination: { size: 7 }
locked:
  authentication.mechanisms: { value: [api-key], reason: The portal of Acme hands out keys. }
`;

test('a service that leaves the generator says by itself what its kits said, and needs none of them', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  const service = join(place.path, 'orders');
  const file = join(service, 'service.yaml');
  const generated = async (cwd: string, commandLine: Partial<CommandLine>) => {
    const tools = { core: { planService, recover, applyPlan } };
    const run = await runWith(cwd, { skipInstall: true, yes: true, ...commandLine }, { tools });
    assert.equal(run.outcome.result, 'written', JSON.stringify(run.outcome));
    return run.outcome;
  };
  writeKit(kit, kitText);
  await generated(place.path, { name: 'orders', kit: ['./kit'] });
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n# Written by hand.\n`);
  await generated(service, {});
  const before = tree(service);
  assert.match(before.get('service.yaml') ?? '', /integrity/);

  await generated(service, { isLast: true });
  const text = readFileSync(file, 'utf8');
  assert.doesNotMatch(text, /kit|integrity/);
  assert.match(text, /# Written by hand\./);
  rmSync(kit, { recursive: true });
  const read = readSpecification(text, 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read));
  assert.deepEqual(read.resolved.authentication.mechanisms, ['api-key']);
  assert.equal(read.resolved.limits.depth, 16);
  const [endpoint] = Object.values(read.resolved.endpoints);
  assert.equal(endpoint?.pagination.size, 7);
  assert.ok(!existsSync(join(service, '.resource-service')));
  // The code is what it was with the kit.
  for (const [name, now] of tree(service)) {
    if (name.startsWith('src/')) assert.equal(now, before.get(name), name);
  }
});
