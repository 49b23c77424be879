import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { versions } from '../../contract.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import { startConforming, unless } from '../support/conformance.ts';
import { inVersion, listed, second, switchedOn } from '../support/lifecycle.ts';

describe('part 3, the quota of a version that ends', () => {
  test(
    'C-167 it has a name of its own, and what is left of it is counted apart',
    unless(listed, 'clock', 'server'),
    async (t) => {
      const service = await startConforming(undefined, undefined, () => memoryStore());
      t.after(() => service.stop());
      for (const [index, version] of versions.entries()) {
        const { quota } = version;
        if (quota === undefined) continue;
        // The address says which client it is.
        const headers = { 'x-forwarded-for': `192.0.2.${String(index)}` };
        const policy = `"v${version.label}-deprecated";q=${String(quota.requests)};w=${String(quota.per / second)}`;
        service.now = new Date(switchedOn(version, Date.parse(quota.from) - second, 'earlier'));
        const before = await service.anonymous('GET', inVersion(version), {
          headers: { 'x-forwarded-for': '198.51.100.1' },
        });
        assert.notEqual(before.headers.get('ratelimit-policy'), policy);
        service.now = new Date(switchedOn(version, Date.parse(quota.from)));
        const first = await service.anonymous('GET', inVersion(version), { headers });
        assert.equal(first.headers.get('ratelimit-policy'), policy);
        const left = Number(/;[ar]=(\d+)/.exec(first.headers.get('ratelimit') ?? '')?.[1]);
        // A list may cost several, and never more than there are.
        for (let rest = left; rest >= quota.requests - left; rest -= quota.requests - left) {
          const answer = await service.anonymous('GET', inVersion(version), { headers });
          assert.equal(answer.headers.get('ratelimit-policy'), policy);
          assert.notEqual(answer.status, 429);
        }
        assert.equal((await service.anonymous('GET', inVersion(version), { headers })).status, 429);
        const [newest] = versions.slice(-1);
        assert.ok(newest !== undefined);
        if (newest === version) continue;
        assert.notEqual(
          (await service.anonymous('GET', inVersion(newest), { headers })).status,
          429,
        );
      }
    },
  );
});
