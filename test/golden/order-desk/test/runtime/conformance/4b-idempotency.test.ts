import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { hasAdapters, limits, mechanisms } from '../../contract.ts';
import { testClient, type TestAnswer } from '../support/client.ts';
import {
  apart,
  changeable,
  changesIn,
  colliding,
  first,
  holding,
  madeAt,
  offering,
  secretive,
  secretsOf,
  startConforming,
  testEngines,
  unless,
  validationStatus,
  type ConformingService,
} from '../support/conformance.ts';
import { allItems } from '../support/lists.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const creatable = offering('create');
const listed = apart(offering('create', 'list'));
const updatable = offering('read', 'update');
const day = 24 * 60 * 60 * 1000;

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': `"${key}"` });

/** What is its maker's by who that is. */
const ownIn = ({ attributes }: ResourceSample) =>
  attributes.filter(({ claim }) => ['sub', 'client_id'].includes(claim));
const isForAnybody = (sample: ResourceSample): boolean =>
  [
    ...(sample.parent === undefined ? [] : [sample.parent]),
    ...Object.values(sample.requiredReferences),
  ].every((each) => ownIn(each).length === 0 && isForAnybody(each));

const noCredential = { skip: 'this service asks for no credential' };

for (const engine of testEngines()) {
  describe(
    `part 4b, repeated requests on ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let make: ConformingService['make'];
      const send = (...request: Parameters<ConformingService['request']>) =>
        service.request(...request);

      before(async () => {
        service = await startConforming(engine);
        make = service.make;
      });
      after(() => service.stop());

      async function listedIn(sample: ResourceSample, collection: string): Promise<unknown[]> {
        const items = await allItems(send, sample, collection);
        return items.map(({ id }) => id);
      }

      test(
        'C-057 a repeated POST gets the same answer, and makes nothing',
        unless(creatable),
        async () => {
          for (const sample of creatable) {
            const collection = await make.collection(sample);
            const request = { body: await make.body(sample), headers: keyed() };
            const made = await send('POST', collection, request);
            assert.equal(made.status, 201, made.text);
            assert.equal(made.headers.get('idempotency-replayed'), null);
            const isListed = listed.includes(sample);
            const before = isListed ? await listedIn(sample, collection) : [];
            service.later(60_000);
            for (let repetition = 0; repetition < 2; repetition += 1) {
              assertReplayed(await send('POST', collection, request), made);
            }
            if (isListed) assert.deepEqual(await listedIn(sample, collection), before);
          }
        },
      );

      const several = holding(listed, 2);
      test('C-054 C-057 another key, or none, makes another one', unless(several), async () => {
        const sample = first(several);
        const collection = await make.collection(sample);
        const before = new Set(await listedIn(sample, collection));
        const ids: unknown[] = [];
        for (const key of [randomUUID(), randomUUID()]) {
          const body = await make.body(sample);
          const made = await send('POST', collection, { body, headers: keyed(key) });
          assert.equal(made.status, 201, made.text);
          ids.push(madeAt(made).split('/').at(-1));
        }
        assert.equal(new Set(ids).size, 2);
        const after = await listedIn(sample, collection);
        assert.deepEqual(new Set(after.filter((id) => !before.has(id))), new Set(ids));
      });

      const changing = changeable(updatable);
      test(
        'C-057 a repeated PATCH gets the same answer, whatever happened since',
        unless(changing),
        async () => {
          for (const sample of changing) {
            const collection = await make.collection(sample);
            const first = { ...(await make.body(sample)) };
            const path = `${collection}/${(await make.insert(sample, collection, first)).id}`;
            const changes = Object.keys(changesIn(sample));
            const second = Object.entries(await make.body(sample, 1)).filter(([name]) =>
              changes.includes(name),
            );
            const [one = ['', undefined]] = second;
            // Another member, or the same one back again.
            const [name, value] = second[1] ?? [one[0], first[one[0]] ?? null];
            const { headers, body: before } = await send('GET', path);
            for (const change of [{ [one[0]]: one[1] }, { [one[0]]: one[1], [name]: value }]) {
              await make.clear(sample, { ...before, ...change }, before['id']);
            }
            const request = {
              body: { [one[0]]: one[1] },
              headers: { ...keyed(), 'if-match': headers.get('etag') ?? '' },
            };
            const made = await send('PATCH', path, request);
            assert.equal(made.status, 200, made.text);
            await send('PATCH', path, { body: { [name]: value } });
            const { body: since } = await send('GET', path);
            // Its precondition no longer holds: it did when the request was carried out.
            assertReplayed(await send('PATCH', path, request), made);
            assert.deepEqual((await send('GET', path)).body, since);
          }
        },
      );

      test(
        'C-057 the same key with another request is refused, before anything of it is looked at',
        unless(creatable),
        async () => {
          const sample = first(creatable);
          const collection = await make.collection(sample);
          const headers = keyed();
          const body = await make.body(sample);
          const made = await send('POST', collection, { body, headers });
          assert.equal(made.status, 201, made.text);
          // Nothing is the same as defaults that are said.
          const without = sample.required.length > 0 ? [{}] : [];
          // What clients of several shapes sent is compared as what it means, and otherwise as it was sent.
          const respaced = hasAdapters ? [] : [`${JSON.stringify(body)} `];
          const others: readonly unknown[] = [
            { ...body, ...sample.bodies[1] },
            { ...body, 'no-such': 1 },
            ...without,
            ...respaced,
          ];
          for (const other of others) {
            if (isDeepStrictEqual(other, body)) continue;
            const answer = await send('POST', collection, { body: other, headers });
            assert.equal(answer.status, 422, answer.text);
            assert.equal(answer.body['code'], 'idempotency-key-reused');
          }
          assertReplayed(await send('POST', collection, { body, headers }), made);
        },
      );

      test(
        'C-057 a key belongs to one address and method',
        unless(offering('create', 'update')),
        async () => {
          for (const sample of offering('create', 'update')) {
            const collection = await make.collection(sample);
            const headers = keyed();
            const made = await send('POST', collection, { body: await make.body(sample), headers });
            const path = madeAt(made);
            const patched = await send('PATCH', path, { body: {}, headers });
            assert.equal(patched.status, sample.isShown ? 200 : 204, patched.text);
            assert.equal(patched.headers.get('idempotency-replayed'), null);
            const other = `${collection}/${(await make.insert(sample, collection)).id}`;
            const elsewhere = await send('PATCH', other, { body: {}, headers });
            assert.equal(elsewhere.headers.get('idempotency-replayed'), null);
          }
        },
      );

      const shared = holding(
        creatable.filter(
          (sample) =>
            isForAnybody(sample) && ownIn(sample).every(({ other }) => other !== undefined),
        ),
        2,
      );
      test(
        'C-057 a key belongs to one client',
        mechanisms.length === 0 ? noCredential : unless(shared, 'database'),
        async () => {
          const sample = first(shared);
          const collection = await make.collection(sample);
          const own = ownIn(sample);
          // Its name has to be a value of what says whose a row is.
          const name = String(own[0]?.other ?? 'other');
          const other = testClient(service.address, await service.credentials.of(name));
          const headers = keyed();
          const made = await send('POST', collection, { body: await make.body(sample), headers });
          // It is another's by not being said.
          const said = Object.entries(await make.body(sample)).filter(([name]) =>
            own.every(({ member }) => member !== name),
          );
          const answer = await other('POST', collection, {
            body: Object.fromEntries(said),
            headers,
          });
          assert.equal(answer.status, 201, answer.text);
          assert.equal(answer.headers.get('idempotency-replayed'), null);
          assert.notEqual(madeAt(answer), madeAt(made));
        },
      );

      test('C-057 a key is a String of structured fields, or bare', unless(creatable), async () => {
        const sample = first(creatable);
        const collection = await make.collection(sample);
        // Others than those of the last run: a service that runs elsewhere remembers them for a day.
        const own = randomUUID();
        // What the head has no room for is refused before anybody looks at the key.
        const room = limits.headers - 400 - JSON.stringify(service.credential).length;
        const longest = own.padEnd(Math.min(255, room), 'x');
        const good = [own, `"a b, ${own}"`, `"\\"\\\\${own}"`, `"${longest}"`, ` "blanks ${own}" `];
        for (const key of good) {
          const headers = { 'idempotency-key': key };
          const request = { body: await make.body(sample), headers };
          const made = await send('POST', collection, request);
          assert.equal(made.status, 201, `${key}: ${made.text}`);
          assertReplayed(await send('POST', collection, request), made);
          if (key.includes('"')) continue;
          const quoted = { 'idempotency-key': `"${key}"` };
          assertReplayed(await send('POST', collection, { ...request, headers: quoted }), made);
        }
        const bad = [
          '',
          '""',
          '"',
          '"a',
          'a"',
          '"a" b',
          '"a";b=1',
          '"a", "b"',
          'a b',
          '?1',
          '"\u00e9"',
          '"\\a"',
          `"${'x'.repeat(256)}"`,
        ];
        const body = await make.spare(sample);
        for (const key of bad.filter(({ length }) => length <= Math.max(room, 100))) {
          const answer = await send('POST', collection, {
            body,
            headers: { 'idempotency-key': key },
          });
          assert.equal(answer.status, 400, key);
          assert.equal(answer.body['code'], 'idempotency-key-invalid', key);
        }
      });

      const demanding = creatable.filter(({ idempotencyKey }) => idempotencyKey === 'required');
      test(
        'C-057 a request without a key is refused where one is required',
        unless(demanding),
        async () => {
          for (const sample of demanding) {
            const collection = await make.collection(sample);
            const plain = testClient(service.address, service.credential);
            const answer = await plain('POST', collection, { body: await make.spare(sample) });
            assert.equal(answer.status, 400, answer.text);
            assert.equal(answer.body['code'], 'idempotency-key-invalid');
            service.contract.check('POST', collection, answer);
          }
        },
      );

      test(
        'C-057 what is idempotent by itself takes no key',
        unless(offering('read')),
        async () => {
          const sample = first(offering('read'));
          const collection = await make.collection(sample);
          const path = `${collection}/${(await make.insert(sample, collection)).id}`;
          const { status, headers } = await send('GET', path, {
            headers: { 'idempotency-key': '"' },
          });
          assert.equal(status, 200);
          assert.equal(headers.get('idempotency-replayed'), null);
          for (const { method, takesKey } of service.contract.operations) {
            if (takesKey) assert.match(method, /^(POST|PATCH)$/);
          }
        },
      );

      test(
        'C-057 a failure is not kept: the request can be mended',
        unless(creatable),
        async () => {
          const sample = first(creatable);
          const collection = await make.collection(sample);
          const headers = keyed();
          const body = await make.body(sample);
          const failed = await send('POST', collection, {
            body: { ...body, 'no-such': 1 },
            headers,
          });
          assert.equal(failed.status, validationStatus);
          const made = await send('POST', collection, { body, headers });
          assert.equal(made.status, 201, made.text);
          assert.equal(made.headers.get('idempotency-replayed'), null);
        },
      );

      const freed = colliding(offering('create', 'delete'));
      test(
        'C-057 C-145 a conflict is not kept: the request can be repeated',
        unless(freed),
        async () => {
          const sample = first(freed);
          const collection = await make.collection(sample);
          const body = await make.full(sample);
          const held = await send('POST', collection, { body });
          const request = { body, headers: keyed() };
          assert.equal((await send('POST', collection, request)).status, 409);
          await send('DELETE', madeAt(held));
          const made = await send('POST', collection, request);
          assert.equal(made.status, 201, made.text);
          assertReplayed(await send('POST', collection, request), made);
        },
      );

      test('C-057 of repetitions at once, one is carried out', unless(creatable), async () => {
        for (const sample of creatable) {
          const collection = await make.collection(sample);
          const request = { body: await make.body(sample), headers: keyed() };
          const answers = await Promise.all(
            Array.from({ length: 6 }, () => send('POST', collection, request)),
          );
          const made = answers.filter(
            ({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'),
          );
          assert.equal(made.length, 1);
          for (const { status, headers, body } of answers) {
            if (status === 201) {
              assert.equal(body['id'], made[0]?.body['id']);
              assert.equal(headers.get('location'), made[0]?.headers.get('location'));
            } else {
              assert.equal(status, 409);
              assert.equal(body['code'], 'idempotency-key-in-flight');
              assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
            }
          }
        }
      });

      test(
        'C-057 a repetition gets 409 while the first request is in progress',
        unless(creatable, 'database'),
        async () => {
          const sample = first(creatable);
          const collection = await make.collection(sample);
          const request = { body: await make.body(sample), headers: keyed() };
          const ended = Promise.withResolvers<undefined>();
          const started = Promise.withResolvers<undefined>();
          const holding = service.database.transaction(async (transaction) => {
            // On SQLite the transaction alone keeps others from writing.
            if (service.database.engine === 'postgres') {
              await sql`lock table idempotency_records in exclusive mode`.execute(transaction);
            }
            started.resolve(undefined);
            await ended.promise;
          });
          await started.promise;
          const sent = [send('POST', collection, request), send('POST', collection, request)];
          const soonest = await Promise.race(sent).finally(() => {
            ended.resolve(undefined);
          });
          await holding;
          assert.equal(soonest.status, 409, soonest.text);
          assert.equal(soonest.body['code'], 'idempotency-key-in-flight');
          const answers = await Promise.all(sent);
          assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
          const made = answers.find(({ status }) => status === 201);
          assert.ok(made !== undefined);
          assertReplayed(await send('POST', collection, request), made);
        },
      );

      test(
        'C-057 C-097 any replica knows the answer, and so does one that is started later',
        unless(creatable, 'database'),
        async () => {
          const sample = first(creatable);
          const collection = await make.collection(sample);
          const request = { body: await make.body(sample), headers: keyed() };
          const made = await send('POST', collection, request);
          const { server } = service.createReplica();
          try {
            const address = await server.listen({ host: '127.0.0.1', port: 0 });
            const replica = testClient(address, service.credential);
            assertReplayed(await replica('POST', collection, request), made);
            const next = { body: await make.body(sample), headers: keyed() };
            const answers = await Promise.all(
              [send, replica, send, replica].map((client) => client('POST', collection, next)),
            );
            const ids = answers.filter(({ status }) => status === 201).map(madeAt);
            assert.equal(new Set(ids).size, 1);
            for (const { status } of answers) assert.ok(status === 201 || status === 409);
          } finally {
            await server.close();
          }
        },
      );

      test('C-057 an answer is kept for a day', unless(creatable, 'clock'), async () => {
        const sample = first(creatable);
        const collection = await make.collection(sample);
        const request = { body: await make.body(sample), headers: keyed() };
        const made = await send('POST', collection, request);
        service.later(day - 1000);
        assertReplayed(await send('POST', collection, request), made);
        service.later(2000);
        const later = await send('POST', collection, request);
        assert.equal(later.headers.get('idempotency-replayed'), null);
        if (later.status === 201) assert.notEqual(madeAt(later), madeAt(made));
        else assert.equal(later.body['code'], 'unique-conflict');
      });

      const hiding = secretive(creatable);
      test(
        'C-010 C-057 what is only written is not kept with the answer',
        unless(hiding, 'database'),
        async () => {
          for (const sample of hiding) {
            const collection = await make.collection(sample);
            const body = await make.body(sample);
            const request = { body, headers: keyed() };
            const made = await send('POST', collection, request);
            const replayed = await send('POST', collection, request);
            assertReplayed(replayed, made);
            const { rows } = await sql<Json>`select * from idempotency_records`.execute(
              service.database.reader,
            );
            // What others are called and hold may be the same text.
            const id = String(madeAt(made).split('/').at(-1));
            const kept = rows.map((row) => JSON.stringify(row)).find((row) => row.includes(id));
            assert.ok(kept !== undefined, 'it is kept');
            for (const secret of secretsOf(sample, body)) {
              assert.ok(!kept.includes(secret) && !replayed.text.includes(secret), secret);
            }
          }
        },
      );
    },
  );
}

/** An answer again, but for what belongs to the request. */
function assertReplayed(answer: TestAnswer, made: TestAnswer): void {
  assert.equal(answer.status, made.status, answer.text);
  assert.equal(answer.text, made.text);
  assert.equal(answer.headers.get('idempotency-replayed'), 'true');
  for (const name of ['content-type', 'location', 'etag', 'vary', 'cache-control']) {
    assert.equal(answer.headers.get(name), made.headers.get(name), name);
  }
}
