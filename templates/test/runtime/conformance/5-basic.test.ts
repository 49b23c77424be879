import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { everything } from '../../contract.ts';
import { basicMechanism } from '../../../src/runtime/authentication/basic-mechanism.ts';
import { basicUsers, type BasicUsers } from '../../../src/runtime/authentication/basic-users.ts';
import { hashPassword, isPassword } from '../../../src/runtime/authentication/password.ts';
import { VerifiedPasswords } from '../../../src/runtime/authentication/verified-passwords.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { isRemote, needing } from '../support/target.ts';

const minute = 60_000;
const parameters = 'm=19456,t=2,p=1';

const encoded = (pair: string | Uint8Array) => Buffer.from(pair).toString('base64');

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('database');

describe('part 5, names and passwords', () => {
  const log: string[] = [];
  let service: ConformingService;
  let door: ProtectedOperation;

  before(async () => {
    if (isRemote()) return;
    const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
    service = await startConforming(undefined, logger);
    door = protectedOperation(service.contract, filled);
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  const users = (): BasicUsers => basicUsers(service.database, service.newId);
  const make = (name: string, password: string) =>
    users().make({ name, password, now: service.now, ...everything });

  /** What a request with this credential is answered; 200 where the service takes it. */
  async function statusWith(authorization: string): Promise<number> {
    const headers = { authorization };
    const answer = await service.anonymous(door.method, door.path, { headers });
    return door.admits(answer) ? 200 : answer.status;
  }

  const basic = (pair: string | Uint8Array) => statusWith(`Basic ${encoded(pair)}`);

  test('C-108 a name says who has it, and all that it was granted, at once', local, async () => {
    const { database, now } = service;
    const name = 'grace';
    const granted = { roles: ['one', 'two'], scopes: ['s:1'], claims: { tenant: ['a', 'b'] } };
    await users().make({ name, password: 'correct horse battery', now, ...granted });
    const mechanism = basicMechanism('realm', users(), new VerifiedPasswords());
    const verified = () => mechanism.verify(encoded(`${name}:correct horse battery`), now);
    const caller = {
      id: `basic:${name}`,
      name,
      mechanism: 'basic',
      clientId: name,
      subject: name,
      scopes: new Set(granted.scopes),
      roles: new Set(granted.roles),
      claims: granted.claims,
    };
    assert.deepEqual(await verified(), caller);
    await database.transaction((transaction) =>
      transaction.updateTable('basic_users').set({ roles: '' }).where('name', '=', name).execute(),
    );
    assert.deepEqual(await verified(), { ...caller, roles: new Set() });
  });

  test('C-108 a name and its password open the door, and nothing else does', local, async () => {
    await make('ada', 'correct horse battery');
    assert.equal(await basic('ada:correct horse battery'), 200);
    assert.equal(await statusWith(`bASIC ${encoded('ada:correct horse battery')}`), 200);
    const wrong = [
      'ada:correct horse',
      'ada:',
      ':',
      'ada',
      '',
      'Ada:correct horse battery',
      'bob:correct horse battery',
      'ada:correct horse battery ',
      'ada\u0000:x',
      'ada:correct\nhorse',
    ];
    for (const pair of wrong) assert.equal(await basic(pair), 401, JSON.stringify(pair));
    assert.equal(await basic(Uint8Array.of(0xff, 0x3a, 0x61)), 401, 'not UTF-8');
    for (const value of [
      'Basic',
      'Basic ',
      'Basic *',
      'Basic YQ== YQ==',
      `Basic ${encoded('ada:x')}, Basic YQ==`,
    ]) {
      assert.equal(await statusWith(value), 401, value);
    }
  });

  test('C-108 the name ends at the first colon', local, async () => {
    await make('colons', 'a:b:c and more');
    assert.equal(await basic('colons:a:b:c and more'), 200);
    assert.equal(await basic('colons:a'), 401);
  });

  test('C-108 both are UTF-8, however their characters are composed', local, async () => {
    await make('Zo\u00eb', 'pass\u00e9 p\u00e4ss \u{1f511}');
    assert.equal(await basic('Zo\u00eb:pass\u00e9 p\u00e4ss \u{1f511}'), 200);
    assert.equal(await basic('Zoe\u0308:passe\u0301 pa\u0308ss \u{1f511}'), 200);
    assert.equal(await basic(Buffer.from('Zo\u00eb:pass\u00e9 p\u00e4ss', 'latin1')), 401);
    // What is no UTF-8 must not become the character that stands for it.
    await make('replaced', 'a \ufffd character');
    assert.equal(await basic('replaced:a \ufffd character'), 200);
    const bytes = Buffer.from('replaced:a ? character').map((byte) =>
      byte === 0x3f ? 0xff : byte,
    );
    assert.equal(await basic(bytes), 401);
  });

  test(
    'C-108 a name that expired or was revoked opens nothing, from that instant',
    local,
    async () => {
      const { now } = service;
      const expiresAt = new Date(now.getTime() + minute).toISOString();
      await users().make({
        name: 'expiring',
        password: 'a password',
        now,
        expiresAt,
        ...everything,
      });
      assert.equal(await basic('expiring:a password'), 200);
      service.now = new Date(now.getTime() + minute - 1);
      assert.equal(await basic('expiring:a password'), 200);
      service.now = new Date(now.getTime() + minute);
      assert.equal(await basic('expiring:a password'), 401);
      await make('revoked', 'a password');
      assert.equal(await basic('revoked:a password'), 200);
      assert.equal(await users().revoke('revoked'), true);
      assert.equal(await basic('revoked:a password'), 401);
    },
  );

  test(
    'C-109 a password is kept as a hash of argon2id that costs enough, and in no log',
    local,
    async () => {
      await make('hopper', 'nobody will find this');
      assert.equal(await basic('hopper:nobody will find this'), 200);
      const kept = await users().find('hopper');
      assert.match(
        kept?.hash ?? '',
        new RegExp(`^\\$argon2id\\$v=19\\$${parameters}\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}$`),
      );
      assert.ok(log.length > 0);
      const secrets = ['nobody will find this', encoded('hopper:nobody will find this')];
      for (const secret of secrets) assert.ok(log.every((line) => !line.includes(secret)));
    },
  );

  test('C-109 two hashes of one password have nothing in common', local, async () => {
    const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    assert.notEqual(one.split('$').at(-1), other.split('$').at(-1));
    assert.equal(await isPassword('same', one), true);
    assert.equal(await isPassword('other', one), false);
  });

  test('C-109 a hash of other parameters is made anew when its password comes', local, async () => {
    await make('early', 'an old password');
    const hash = await hashPassword('an old password', { memory: 8192, passes: 1, parallelism: 1 });
    await service.database.transaction((transaction) =>
      transaction.updateTable('basic_users').set({ hash }).where('name', '=', 'early').execute(),
    );
    assert.equal(await basic('early:a wrong password'), 401);
    assert.equal((await users().find('early'))?.hash, hash);
    assert.equal(await basic('early:an old password'), 200);
    const renewed = (await users().find('early'))?.hash ?? '';
    assert.ok(renewed.includes(`$${parameters}$`), renewed);
    assert.equal(await basic('early:an old password'), 200);
    assert.equal((await users().find('early'))?.hash, renewed);
  });

  /** A mechanism that counts how often a password is really hashed, and by which hash. */
  function counting() {
    const hashes: string[] = [];
    const verified = new VerifiedPasswords((password, hash) => {
      hashes.push(hash);
      return isPassword(password, hash);
    });
    const mechanism = basicMechanism('test', users(), verified);
    const verify = (pair: string, now: Date) => mechanism.verify(encoded(pair), now);
    return { hashes, verify };
  }

  test('C-109 an unknown name costs as much as a known one', local, async () => {
    const { hashes, verify } = counting();
    assert.equal(await verify('nobody at all:x', service.now), undefined);
    assert.equal(hashes.length, 1);
    assert.ok(hashes[0]?.startsWith(`$argon2id$v=19$${parameters}$`));
  });

  test(
    'C-109 a password that was right a moment ago is not hashed again, for a minute',
    local,
    async () => {
      await make('often', 'a good password');
      const { hashes, verify } = counting();
      const { now } = service;
      const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
      const together = Array.from({ length: 20 }, () => verify('often:a good password', now));
      assert.ok(
        (await Promise.all(together)).every(
          (caller) => typeof caller === 'object' && caller.name === 'often',
        ),
      );
      assert.equal(hashes.length, 1, 'requests that come together share the work');
      await verify('often:a good password', at(minute - 1));
      assert.equal(hashes.length, 1);
      await verify('often:a good password', at(minute));
      assert.equal(hashes.length, 2);
      for (const time of [now, at(1)]) await verify('often:a bad password', time);
      assert.equal(hashes.length, 4, 'a wrong one is never remembered');
      await users().revoke('often');
      await make('often', 'another password');
      assert.equal(await verify('often:a good password', at(minute + 1)), undefined);
    },
  );

  test(
    'C-109 more passwords than can be hashed are answered with 503, not kept waiting',
    local,
    async () => {
      const { promise, resolve: finish } = Promise.withResolvers<boolean>();
      const verified = new VerifiedPasswords(() => promise);
      const { now } = service;
      const waiting = Array.from({ length: 32 }, (_, index) =>
        verified.isPassword(String(index), 'x', 'hash', now),
      );
      await assert.rejects(
        verified.isPassword('one more', 'x', 'hash', now),
        /service-unavailable/,
      );
      finish(false);
      await Promise.all(waiting);
    },
  );
});
