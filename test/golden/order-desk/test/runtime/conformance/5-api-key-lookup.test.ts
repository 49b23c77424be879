import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { about, apiKeyHeader as header } from '../../contract.ts';
import { apiKeyMechanism } from '../../../src/runtime/authentication/api-key-mechanism.ts';
import {
  apiKeyStore,
  type ApiKeyStore,
} from '../../../src/runtime/authentication/api-key-store.ts';
import type { Granted } from '../../../src/runtime/authentication/caller.ts';
import { callerLookup } from '../../../src/runtime/authentication/current.ts';
import { startConforming, type ConformingService } from '../support/conformance.ts';
import { isRemote, needing } from '../support/target.ts';

const some: Granted = {
  roles: ['one', 'two'],
  scopes: ['s:1', 's:2'],
  claims: { tenant: ['a', 'b'], level: '5' },
};

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('database');

describe('part 5, clients with API keys while they ask for nothing', () => {
  let service: ConformingService;

  before(async () => {
    if (!isRemote()) service = await startConforming();
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  const mechanism = () => apiKeyMechanism({ header, vendor: about.vendor }, keys());
  const keys = (): ApiKeyStore => apiKeyStore(service.database, about.vendor, service.newId);

  test(
    'C-098 what a client may now is what all of its valid keys were granted',
    local,
    async () => {
      const { now } = service;
      const name = 'not asking';
      const current = callerLookup([mechanism()]);
      const at = (seconds: number) => new Date(now.getTime() + 1000 * seconds);
      const id = `api-key:${name}`;
      assert.equal(await current(id, now), undefined);
      assert.equal(await current('basic:nobody', now), undefined, 'a mechanism that is not there');

      await keys().make({ name, now, ...some });
      assert.equal(await current(id, at(4)), undefined, 'looked up a moment ago');
      const one = await current(id, at(5));
      assert.ok(typeof one === 'object');
      assert.equal(one.id, id);
      assert.deepEqual(
        [[...one.roles], [...one.scopes], one.claims],
        [some.roles, some.scopes, some.claims],
      );

      const expiresAt = at(30).toISOString();
      const claims = { tenant: 'b', level: ['3', '4'] };
      await keys().make({ name, now, expiresAt, roles: ['two', 'three'], scopes: ['s:2'], claims });
      const both = await current(id, at(10));
      assert.ok(typeof both === 'object');
      assert.deepEqual(
        [[...both.roles], [...both.scopes], both.claims],
        [['two'], ['s:2'], { tenant: ['b'] }],
      );

      const again = await current(id, at(30));
      assert.ok(typeof again === 'object');
      assert.deepEqual([...again.roles], some.roles, 'the other key has expired');
      await keys().revoke(name, now);
      assert.equal(await current(id, at(35)), undefined);
    },
  );

  test(
    'C-098 what cannot be looked up is asked again, and what was looked up is not',
    local,
    async () => {
      const { now } = service;
      let asked = 0;
      const broken = {
        ...keys(),
        validOf: () => Promise.reject(new Error(`broken ${String((asked += 1))}`)),
      };
      const failing = callerLookup([apiKeyMechanism({ header, vendor: about.vendor }, broken)]);
      await assert.rejects(failing('api-key:a', now), /broken 1/);
      await assert.rejects(failing('api-key:a', now), /broken 2/);
      const counting = { ...keys(), validOf: async () => ((asked += 1), []) };
      const current = callerLookup([apiKeyMechanism({ header, vendor: about.vendor }, counting)]);
      for (let index = 0; index < 10; index += 1) await current('api-key:a', now);
      assert.equal(asked, 3);
      await current('api-key:a', new Date(now.getTime() - 1));
      assert.equal(asked, 4, 'a clock that was set back proves nothing');
    },
  );
});
