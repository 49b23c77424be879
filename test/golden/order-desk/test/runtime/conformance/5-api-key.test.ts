import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { about, apiKeyHeader as header, everything, limits } from '../../contract.ts';
import { apiKeyMechanism } from '../../../src/runtime/authentication/api-key-mechanism.ts';
import {
  apiKeyStore,
  TooManyKeys,
  type ApiKeyStore,
} from '../../../src/runtime/authentication/api-key-store.ts';
import { makeApiKey } from '../../../src/runtime/authentication/api-key.ts';
import type { Granted } from '../../../src/runtime/authentication/caller.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { isRemote, needing } from '../support/target.ts';

const day = 24 * 60 * 60 * 1000;

const some: Granted = {
  roles: ['one', 'two'],
  scopes: ['s:1', 's:2'],
  claims: { tenant: ['a', 'b'], level: '5' },
};

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('database');

describe('part 5, API keys', () => {
  const log: string[] = [];
  let service: ConformingService;
  let key: string;
  let door: ProtectedOperation;

  before(async () => {
    if (isRemote()) return;
    const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
    service = await startConforming(undefined, logger);
    key = await keys().make({ name: 'client', now: service.now, ...everything });
    door = protectedOperation(service.contract, filled);
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  const mechanism = () => apiKeyMechanism({ header, vendor: about.vendor }, keys());
  const keys = (): ApiKeyStore => apiKeyStore(service.database, about.vendor, service.newId);

  const ask = (headers: Readonly<Record<string, string>>, path = door.path) =>
    service.anonymous(door.method, path, { headers });

  /** What a request with this credential is answered; 200 where the service takes it. */
  async function statusWith(value: string): Promise<number> {
    const answer = await ask({ [header]: value });
    return door.admits(answer) ? 200 : answer.status;
  }

  test('C-098 a key that was made opens the door, and nothing else does', local, async () => {
    assert.equal(await statusWith(key), 200);
    const other = makeApiKey(about.vendor).key;
    const foreign = makeApiKey('somebody').key;
    const [start, secret = '', sum = ''] = /^(.*_)([^_]+)(_[^_]+)$/.exec(key)?.slice(1) ?? [];
    const reversed = `${String(start)}${[...secret].toReversed().join('')}${sum}`;
    const wrong = [other, foreign, reversed, key.slice(0, -1), `${key}0`, key.toLowerCase(), 'x'];
    for (const value of [
      ...wrong,
      '',
      `Bearer ${key}`,
      'a'.repeat(Math.min(1000, limits.headers / 2)),
      "' OR '1'='1",
      `${key}, ${key}`,
    ]) {
      assert.equal(await statusWith(value), 401, value);
    }
  });

  test(
    'C-098 a key with the prefix of another and a secret of its own does not',
    local,
    async () => {
      const { key: other, prefix } = makeApiKey(about.vendor);
      const known = await keys().make({ name: 'same prefix', now: service.now });
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('api_keys')
          .set({ prefix })
          .where('name', '=', 'same prefix')
          .execute(),
      );
      assert.equal(await statusWith(other), 401);
      assert.equal(await statusWith(known), 401);
    },
  );

  test('C-098 a client has two keys to change over with, and never three', local, async () => {
    const { now } = service;
    const make = () => keys().make({ name: 'rotating', now, ...everything });
    const before = await make();
    const next = await make();
    await assert.rejects(make(), TooManyKeys);
    assert.equal(await statusWith(before), 200);
    assert.equal(await statusWith(next), 200);
    const [, , prefix = ''] = before.split('_');
    assert.equal(await keys().revoke('rotating', now, 'another'), 0);
    assert.equal(await keys().revoke('rotating', now, prefix), 1);
    assert.equal(await statusWith(before), 401);
    assert.equal(await statusWith(next), 200);
    assert.equal(await statusWith(await make()), 200);
    assert.equal(await keys().revoke('rotating', now), 2);
    assert.equal(await statusWith(next), 401);
  });

  test('C-098 a key that expired makes room for another one', local, async () => {
    const { now } = service;
    const name = 'expiring twice';
    const expiresAt = new Date(now.getTime() + 1000).toISOString();
    await keys().make({ name, now, expiresAt });
    await keys().make({ name, now, expiresAt });
    const later = new Date(now.getTime() + 1000);
    await assert.rejects(keys().make({ name, now }), TooManyKeys);
    await keys().make({ name, now: later });
  });

  test('C-098 a key that expired or was revoked does not, from that instant', local, async () => {
    const { now } = service;
    const expiresAt = new Date(now.getTime() + day).toISOString();
    const expiring = await keys().make({ name: 'expiring', now, expiresAt, ...everything });
    assert.equal(await statusWith(expiring), 200);
    service.now = new Date(now.getTime() + day - 1);
    assert.equal(await statusWith(expiring), 200);
    service.now = new Date(now.getTime() + day);
    assert.equal(await statusWith(expiring), 401);

    const revoked = await keys().make({ name: 'revoked', now, ...everything });
    assert.equal(await statusWith(revoked), 200);
    assert.equal(await keys().revoke('revoked', service.now), 1);
    assert.equal(await statusWith(revoked), 401);
    assert.equal(await statusWith(key), 200);
  });

  test(
    'C-098 a key that another process revoked does not either, five seconds later at the latest',
    local,
    async () => {
      const { now } = service;
      const revoked = await keys().make({ name: 'revoked elsewhere', now, ...everything });
      assert.equal(await statusWith(revoked), 200);
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('api_keys')
          .set({ revoked_at: now.toISOString() })
          .where('name', '=', 'revoked elsewhere')
          .execute(),
      );
      assert.equal(await statusWith(revoked), 200, 'it was verified a moment ago');
      service.now = new Date(now.getTime() + 5000);
      assert.equal(await statusWith(revoked), 401);
    },
  );

  test(
    'C-098 a key that expires while it is known as valid opens nothing any more',
    local,
    async () => {
      const { now } = service;
      const expiresAt = new Date(now.getTime() + 1000).toISOString();
      const expiring = await keys().make({ name: 'expiring soon', now, expiresAt, ...everything });
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + 999);
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + 1000);
      assert.equal(await statusWith(expiring), 401);
    },
  );

  test('C-098 a key says who has it, and all that it was granted', local, async () => {
    const name = 'with everything';
    const sent = await keys().make({ name, now: service.now, ...some });
    const { scopes, roles, claims } = some;
    assert.deepEqual(await mechanism().verify(sent, service.now), {
      id: `api-key:${name}`,
      name,
      mechanism: 'api-key',
      clientId: name,
      subject: name,
      scopes: new Set(scopes),
      roles: new Set(roles),
      claims,
    });
    const bare = await keys().make({ name: 'with nothing', now: service.now });
    const plain = await mechanism().verify(bare, service.now);
    assert.ok(typeof plain === 'object');
    assert.deepEqual([plain.roles.size, plain.scopes.size, plain.claims], [0, 0, {}]);
  });

  test(
    'C-098 a key that was granted something else says so five seconds later at the latest',
    local,
    async () => {
      const { now } = service;
      const name = 'granted anew';
      const sent = await keys().make({ name, now, ...some });
      const rolesAt = async (instant: Date) => {
        const caller = await mechanism().verify(sent, instant);
        return typeof caller === 'object' ? [...caller.roles] : caller;
      };
      assert.deepEqual(await rolesAt(now), some.roles);
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('api_keys')
          .set({ roles: 'other' })
          .where('name', '=', name)
          .execute(),
      );
      assert.deepEqual(await rolesAt(new Date(now.getTime() + 4999)), some.roles);
      assert.deepEqual(await rolesAt(new Date(now.getTime() + 5000)), ['other']);
    },
  );

  test('C-098 a key anywhere else is not looked at', local, async () => {
    const headers = { cookie: `${header}=${key}`, [`${header}-2`]: key };
    assert.equal((await ask(headers)).status, 401);
  });

  test(
    'C-098 a key in the address is refused, whatever the parameter is called',
    local,
    async () => {
      for (const name of ['api_key', 'apiKey', 'key', 'q', header.toUpperCase()]) {
        for (const sent of [{}, { [header]: key }]) {
          const { status, body, text } = await ask(sent, `${door.path}?${name}=${key}`);
          assert.equal(status, 400, name);
          assert.equal(body['code'], 'credential-in-address');
          assert.ok(!text.includes(key));
        }
      }
    },
  );

  test('C-098 keys are kept as hashes, and in no log', local, async () => {
    const stored = JSON.stringify(await keys().list());
    const secret = key.split('_').at(-2) ?? '';
    assert.match(secret, /^[0-9A-Za-z]{43}$/);
    assert.ok(!stored.includes(secret));
    assert.ok(stored.includes(createHash('sha256').update(key).digest('hex')));
    assert.ok(log.length > 0);
    assert.ok(log.every((line) => !line.includes(secret)));
  });
});
