import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAuthorities } from '../../../templates/src/runtime/authentication/authorities.ts';
import { ConfigurationError } from '../../../templates/src/runtime/service/configuration-error.ts';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { onEachEngine } from '../storage/engines.ts';
import type { Tables } from '../storage/fixture/tables.ts';

const issuers = { jwt: 'https://id.acme.example' };

onEachEngine((service) => {
  test('replicas that start at once on a database without them all start', async () => {
    const { database, url } = service();
    const other = await openDatabase<Tables>(url);
    const authorities = { primary: 'jwt', issuers } as const;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        checkAuthorities(index % 2 === 0 ? database : other, authorities),
      ),
    );
    await other.close();
  });

  test('another issuer or another first mechanism is refused, and a new one is not', async () => {
    const { database } = service();
    const check = checkAuthorities<Tables>;
    await check(database, { primary: 'jwt', issuers });
    const others = { jwt: 'https://others.example' };
    await assert.rejects(check(database, { primary: 'jwt', issuers: others }), ConfigurationError);
    await assert.rejects(check(database, { primary: 'basic', issuers }), ConfigurationError);
    const oauth2 = 'https://staff.acme.example';
    await check(database, { primary: 'jwt', issuers: { ...issuers, oauth2 } });
    const exchanged = { jwt: oauth2, oauth2: issuers.jwt };
    await assert.rejects(
      check(database, { primary: 'jwt', issuers: exchanged }),
      ConfigurationError,
    );
    await check(database, { primary: 'jwt', issuers });
  });
});
