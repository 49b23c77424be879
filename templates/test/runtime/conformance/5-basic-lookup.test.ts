import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { basicMechanism } from '../../../src/runtime/authentication/basic-mechanism.ts';
import { basicUsers } from '../../../src/runtime/authentication/basic-users.ts';
import { callerLookup } from '../../../src/runtime/authentication/current.ts';
import { VerifiedPasswords } from '../../../src/runtime/authentication/verified-passwords.ts';
import { startConforming, type ConformingService } from '../support/conformance.ts';
import { isRemote, needing } from '../support/target.ts';

describe('part 5, clients with passwords while they ask for nothing', () => {
  let service: ConformingService;

  before(async () => {
    if (!isRemote()) service = await startConforming();
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  test(
    'C-108 what a client may now is what its name was granted, five seconds later at the latest',
    needing('database'),
    async () => {
      const { database, now } = service;
      const name = 'grace';
      const granted = { roles: ['one', 'two'], scopes: ['s:1'], claims: { tenant: ['a', 'b'] } };
      const users = basicUsers(database, service.newId);
      await users.make({ name, password: 'correct horse battery', now, ...granted });
      const current = callerLookup([basicMechanism('realm', users, new VerifiedPasswords())]);
      const id = `basic:${name}`;
      const caller = {
        id,
        name,
        mechanism: 'basic',
        clientId: name,
        subject: name,
        scopes: new Set(granted.scopes),
        roles: new Set(granted.roles),
        claims: granted.claims,
      };
      assert.deepEqual(await current(id, now), caller);
      assert.equal(await current('basic:nobody', now), undefined);
      await database.transaction((transaction) =>
        transaction
          .updateTable('basic_users')
          .set({ roles: '' })
          .where('name', '=', name)
          .execute(),
      );
      const later = new Date(now.getTime() + 5000);
      assert.deepEqual(await current(id, later), { ...caller, roles: new Set() });
      await users.revoke(name);
      assert.equal(await current(id, new Date(later.getTime() + 5000)), undefined);
    },
  );
});
