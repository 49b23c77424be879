import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { everything, mechanisms, policies } from '../../contract.ts';
import type { Caller } from '../../../src/runtime/authentication/caller.ts';
import { memoryStore } from '../../../src/runtime/limits/memory-store.ts';
import type { QuotaStore } from '../../../src/runtime/limits/policy.ts';
import { filled, startConforming, type ConformingService } from '../support/conformance.ts';
import { countedStore } from '../support/counted-store.ts';
import { protectedOperation, type ProtectedOperation } from '../support/protected-operation.ts';
import { needing } from '../support/target.ts';

type Headers = Readonly<Record<string, string>>;

const policy = policies.failedAuthentication ?? [];
/** How many credentials that are not valid may come at once. */
const atOnce = Math.min(...policy.map(({ burst }) => burst));
const minute = 60_000;

const reversed = (text: string) => [...text].toReversed().join('');

/** The credential of a client with another secret in it. */
function guessFor(client: Headers): Headers {
  const [[header = '', value = ''] = []] = Object.entries(client);
  const [scheme = '', credential = ''] = value.split(' ');
  if (scheme === 'Basic') {
    const pair = Buffer.from(credential, 'base64').toString();
    return { [header]: `Basic ${Buffer.from(`${pair.slice(0, -6)}wrong.`).toString('base64')}` };
  }
  if (scheme === 'Bearer') return { [header]: value.replace(/[^.]+$/, reversed) };
  const body = value.replace(/_[^_]+_[^_]+$/, `_${'A'.repeat(43)}`);
  return { [header]: `${body}_${inBase62(crc32(body))}` };
}

function inBase62(number: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const powers = [5, 4, 3, 2, 1, 0].map((power) => 62 ** power);
  return powers.map((power) => digits.charAt(Math.floor(number / power) % 62)).join('');
}

describe('part 5, many who guess at one client', () => {
  let service: ConformingService;
  let door: ProtectedOperation;
  let addresses = 0;

  const store = memoryStore();
  const counted = countedStore(() => store);

  before(async () => {
    // How much a client may ask for is not what these tests are about.
    const counting: QuotaStore = {
      take: (key, ...request) =>
        (key.startsWith('client-') ? memoryStore() : counted).take(key, ...request),
      close: () => counted.close(),
    };
    service = await startConforming(undefined, undefined, () => counting);
    door = protectedOperation(service.contract, filled);
  });
  after(() => service.stop());

  /** An unused address. */
  function newAddress(): Headers {
    addresses += 1;
    return { 'x-forwarded-for': `198.18.${String(addresses >> 8)}.${String(addresses & 255)}` };
  }

  const ask = (client: Headers, from = newAddress()) =>
    service.anonymous(door.method, door.path, { headers: { ...client, ...from } });

  /** As many as are not too many guess once, each from an address of its own. @returns what they send */
  async function guessAt(client: Headers): Promise<Headers> {
    const guess = guessFor(client);
    const answers = await counted.repeat(atOnce, () => ask(guess));
    assert.ok(answers.every(({ status }) => status === 401));
    return guess;
  }

  for (const mechanism of mechanisms) {
    test(
      `C-117 many addresses get no more guesses than one, and cannot lock a client out, ${mechanism}`,
      needing('clock', 'database'),
      async () => {
        const client = await service.credentials.of(`guessed at by ${mechanism}`, mechanism);
        const guess = await guessAt(client);
        const attacker = newAddress();
        const refused = await ask(guess, attacker);
        assert.equal(refused.status, 429);
        assert.equal(refused.body['code'], 'quota-exceeded');
        assert.deepEqual(
          refused.body['violated-policies'],
          policy.map(({ name }) => name),
        );
        const pause = 1000 * Number(refused.headers.get('retry-after'));
        assert.equal(pause, Math.max(...policy.map(({ per }) => per)));
        // A lucky guess would be refused too, and nothing else that comes from there.
        assert.equal((await ask(client, attacker)).status, 429);
        // Where one guess is one too many, nothing else from there is looked at either.
        if (atOnce > 1) assert.ok(door.admits(await ask(service.credential, attacker)));
        assert.ok(door.admits(await ask(client)), 'the client itself comes from anywhere else');
        service.later(pause - 1);
        assert.equal((await ask(client, attacker)).status, 429);
        service.later(1);
        assert.ok(door.admits(await ask(client, attacker)));
        assert.equal((await ask(guess, attacker)).status, 401);
      },
    );

    test(
      `C-117 no other client can be guessed meanwhile, ${mechanism}`,
      needing('clock', 'database'),
      async () => {
        const [client, other] = [
          await service.credentials.of(`guessed at often by ${mechanism}`, mechanism),
          await service.credentials.of(`guessed at once by ${mechanism}`, mechanism),
        ];
        const guess = await guessAt(client);
        assert.equal((await ask(guess)).status, 429);
        assert.equal((await ask(guessFor(other))).status, 401);
      },
    );

    test(
      `C-117 a client that shares an address with who guesses is not locked out, ${mechanism}`,
      needing('clock', 'database'),
      async () => {
        const client = await service.credentials.of(`shares an address by ${mechanism}`, mechanism);
        const stranger = await service.credentials.of(
          `comes from there too late by ${mechanism}`,
          mechanism,
        );
        const shared = newAddress();
        assert.ok(door.admits(await ask(client, shared)));
        const guess = guessFor(
          await service.credentials.of(`guessed at from one address by ${mechanism}`, mechanism),
        );
        const answers = await counted.repeat(atOnce + 1, () => ask(guess, shared));
        assert.equal(answers.at(-1)?.status, 429);
        assert.equal((await ask(guess, shared)).status, 429);
        assert.ok(door.admits(await ask(client, shared)), 'it was valid from there before');
        assert.equal((await ask(stranger, shared)).status, 429, 'one that was not may be a guess');
      },
    );

    test(
      `C-117 a client with an expired credential gets 401 while others guess, ${mechanism}`,
      needing('clock', 'database'),
      async () => {
        const client = await expiring(`expired by ${mechanism}`, mechanism);
        assert.ok(door.admits(await ask(client)));
        service.later(2 * minute);
        await guessAt(client);
        const here = newAddress();
        for (const from of atOnce > 1 ? [here, here] : [here, newAddress()]) {
          assert.equal((await ask(client, from)).status, 401);
        }
        assert.equal((await ask(guessFor(client), here)).status, 429);
      },
    );
  }

  /** A credential that is valid for a minute. */
  function expiring(name: string, mechanism: Caller['mechanism']): Promise<Headers> {
    const expiresAt = new Date(service.now.getTime() + minute);
    return service.credentials.of(name, mechanism, everything, expiresAt);
  }
});
