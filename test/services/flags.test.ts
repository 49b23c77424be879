import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  expectSuccess,
  expectTypes,
  generate,
  install,
  repository,
  run,
  temporaryDirectory,
} from '../support/generated.ts';

type Json = Record<string, unknown>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

interface Service {
  readonly address: string;
  readonly credential: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const every = [
  'email-name',
  'exact-amounts',
  'split-name',
  'currencies',
  'priorities',
  'one-address',
  'parcel-codes',
  'gifts',
];

describe('a service whose interface changes by flags', () => {
  const directory = join(temporaryDirectory(), 'flags');
  let service: Service;

  before(async () => {
    const file = join(repository, 'test', 'fixtures', 'flags', 'service.yaml');
    await generate(readFileSync(file, 'utf8'), directory);
    install(directory);
    const { startService } = (await import(
      pathToFileURL(join(directory, 'test', 'runtime', 'support', 'service.ts')).href
    )) as { startService(): Promise<Service> };
    service = await startService();
  });
  after(async () => {
    await service.stop();
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  async function ask(
    method: string,
    path: string,
    features: readonly string[],
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const answer = await fetch(service.address + path, {
      method,
      headers: {
        ...service.credential,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}),
        'x-api-features': features.join(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Json,
    };
  }

  const old = {
    reference: 'AC-000101',
    customerName: 'Grace Hopper',
    email: 'grace@example.com',
    pin: 'secret',
    total: 12.5,
    channel: 'shop',
    urgency: 'low',
    street: '2 Compiler Road',
    city: 'Arlington',
    giftText: 'Well done',
    dueAt: '2026-05-01T12:00:00.000Z',
    parcels: [{ code: 'P9', weight: 1.25 }],
  };

  test('has types and no lint', () => {
    expectTypes(directory);
    expectSuccess(run(directory, 'npx', ['oxlint', '--deny-warnings']));
  });

  test('keeps the rules of part 9', () => {
    const files = ['9-versioning', '9-versioning-feature-flags'].map(
      (name) => `test/runtime/conformance/${name}.test.ts`,
    );
    const environment = { TEST_DATABASE_URL: 'none' };
    expectSuccess(run(directory, 'node', ['--test', ...files], environment));
  });

  test('what is written without any flag is read with any set of them, and back', async () => {
    const created = await ask('POST', '/orders', [], { body: old });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const path = `/orders/${String(created.body['id'])}`;
    const newest = await ask('GET', path, every);
    const { id, createdAt, updatedAt, revision, links, ...shown } = newest.body;
    assert.deepEqual(shown, {
      reference: 'AC-000101',
      firstName: 'Grace',
      lastName: 'Hopper',
      customerEmail: 'grace@example.com',
      total: '12.50',
      currency: 'EUR',
      priority: 'normal',
      address: '2 Compiler Road, Arlington',
      gift: { message: 'Well done' },
      note: null,
      dueAt: '2026-05-01T12:00:00.000Z',
      parcels: [{ barcode: 'P9', weight: '1.250' }],
      status: 'draft',
    });
    assert.deepEqual([revision, typeof links], [1, typeof created.body['links']]);
    const some = ['exact-amounts', 'parcel-codes'];
    const { body } = await ask('GET', path, some);
    assert.deepEqual(
      [body['total'], body['customerName'], body['parcels'], body['firstName']],
      ['12.50', 'Grace Hopper', [{ barcode: 'P9', weight: '1.250' }], undefined],
    );
    const base = await ask('GET', path, []);
    assert.equal(base.body['total'], 12.5);
    // What nothing keeps, the flags say.
    assert.deepEqual([base.body['channel'], base.body['urgency']], ['web', 'normal']);
    assert.deepEqual([base.body['giftText'], base.body['pin']], ['Well done', undefined]);
    assert.deepEqual(
      [id, createdAt, updatedAt],
      [body['id'], body['createdAt'], body['updatedAt']],
    );
  });

  test('a change without a flag keeps what only those with it know', async () => {
    const { body } = await ask('POST', '/orders', every, {
      body: {
        reference: 'AC-000102',
        firstName: 'Ada',
        lastName: 'Lovelace',
        customerEmail: 'ada@example.com',
        total: '1.10',
        currency: 'USD',
        priority: 'critical',
        address: '1 Analytical Way, London',
        gift: { message: 'With love', wrapping: 'cloth' },
        dueAt: '2026-05-01T12:00:00.000Z',
        parcels: [{ barcode: 'P1', weight: '0.750', isFragile: true }],
      },
    });
    const path = `/orders/${String(body['id'])}`;
    const patched = await ask('PATCH', path, ['email-name'], { body: { city: 'Paris' } });
    assert.equal(patched.status, 200, JSON.stringify(patched.body));
    const { updatedAt, revision, address, ...others } = (await ask('GET', path, every)).body;
    assert.deepEqual(
      { ...others, revision: 1, updatedAt: body['updatedAt'], address: body['address'] },
      body,
    );
    assert.deepEqual([address, revision], ['1 Analytical Way, Paris', 2]);
    assert.notEqual(updatedAt, undefined);
    // An action whose body is of the type that the field has.
    const wrong = await ask('POST', `${path}/reprice`, [], { body: { total: '5.00' } });
    assert.ok(wrong.status === 400 || wrong.status === 422);
    const priced = await ask('POST', `${path}/reprice`, [], { body: { total: 5 } });
    assert.ok(priced.status < 500, JSON.stringify(priced.body));
  });

  test('what is wrong is told by the names and the types that the client knows', async () => {
    const { customerName: _, ...rest } = old;
    const answer = await ask('POST', '/orders', [], {
      body: {
        ...rest,
        reference: 'AC-000103',
        total: '12.50',
        urgency: 'critical',
        firstName: 'A',
      },
    });
    const errors = answer.body['errors'] as readonly { at: string }[];
    const places = errors.map(({ at }) => at).toSorted();
    assert.deepEqual(places, ['/customerName', '/firstName', '/total', '/urgency']);
    const taken = await ask('POST', '/orders', [], { body: { ...old } });
    assert.equal(taken.status, 409);
  });

  test('lists are filtered and sorted by the names that the client knows', async () => {
    const referencesOf = async (query: string, features: readonly string[]) => {
      const { status, body } = await ask('GET', `/orders?${query}`, features);
      assert.equal(status, 200, JSON.stringify(body));
      return (body['items'] as readonly Json[]).map((each) => each['reference']);
    };
    const [grace, ada] = ['AC-000101', 'AC-000102'];
    assert.deepEqual(await referencesOf('email=grace@example.com', []), [grace]);
    assert.deepEqual(await referencesOf('urgency=high', []), [ada]);
    assert.deepEqual(await referencesOf('sort=customerName', []), [ada, grace]);
    assert.deepEqual(await referencesOf('sort=customerName,desc', ['email-name']), [grace, ada]);
    assert.deepEqual(await referencesOf('total[gt]=10', []), [grace]);
    assert.equal((await ask('GET', '/orders?customerEmail=a@b.example', [])).status, 400);
  });

  test('a repetition gets its answer in the shape that it asks for; the tag is of that shape', async () => {
    const key = { 'idempotency-key': '"one-and-only"' };
    const body = { ...old, reference: 'AC-000104' };
    const made = await ask('POST', '/orders', [], { body, headers: key });
    const again = await ask('POST', '/orders', [], { body, headers: key });
    assert.deepEqual(again.body, made.body);
    const path = `/orders/${String(made.body['id'])}`;
    const tag = (await ask('GET', path, [])).headers.get('etag') ?? '';
    const conditional = { headers: { 'if-none-match': tag } };
    assert.equal((await ask('GET', path, [], conditional)).status, 304);
    const other = await ask('GET', path, ['split-name'], conditional);
    assert.equal(other.status, 200);
    assert.match(other.headers.get('etag') ?? '', /^"1\.v1\.json\.split-name"$/);
    assert.match(other.headers.get('vary') ?? '', /X-API-Features/);
    const changed = await ask('PATCH', path, ['split-name'], {
      body: { lastName: 'Kelly' },
      headers: { 'if-match': tag },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
  });

  test('the document tells the shape that is asked for', async () => {
    const membersAt = async (query: string) => {
      const { body, status } = await ask('GET', `/openapi/v1.json${query}`, []);
      assert.equal(status, 200);
      const { schemas } = body['components'] as { schemas: Record<string, { properties: object }> };
      return Object.keys(schemas['Order']?.properties ?? {});
    };
    assert.ok((await membersAt('')).includes('customerName'));
    const split = await membersAt('?features=split-name');
    assert.ok(split.includes('firstName') && !split.includes('customerName'));
    assert.ok(split.includes('email'));
    const { status } = await ask('GET', '/openapi/v1.json?features=no-such', []);
    assert.equal(status, 400);
  });
});
