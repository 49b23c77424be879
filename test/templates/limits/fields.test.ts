import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { quotaReporter, type QuotaFields } from '../../../templates/src/runtime/limits/fields.ts';
import { repository } from '../../support/generated.ts';

const folder = join(repository, 'templates', 'src', 'runtime', 'limits');
const client = [
  { name: 'burst', requests: 20, per: 1000, burst: 20 },
  { name: 'default', requests: 100, per: 60_000, burst: 100 },
];

const now: QuotaFields = { draft: 'current', isLegacy: false };

test('the first request tells what the interface shows', () => {
  const report = quotaReporter(client, now);
  const { fields } = report({ isAllowed: true, at: 0, levels: [1000, 60_000] }, 1);
  assert.deepEqual(fields, {
    'ratelimit-policy': '"burst";q=20;w=1, "default";q=100;w=60',
    ratelimit: '"default";r=99;t=60',
  });
});

test('a burst that is nearly used up is closer than a quota that is not', () => {
  const report = quotaReporter(client, now);
  const used = (requests: number) => ({
    isAllowed: true,
    at: 0,
    levels: [requests * 1000, requests * 60_000],
  });
  assert.equal(report(used(19), 1).fields['ratelimit'], '"burst";r=1;t=1');
  assert.equal(report(used(20), 1).fields['ratelimit'], '"burst";r=0;t=1');
});

test('the next draft, and both at once, are a matter of one place', () => {
  const standing = { isAllowed: true, at: 0, levels: [5000, 300_000] };
  const next = quotaReporter(client, { ...now, draft: 'next' });
  assert.equal(next(standing, 5).fields['ratelimit'], '"default";a=95;w=60;c=5');
  const both = quotaReporter(client, { ...now, draft: 'both' });
  assert.equal(both(standing, 5).fields['ratelimit'], '"default";r=95;t=60;a=95;w=60;c=5');
});

test('clients of old are told in three fields', () => {
  const report = quotaReporter(client, { ...now, isLegacy: true });
  const { fields } = report({ isAllowed: false, at: 0, levels: [0, 6_000_000] }, 1);
  assert.equal(fields['x-ratelimit-limit'], '100');
  assert.equal(fields['x-ratelimit-remaining'], '0');
  assert.equal(fields['x-ratelimit-reset'], '1');
});

test('nothing else of the templates spells the parameters', () => {
  const own = readFileSync(join(folder, 'fields.ts'), 'utf8');
  assert.match(own, /\br=\$/);
  for (const file of ['quotas.ts', 'capacity.ts', 'rate.ts']) {
    assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /\b[rta]=\$/);
  }
});
