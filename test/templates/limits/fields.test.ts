import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import type { tellerOf as TellerOf } from '../../../templates/src/runtime/limits/fields.ts';
import { withoutRegions } from '../../../src/rendering/regions.ts';
import { repository } from '../../support/generated.ts';

const folder = join(repository, 'templates', 'src', 'runtime', 'limits');
const client = [
  { name: 'burst', requests: 20, per: 1000, burst: 20 },
  { name: 'default', requests: 100, per: 60_000, burst: 100 },
];

/** The module as a service with these features has it. */
async function tellerWith(features: Readonly<Record<string, boolean>>): Promise<typeof TellerOf> {
  const directory = mkdtempSync(join(tmpdir(), 'fields-'));
  try {
    const text = readFileSync(join(folder, 'fields.ts'), 'utf8');
    const path = join(directory, 'fields.ts');
    writeFileSync(path, withoutRegions(text, features, 'fields.ts'));
    for (const file of ['rate.ts', 'policy.ts']) {
      copyFileSync(join(folder, file), join(directory, file));
    }
    const module = (await import(pathToFileURL(path).href)) as { tellerOf: typeof TellerOf };
    return module.tellerOf;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const now = {
  hasCurrentDraft: true,
  hasNextDraft: false,
  hasLegacyFields: false,
  hasStream: false,
};

test('the first request tells what the interface shows', async () => {
  const tell = (await tellerWith(now))(client);
  const { fields } = tell({ isAllowed: true, at: 0, levels: [1000, 60_000] }, 1);
  assert.deepEqual(fields, {
    'ratelimit-policy': '"burst";q=20;w=1, "default";q=100;w=60',
    ratelimit: '"default";r=99;t=60',
  });
});

test('a burst that is nearly used up is closer than a quota that is not', async () => {
  const tell = (await tellerWith(now))(client);
  const used = (requests: number) => ({
    isAllowed: true,
    at: 0,
    levels: [requests * 1000, requests * 60_000],
  });
  assert.equal(tell(used(19), 1).fields['ratelimit'], '"burst";r=1;t=1');
  assert.equal(tell(used(20), 1).fields['ratelimit'], '"burst";r=0;t=1');
});

test('the next draft, and both at once, are a matter of one place', async () => {
  const standing = { isAllowed: true, at: 0, levels: [5000, 300_000] };
  const next = (await tellerWith({ ...now, hasCurrentDraft: false, hasNextDraft: true }))(client);
  assert.equal(next(standing, 5).fields['ratelimit'], '"default";a=95;w=60;c=5');
  const both = (await tellerWith({ ...now, hasNextDraft: true }))(client);
  assert.equal(both(standing, 5).fields['ratelimit'], '"default";r=95;t=60;a=95;w=60;c=5');
});

test('clients of old are told in three fields', async () => {
  const tell = (await tellerWith({ ...now, hasLegacyFields: true }))(client);
  const { fields } = tell({ isAllowed: false, at: 0, levels: [0, 6_000_000] }, 1);
  assert.equal(fields['x-ratelimit-limit'], '100');
  assert.equal(fields['x-ratelimit-remaining'], '0');
  assert.equal(fields['x-ratelimit-reset'], '1');
});

test('nothing else of the templates spells the parameters', () => {
  const own = readFileSync(join(folder, 'fields.ts'), 'utf8');
  assert.match(own, /;r=/);
  for (const file of ['quotas.ts', 'capacity.ts', 'rate.ts']) {
    assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /;[rtaw]=\$/);
  }
});
