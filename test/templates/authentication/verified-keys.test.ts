import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { StoredApiKey } from '../../../templates/src/runtime/authentication/api-key-store.ts';
import {
  VerifiedKeys,
  verifiedKeysOf,
} from '../../../templates/src/runtime/authentication/verified-keys.ts';

const start = new Date('2026-01-01T00:00:00Z');
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

function stored(name: string): StoredApiKey {
  const createdAt = start.toISOString();
  const times = { createdAt, expiresAt: null, revokedAt: null };
  const granted = { roles: [], scopes: [], claims: {} };
  return { id: name, name, prefix: 'prefix', hash: `hash of ${name}`, ...granted, ...times };
}

describe('keys that were verified a moment ago', () => {
  const key = stored('first');
  let keys: VerifiedKeys;
  let asked: number;
  const verify = async (): Promise<StoredApiKey | undefined> => {
    asked += 1;
    return key;
  };

  const getOrVerify = async (hash: string, now: Date, look: typeof verify) =>
    keys.get(hash, now) ?? keys.verify(hash, now, look);

  beforeEach(() => {
    keys = new VerifiedKeys();
    asked = 0;
  });

  test('are asked for once in five seconds', async () => {
    for (const [milliseconds, times] of [
      [0, 1],
      [4999, 1],
      [5000, 2],
      [9999, 2],
      [10_000, 3],
    ] as const) {
      assert.equal(await getOrVerify(key.hash, after(milliseconds), verify), key);
      assert.equal(asked, times, `after ${String(milliseconds)} ms`);
    }
  });

  test('are asked for again when the clock was set back', async () => {
    await getOrVerify(key.hash, start, verify);
    await getOrVerify(key.hash, after(-1), verify);
    assert.equal(asked, 2);
  });

  test('are known by the whole key that was sent', async () => {
    await getOrVerify(key.hash, start, verify);
    assert.equal(await getOrVerify('another', start, async () => undefined), undefined);
  });

  test('are not those that were refused', async () => {
    assert.equal(await getOrVerify(key.hash, start, async () => undefined), undefined);
    assert.equal(await getOrVerify(key.hash, start, verify), key);
  });

  test('are no longer those of before, once a key is revoked', async () => {
    await getOrVerify(key.hash, start, verify);
    keys.clear();
    assert.equal(await getOrVerify(key.hash, start, async () => undefined), undefined);
  });

  test('are not those that were read before a revocation and arrive after it', async () => {
    const late = Promise.withResolvers<StoredApiKey>();
    const first = getOrVerify(key.hash, start, () => late.promise);
    keys.clear();
    late.resolve(key);
    await first;
    assert.equal(await getOrVerify(key.hash, start, async () => undefined), undefined);
  });

  test('are a thousand at most, and the one verified longest ago goes first', async () => {
    for (let index = 0; index <= 1000; index += 1) {
      await getOrVerify(String(index), start, async () => stored(String(index)));
    }
    await getOrVerify('1', start, verify);
    await getOrVerify('1000', start, verify);
    assert.equal(asked, 0);
    await getOrVerify('0', start, verify);
    assert.equal(asked, 1);
  });

  test('are the same for all stores of one database, and no others', () => {
    const database = {};
    assert.equal(verifiedKeysOf(database), verifiedKeysOf(database));
    assert.notEqual(verifiedKeysOf(database), verifiedKeysOf({}));
  });
});
