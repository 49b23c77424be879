import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { policies } from '../../contract.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import { testClient } from '../support/client.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import type { TestIssuer } from '../support/issuer.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { isRemote, needing } from '../support/target.ts';

/** None of these tests can do without what only a service that they start themselves has. */
const local = needing('server');

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('part 5, tokens that the issuer alone can read', () => {
  let service: ConformingService;
  let issuer: TestIssuer;
  let door: ProtectedOperation;

  before(async () => {
    if (isRemote()) return;
    service = await startConforming();
    issuer = service.credentials.issuers.oauth2;
    door = protectedOperation(service.contract, filled);
  });
  after(async () => {
    if (!isRemote()) await service.stop();
  });

  const ask = (token: string) =>
    service.anonymous(door.method, door.path, { headers: { authorization: `Bearer ${token}` } });
  async function statusWith(token: string): Promise<number> {
    const answer = await ask(token);
    return door.admits(answer) ? 200 : answer.status;
  }
  const questions = () => issuer.asked.filter((path) => path === '/introspect').length;
  const seconds = () => Math.floor(service.now.getTime() / 1000);
  const later = (milliseconds: number) => {
    service.now = new Date(service.now.getTime() + milliseconds);
  };

  test('C-105 the issuer says what they are worth', local, async () => {
    assert.equal(await statusWith(issuer.opaque('client')), 200);
    const answer = await ask('nobody-knows-it');
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });

  test('C-105 what is not for this service is refused', local, async () => {
    const { audience } = issuer;
    const now = seconds();
    const wrong = {
      'not active': { active: false },
      'active in words': { active: 'true' },
      'of another issuer': { iss: 'https://evil.example' },
      'for another audience': { aud: 'somebody-else' },
      'for nobody': { aud: undefined },
      expired: { exp: now },
      'not yet valid': { nbf: now + 61 },
      'of another type': { token_type: 'DPoP' },
      'bound to a key': { cnf: { jkt: 'x' } },
      'of no client': { client_id: undefined },
    };
    for (const [what, claims] of Object.entries(wrong)) {
      // A response without a boolean violates the protocol.
      const expected = what === 'active in words' ? 503 : 401;
      assert.equal(await statusWith(issuer.opaque('client', claims)), expected, what);
    }
    const good = { aud: ['somebody-else', audience], iss: undefined, token_type: 'bearer' };
    assert.equal(await statusWith(issuer.opaque('client', good)), 200);
  });

  test(
    'C-105 an answer is used for a minute, and never longer than the token lives',
    local,
    async () => {
      const token = issuer.opaque('client');
      const before = questions();
      const together = await Promise.all(Array.from({ length: 20 }, () => statusWith(token)));
      assert.deepEqual([...new Set(together)], [200]);
      assert.equal(questions() - before, 1);
      issuer.withdraw(token);
      later(59_999);
      assert.equal(await statusWith(token), 200);
      later(1);
      assert.equal(await statusWith(token), 401);

      const short = issuer.opaque('client', { exp: seconds() + 10 });
      assert.equal(await statusWith(short), 200);
      later(9_999);
      assert.equal(await statusWith(short), 200);
      later(1);
      assert.equal(await statusWith(short), 401);
    },
  );

  test('C-105 a refusal is soon asked about again', local, async () => {
    const before = questions();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      assert.equal(await statusWith('unknown-so-far'), 401);
    }
    assert.equal(questions() - before, 1);
    later(5000);
    assert.equal(await statusWith('unknown-so-far'), 401);
    assert.equal(questions() - before, 2);
  });

  test('C-105 a token that names its issuer is not sent to another server', local, async () => {
    const before = questions();
    assert.equal(await statusWith(await issuer.sign('client')), 200);
    assert.equal(
      await statusWith(await issuer.sign('client', { claims: { iss: 'https://evil.example' } })),
      401,
    );
    assert.equal(questions(), before);
  });

  test(
    'C-105 C-117 tokens of which only an issuer that fails could tell are counted, so that it is not asked for ever',
    local,
    async () => {
      const policy = policies.failedAuthentication ?? [];
      const most = Math.min(...policy.map(({ burst }) => burst));
      const counting = await startConforming(undefined, undefined, () => memoryStore());
      try {
        const { oauth2: failing } = counting.credentials.issuers;
        // Encrypted, as the form of the first part says.
        const encrypted = (number: number) =>
          [
            encoded({ alg: 'dir', enc: 'A256GCM' }),
            '',
            ...[number, 2, 3].map((part) => encoded([part])),
          ].join('.');
        const send = (token: string) =>
          counting.anonymous(door.method, door.path, {
            headers: { authorization: `Bearer ${token}` },
          });
        failing.isDown = true;
        const answers: number[] = [];
        for (let number = 0; number < most + 5; number += 1)
          answers.push((await send(encrypted(number))).status);
        assert.deepEqual(
          answers.slice(0, most),
          Array.from({ length: most }, () => 503),
        );
        assert.deepEqual(
          answers.slice(most),
          Array.from({ length: 5 }, () => 429),
        );
        const asked = failing.asked.length;
        assert.equal((await send(encrypted(-1))).status, 429);
        assert.equal(failing.asked.length, asked);
      } finally {
        await counting.stop();
      }
    },
  );

  test(
    'C-105 an issuer that does not answer, or not to this service, is no fault of the client: 503',
    local,
    async () => {
      const replica = service.createReplica();
      const address = await replica.server.listen({ host: '127.0.0.1', port: 0 });
      const client = testClient(address, {});
      const token = issuer.opaque('client');
      const request = () =>
        client(door.method, door.path, { headers: { authorization: `Bearer ${token}` } });
      try {
        issuer.isDown = true;
        const answer = await request();
        assert.equal(answer.status, 503);
        assert.ok(Number(answer.headers.get('retry-after')) >= 1);
        assert.equal(answer.headers.get('www-authenticate'), null);
        issuer.isDown = false;
        later(5000);
        assert.notEqual((await request()).status, 503);
      } finally {
        issuer.isDown = false;
        await replica.server.close();
      }
    },
  );
});
