import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { apiKeyStore, type ApiKeyStore } from '../../src/authentication/api-key-store.ts';
import { makeApiKey } from '../../src/authentication/api-key.ts';
import { about } from '../../src/service/about.ts';
import {
  apart,
  filled,
  first,
  itemsOf,
  offering,
  startConforming,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import { samples } from '../support/samples.ts';
import { needing } from '../support/target.ts';

const day = 24 * 60 * 60 * 1000;

describe('part 5, authentication and access', () => {
  const log: string[] = [];
  let service: ConformingService;
  let header: string;
  let key: string;
  let protectedPath: string;

  before(async () => {
    const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
    service = await startConforming(undefined, logger);
    [[header, key]] = Object.entries(service.credential) as [[string, string]];
    const operation = service.contract.operations.find(
      ({ method, isPublic }) => method === 'GET' && !isPublic,
    );
    protectedPath = filled(operation?.path ?? '');
  });
  after(() => service.stop());

  const keys = (): ApiKeyStore => apiKeyStore(service.database, about.vendor, service.newId);

  /** What a request with this credential is answered; 404 is as good as 200, for nothing is there. */
  async function statusWith(value: string): Promise<number> {
    const { status } = await service.anonymous('GET', protectedPath, {
      headers: { [header]: value },
    });
    return status === 404 ? 200 : status;
  }

  test(
    'C-098 a key that was made opens the door, and so does a second one',
    needing('database'),
    async () => {
      const second = await keys().make({ name: 'second', now: service.now });
      assert.equal(await statusWith(key), 200);
      assert.equal(await statusWith(second), 200);
    },
  );

  test('C-098 nothing else does', async () => {
    const other = makeApiKey(about.vendor).key;
    const foreign = makeApiKey('somebody').key;
    const [start, secret = '', sum = ''] = /^(.*_)([^_]+)(_[^_]+)$/.exec(key)?.slice(1) ?? [];
    const reversed = `${String(start)}${[...secret].toReversed().join('')}${sum}`;
    const wrong = [other, foreign, reversed, key.slice(0, -1), `${key}0`, key.toLowerCase(), 'x'];
    for (const value of [...wrong, '', `Bearer ${key}`, 'a'.repeat(1000), "' OR '1'='1"]) {
      assert.equal(await statusWith(value), 401, value);
    }
  });

  test(
    'C-098 a key with the prefix of another and a secret of its own does not',
    needing('database'),
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

  test(
    'C-098 a key that expired or was revoked does not, from that instant',
    needing('clock'),
    async () => {
      const { now } = service;
      const expiresAt = new Date(now.getTime() + day).toISOString();
      const expiring = await keys().make({ name: 'expiring', now, expiresAt });
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + day - 1);
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + day);
      assert.equal(await statusWith(expiring), 401);

      const revoked = await keys().make({ name: 'revoked', now });
      assert.equal(await statusWith(revoked), 200);
      assert.equal(await keys().revoke('revoked', service.now), true);
      assert.equal(await statusWith(revoked), 401);
      assert.equal(await statusWith(key), 200);
    },
  );

  test(
    'C-098 a key that another process revoked does not either, five seconds later at the latest',
    needing('database', 'clock'),
    async () => {
      const { now } = service;
      const revoked = await keys().make({ name: 'revoked elsewhere', now });
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
    needing('database', 'clock'),
    async () => {
      const { now } = service;
      const expiresAt = new Date(now.getTime() + 1000).toISOString();
      const expiring = await keys().make({ name: 'expiring soon', now, expiresAt });
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + 999);
      assert.equal(await statusWith(expiring), 200);
      service.now = new Date(now.getTime() + 1000);
      assert.equal(await statusWith(expiring), 401);
    },
  );

  test('C-098 a key anywhere else is not looked at', async () => {
    const places = [
      `?api_key=${key}`,
      `?apiKey=${key}`,
      `?key=${key}`,
      `?${header}=${key}`,
      `?access_token=${key}`,
    ];
    for (const query of places) {
      assert.equal((await service.anonymous('GET', protectedPath + query)).status, 401, query);
    }
    const headers = { authorization: `Bearer ${key}`, cookie: `${header}=${key}`, 'x-key': key };
    assert.equal((await service.anonymous('GET', protectedPath, { headers })).status, 401);
  });

  test('C-098 keys are kept as hashes, and in no log', needing('database'), async () => {
    const stored = JSON.stringify(await keys().list());
    const secret = key.split('_').at(-2) ?? '';
    assert.match(secret, /^[0-9A-Za-z]{43}$/);
    assert.ok(!stored.includes(secret));
    assert.ok(stored.includes(createHash('sha256').update(key).digest('hex')));
    assert.ok(log.length > 0);
    assert.ok(log.every((line) => !line.includes(secret)));
  });

  test('C-099 C-141 a refusal names the scheme', async () => {
    for (const headers of [{}, { [header]: 'wrong' }]) {
      const answer = await service.anonymous('GET', protectedPath, { headers });
      assert.equal(answer.status, 401);
      assert.equal(answer.body['code'], 'unauthenticated');
      assert.equal(answer.headers.get('www-authenticate'), `ApiKey realm="${about.vendor}"`);
    }
  });

  test('C-111 without a key nothing is permitted, by any method, whatever else is wrong', async () => {
    for (const { method, path, isPublic } of service.contract.operations) {
      const isOfResource = samples.some((sample) => path.startsWith(sample.path));
      assert.ok(!isPublic || !isOfResource, `${method} ${path} is for those who are known`);
      if (isPublic) continue;
      const url = filled(path);
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"broken' };
      const requests = [
        body,
        { ...body, headers: { accept: 'image/png' } },
        { ...body, headers: { 'content-type': 'text/plain' } },
      ];
      for (const request of requests) {
        assert.equal(
          (await service.anonymous(method, url, request)).status,
          401,
          `${method} ${path}`,
        );
      }
      assert.equal((await service.anonymous(method, `${url}?no=1`, body)).status, 401);
      assert.equal((await service.anonymous(method, filled(path, 'x'), body)).status, 401);
      if (method !== 'GET') continue;
      const answer = await service.anonymous('HEAD', url);
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^ApiKey /);
    }
  });

  test(
    'C-111 what is refused has changed nothing',
    unless(apart(offering('create', 'list'))),
    async () => {
      const sample = first(apart(offering('create', 'list')));
      const collection = await service.make.collection(sample);
      const before = itemsOf(await service.request('GET', collection)).length;
      const body = await service.make.body(sample);
      assert.equal((await service.anonymous('POST', collection, { body })).status, 401);
      assert.equal(itemsOf(await service.request('GET', collection)).length, before);
    },
  );

  test('C-116 the document says who has to identify themselves, and how', async () => {
    const { document, operations } = service.contract;
    const { securitySchemes } = document['components'] as {
      securitySchemes: Readonly<Record<string, { type: string; in: string; name: string }>>;
    };
    const [scheme, ...others] = Object.values(securitySchemes);
    assert.deepEqual(others, []);
    assert.equal(scheme?.type, 'apiKey');
    assert.equal(scheme.in, 'header');
    assert.equal(scheme.name.toLowerCase(), header);
    for (const { method, path, isPublic, statuses } of operations) {
      assert.equal(statuses.includes(401), !isPublic, `${method} ${path}`);
      if (!isPublic || method !== 'GET') continue;
      assert.notEqual((await service.anonymous(method, filled(path))).status, 401, path);
    }
  });
});
