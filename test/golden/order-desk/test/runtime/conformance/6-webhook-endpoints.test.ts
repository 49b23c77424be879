import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { comparesNames, eventsKept, mechanisms } from '../../contract.ts';
import { versionValue } from '../../../src/runtime/versioning/version.ts';
import {
  followed,
  itemsOf,
  linked,
  startConforming,
  testEngines,
  unknownId,
  unknownLabel,
  type ConformingService,
} from '../support/conformance.ts';
import { placesOf, type TestClient } from '../support/client.ts';
import { isSignedWith, startReceiver, type Receiver } from '../support/receiver.ts';
import { isRemote } from '../support/target.ts';
import { needingEvents } from '../support/needing-events.ts';
import {
  collection,
  fanOutPosition,
  webhookTesting,
  type WebhookTesting,
} from '../support/webhooks.ts';

const unknownVersion = versionValue({ label: unknownLabel });
const second = 1000;
const hour = 3600 * second;

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = needingEvents('clock', 'database');

for (const engine of testEngines()) {
  describe(`part 6, webhook endpoints, ${engine.name}`, { skip: engine.missing ?? false }, () => {
    const log: string[] = [];
    let service: ConformingService;
    let webhooks: WebhookTesting;
    let receiver: Receiver;
    let request: TestClient;

    before(async () => {
      if (isRemote()) return;
      service = await startConforming(
        engine,
        pino({ level: 'trace' }, { write: (line) => log.push(line) }),
      );
      webhooks = webhookTesting(service);
      receiver = await startReceiver();
      ({ request } = service);
    });
    after(async () => {
      if (isRemote()) return;
      await receiver.stop();
      await service.stop();
    });
    afterEach(async () => {
      if (isRemote()) return;
      receiver.received.length = 0;
      receiver.answer = () => ({ status: 204 });
      await service.database.transaction((transaction) =>
        transaction.deleteFrom('webhook_endpoints').execute(),
      );
    });

    /** Everything that the database keeps, as text. */
    async function stored(): Promise<string> {
      const tables = [
        'webhook_endpoints',
        'webhook_secrets',
        'webhook_deliveries',
        'idempotency_records',
        'events',
      ] as const;
      const rows = [];
      for (const table of tables) {
        rows.push(await service.database.reader.selectFrom(table).selectAll().execute());
      }
      return JSON.stringify(rows);
    }

    test(
      'C-126 an endpoint is made with what is left out decided, and is read, changed, listed and deleted',
      reach,
      async () => {
        const { path, body } = await webhooks.subscribe(receiver, { description: 'ours' });
        assert.equal(body['url'], receiver.url);
        assert.deepEqual(body['events'], webhooks.types);
        assert.equal(body['state'], 'enabled');
        assert.equal(body['signing'], 'hmac-sha256');
        assert.equal(body['description'], 'ours');

        const read = await request('GET', path);
        const { secret: _, ...shown } = body;
        assert.deepEqual(read.body, shown);
        const unchanged = await request('GET', path, {
          headers: { 'if-none-match': read.headers.get('etag') ?? '' },
        });
        assert.equal(unchanged.status, 304);

        const events = webhooks.types.slice(0, 1);
        const changed = await request('PATCH', path, { body: { events, description: null } });
        assert.equal(changed.status, 200, changed.text);
        assert.deepEqual(changed.body['events'], events);
        assert.ok(!('description' in changed.body));
        const stale = await request('PUT', path, {
          body: { url: receiver.url },
          headers: { 'if-match': read.headers.get('etag') ?? '' },
        });
        assert.equal(stale.status, 412);
        const replaced = await request('PUT', path, { body: changed.body });
        assert.equal(replaced.status, 200, replaced.text);
        const again = await request('PUT', path, { body: { url: receiver.url } });
        assert.deepEqual(again.body['events'], webhooks.types);
        assert.equal(again.body['apiVersion'], body['apiVersion'], 'it stays pinned');

        assert.equal(itemsOf(await request('GET', collection)).length, 1);
        assert.equal((await request('DELETE', path)).status, 204);
        assert.equal((await request('GET', path)).status, 404);
        assert.equal(itemsOf(await request('GET', collection)).length, 0);
      },
    );

    test('C-126 what an endpoint cannot be is refused', reach, async () => {
      const { url } = receiver;
      const refused: readonly [object, string][] = [
        [{}, '/url'],
        [{ url, events: [] }, '/events'],
        [{ url, events: ['nothing.happened'] }, '/events/0'],
        [{ url, events: [webhooks.types[0], webhooks.types[0]] }, '/events'],
        [{ url, state: 'paused' }, '/state'],
        [{ url, signing: 'none' }, '/signing'],
        [{ url, apiVersion: unknownVersion }, '/apiVersion'],
        [{ url, secret: 'whsec_mine' }, '/secret'],
        [{ url, client: 'me' }, '/client'],
        [{ url, publicKey: 'whpk_mine' }, '/publicKey'],
        [{ url, disabledReason: 'gone' }, '/disabledReason'],
      ];
      for (const [body, place] of refused) {
        const answer = await request('POST', collection, { body });
        // One value may break several rules.
        assert.deepEqual([...new Set(placesOf(answer))], [place], answer.text);
      }
      const { path } = await webhooks.subscribe(receiver);
      const signing = await request('PATCH', path, { body: { signing: 'ed25519' } });
      assert.deepEqual(placesOf(signing), ['/signing']);
      const client = await request('PUT', path, { body: { url, client: 'me' } });
      assert.deepEqual(placesOf(client), ['/client']);
    });

    test('C-119 an address that nothing may be sent to is refused at once', reach, async () => {
      const addresses = [
        'https://10.0.0.1/',
        'https://169.254.169.254/latest/meta-data/',
        'https://[::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://0xa.1/',
        'https://167772161/',
        'https://[fd00:ec2::254]/',
        'http://8.8.8.8/',
        'ftp://hooks.example/',
        'https://user:secret@hooks.example/',
        'https://hooks.example/#fragment',
      ];
      const { path } = await webhooks.subscribe(receiver);
      for (const url of addresses) {
        const created = await request('POST', collection, { body: { url } });
        assert.deepEqual(placesOf(created), ['/url'], url);
        assert.ok(!created.text.includes('secret'), 'no credential comes back');
        const changed = await request('PATCH', path, { body: { url } });
        assert.deepEqual(placesOf(changed), ['/url'], url);
      }
      const fine = await request('POST', collection, {
        body: { url: 'https://hooks.example/a?b=c' },
      });
      assert.equal(fine.status, 201, fine.text);
    });

    test(
      'C-010 C-126 the secret is shown once, in every representation, and is nowhere else',
      reach,
      async () => {
        const operation = service.contract.find('POST', collection);
        const secrets: string[] = [];
        for (const accept of operation?.offers ?? []) {
          const made = await request('POST', collection, {
            body: { url: receiver.url },
            headers: { accept, 'idempotency-key': `"${randomUUID()}"` },
          });
          assert.equal(made.status, 201, made.text);
          const secret = /whsec_[A-Za-z0-9+/]{43}(=|&#61;)/.exec(made.text)?.[0];
          assert.ok(secret !== undefined, `${accept} has no secret`);
          secrets.push(secret);
          const path = followed(made.headers.get('location') ?? '');
          const rotated = await request('POST', `${path}/rotate-secret`, { headers: { accept } });
          assert.match(rotated.text, /whsec_/, accept);
          for (const place of [path, collection, `${path}/deliveries`]) {
            assert.doesNotMatch(
              (await request('GET', place, { headers: { accept } })).text,
              /whsec_/,
            );
          }
          const changed = await request('PATCH', path, {
            body: { description: 'ours' },
            headers: { accept },
          });
          assert.doesNotMatch(changed.text, /whsec_/);
        }
        await webhooks.happens();
        await webhooks.work();
        const kept = (await stored()) + log.join('');
        assert.doesNotMatch(kept, /whsec_|whsk_/);
        for (const secret of secrets) assert.ok(!kept.includes(secret.slice(6, 40)));
      },
    );

    test(
      'C-010 C-057 a repeated request is answered without the secret, and makes no second endpoint',
      reach,
      async () => {
        const sent = {
          body: { url: receiver.url },
          headers: { 'idempotency-key': `"${randomUUID()}"` },
        };
        const first = await request('POST', collection, sent);
        const again = await request('POST', collection, sent);
        assert.equal(again.status, 201);
        assert.equal(again.headers.get('idempotency-replayed'), 'true');
        const { secret, ...others } = first.body;
        assert.match(String(secret), /^whsec_/);
        assert.deepEqual(again.body, others);
        assert.equal(itemsOf(await request('GET', collection)).length, 1);
      },
    );

    test(
      'C-010 C-033 C-057 a repeated action is done once, and its answer has no secret',
      reach,
      async () => {
        const { path, secret } = await webhooks.subscribe(receiver);
        const headers = { 'idempotency-key': `"${randomUUID()}"` };
        const first = await request('POST', `${path}/rotate-secret`, { headers });
        const again = await request('POST', `${path}/rotate-secret`, { headers });
        assert.match(String(first.body['secret']), /^whsec_/);
        assert.notEqual(first.body['secret'], secret);
        assert.equal(again.headers.get('idempotency-replayed'), 'true');
        assert.ok(!again.text.includes('whsec_'));
        for (let repetition = 0; repetition < 2; repetition += 1) {
          assert.equal((await request('POST', `${path}/ping`, { headers })).status, 202);
        }
        await webhooks.work();
        const [ping, ...others] = receiver.received;
        assert.ok(ping !== undefined && isSignedWith(String(first.body['secret']), ping));
        assert.equal(others.length, 0);
        const stale = await request('POST', `${path}/rotate-secret`, {
          headers: { 'if-match': '"1.v1.json"' },
        });
        assert.equal(stale.status, 412, stale.text);
      },
    );

    test(
      'C-126 an endpoint gets the events that it asks for, from when it is there',
      reach,
      async () => {
        const { type } = webhooks;
        const other = 'something.else';
        await webhooks.happens({ time: new Date(service.now.getTime() - 1).toISOString() });
        await webhooks.subscribe(receiver, { events: [type] });
        await webhooks.happens({ type: other });
        const wanted = await webhooks.happens({ type });
        await webhooks.work();
        assert.deepEqual(
          receiver.received.map(({ event }) => event['subject']),
          [`things/${wanted}`],
        );
      },
    );

    test('C-032 what is done with an endpoint is a POST below it', reach, async () => {
      const { path } = await webhooks.subscribe(receiver);
      for (const action of ['ping', 'rotate-secret', 'replay']) {
        const { status, headers } = await request('GET', `${path}/${action}`);
        assert.equal(status, 405, action);
        assert.equal(headers.get('allow'), 'POST, OPTIONS');
      }
      assert.equal((await request('POST', `${path}/ping`)).status, 202);
      assert.equal((await request('POST', `${collection}/${unknownId}/ping`)).status, 404);
    });

    test(
      'C-126 a ping shows whether deliveries arrive, also while the endpoint is disabled',
      reach,
      async () => {
        const subscription = await webhooks.subscribe(receiver, { state: 'disabled' });
        const accepted = await request('POST', `${subscription.path}/ping`);
        assert.equal(accepted.status, 202, accepted.text);
        await webhooks.work();
        const [got] = receiver.received;
        assert.ok(got !== undefined && isSignedWith(subscription.secret, got));
        assert.match(String(got.event['type']), /\.ping\.v\d[\d-]*$/);
        const location = accepted.headers.get('location') ?? '';
        assert.equal((await request('GET', location)).body['state'], 'delivered');

        receiver.answer = () => ({ status: 500 });
        const failing = await request('POST', `${subscription.path}/ping`);
        await webhooks.work();
        const failed = await request('GET', failing.headers.get('location') ?? '');
        assert.equal(failed.body['state'], 'failed', 'it is one attempt');
      },
    );

    test(
      'C-126 what happens while it is disabled is not sent, and a replay brings it',
      reach,
      async () => {
        service.later(hour);
        const from = service.now.toISOString();
        service.later(second);
        const subscription = await webhooks.subscribe(receiver);
        const { path } = subscription;
        receiver.answer = () => ({ status: 500 });
        const first = await webhooks.happens();
        await webhooks.work();
        const disabled = await request('PATCH', path, { body: { state: 'disabled' } });
        assert.deepEqual(
          [disabled.body['disabledReason'], disabled.body['disabledAt']],
          ['requested', service.now.toISOString()],
        );
        const states = async () =>
          (await webhooks.deliveries(subscription)).map(({ state }) => state);
        assert.deepEqual(await states(), ['cancelled']);
        const next = await webhooks.happens();
        await webhooks.work();
        assert.deepEqual(await states(), ['cancelled']);
        const refused = await request('POST', `${path}/replay`, { body: { from } });
        assert.equal(refused.status, 409, refused.text);

        receiver.answer = () => ({ status: 204 });
        receiver.received.length = 0;
        const enabled = await request('PATCH', path, { body: { state: 'enabled' } });
        assert.ok(!('disabledReason' in enabled.body) && !('disabledAt' in enabled.body));
        // Whatever is repeated would be by then; all of it is still kept.
        service.later(Math.min(24 * hour, eventsKept / 2));
        await webhooks.work();
        assert.deepEqual(receiver.received, []);
        const accepted = await request('POST', `${path}/replay`, { body: { from } });
        assert.equal(accepted.status, 202, accepted.text);
        await webhooks.work();
        assert.deepEqual(
          receiver.received.map(({ event }) => event['subject']).toSorted(),
          [first, next].map((id) => `things/${id}`).toSorted(),
        );
        assert.deepEqual(await states(), ['delivered', 'delivered']);
      },
    );

    test('C-126 a replay covers the time that it names', reach, async () => {
      const subscription = await webhooks.subscribe(receiver);
      const times: string[] = [];
      for (let number = 0; number < 4; number += 1) {
        await webhooks.happens();
        times.push(service.now.toISOString());
        service.later(second);
      }
      await webhooks.work();
      const identifiers = receiver.received
        .toSorted((one, other) =>
          String(one.event['time']).localeCompare(String(other.event['time'])),
        )
        .map(({ headers }) => headers['webhook-id']);
      receiver.received.length = 0;
      const [, from = '', , to = ''] = times;
      await request('POST', `${subscription.path}/replay`, { body: { from, to } });
      await webhooks.work();
      const again = receiver.received.map(({ headers }) => headers['webhook-id']);
      assert.deepEqual(
        again.toSorted(),
        identifiers.slice(1, 3).toSorted(),
        'with the identifiers that they had',
      );
      for (const body of [{ from: 'soon' }, {}, { from, until: to }]) {
        const refused = await request('POST', `${subscription.path}/replay`, { body });
        assert.ok(placesOf(refused).length > 0, refused.text);
      }
    });

    test('C-126 a delivery is replayed by itself, after it failed or arrived', reach, async () => {
      const subscription = await webhooks.subscribe(receiver);
      await webhooks.happens();
      await webhooks.work();
      const [delivery] = await webhooks.deliveries(subscription);
      const path = `${subscription.path}/deliveries/${delivery?.id ?? ''}`;
      const accepted = await request('POST', `${path}/replay`);
      assert.equal(accepted.status, 202, accepted.text);
      assert.equal(accepted.headers.get('location'), linked(path));
      assert.equal(accepted.body['state'], 'pending');
      await webhooks.work();
      assert.equal(receiver.received.length, 2);
      const { attempts } = (await request('GET', path)).body as { attempts?: unknown[] };
      assert.equal(attempts?.length, 2);
    });

    test('C-126 the log of deliveries can be filtered', reach, async () => {
      const subscription = await webhooks.subscribe(receiver);
      receiver.answer = ({ event }) => ({
        status: event['subject'] === `things/${unknownId}` ? 500 : 200,
      });
      await webhooks.happens();
      await webhooks.happens({ rowId: unknownId });
      await webhooks.work();
      const { type } = webhooks;
      const counts = [];
      for (const query of [
        '',
        'state=pending',
        'state=delivered',
        `subject=things/${unknownId}`,
        `eventType=${type}`,
      ]) {
        counts.push(
          itemsOf(await request('GET', `${subscription.path}/deliveries?${query}`)).length,
        );
      }
      assert.deepEqual(counts, [2, 1, 1, 1, 2]);
    });

    test('C-126 a client has at most 100 of them', reach, async () => {
      for (let number = 0; number < 100; number += 1) await webhooks.subscribe(receiver);
      const refused = await request('POST', collection, { body: { url: receiver.url } });
      assert.equal(refused.status, 409, refused.text);
    });

    test(
      'C-125 an event is queued once for each endpoint, even if several replicas try',
      reach,
      async () => {
        const subscription = await webhooks.subscribe(receiver);
        for (let number = 0; number < 10; number += 1) await webhooks.happens();
        const replicas = [service.app, service.createReplica()];
        await Promise.all(replicas.map(({ background }) => background.run()));
        assert.equal((await webhooks.deliveries(subscription)).length, 10);
        const position = await fanOutPosition(service);
        await webhooks.work();
        assert.equal(await fanOutPosition(service), position);
      },
    );

    test(
      'C-126 what another client made does not exist, for any operation',
      mechanisms.length === 0 ? { skip: 'this service asks for no credential' } : reach,
      async () => {
        const subscription = await webhooks.subscribe(receiver);
        await webhooks.happens();
        await webhooks.work();
        const [delivery] = await webhooks.deliveries(subscription);
        const { secret: _, ...shown } = subscription.body;
        const stranger = await webhooks.stranger();
        const { operations } = service.contract;
        const own = operations.filter(({ path }) => path.startsWith(`${collection}/`));
        assert.ok(own.length >= 10);
        for (const { method, path } of own) {
          const address = path
            .replace('{webhookEndpointId}', subscription.id)
            .replace('{deliveryId}', delivery?.id ?? '');
          const isReplay = path.endsWith('{webhookEndpointId}/replay');
          const bodies: Readonly<Record<string, object>> = {
            PUT: { url: receiver.url },
            PATCH: { state: 'disabled' },
            ...(isReplay ? { POST: { from: '2020-01-01T00:00:00Z' } } : {}),
          };
          const body = bodies[method];
          const answer = await stranger(method, address, body === undefined ? {} : { body });
          assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
        }
        const { body } = await stranger('GET', collection);
        assert.deepEqual(
          [body['items'], (body['page'] as { totalItems?: number }).totalItems],
          [[], 0],
        );
        assert.deepEqual(await webhooks.read(subscription), shown, 'nothing has changed');

        // Nor do their events go there: each client has endpoints of its own.
        const other = await startReceiver();
        const made = await stranger('POST', collection, { body: { url: other.url } });
        assert.equal(made.status, 201);
        receiver.received.length = 0;
        await webhooks.happens();
        await webhooks.work();
        await other.stop();
        const secret = String(made.body['secret']);
        const [mine] = receiver.received;
        const [theirs] = other.received;
        assert.ok(mine !== undefined);
        assert.ok(isSignedWith(subscription.secret, mine) && !isSignedWith(secret, mine));
        // Where rules compare names, the row may not exist for another client.
        if (theirs === undefined && comparesNames) return;
        assert.ok(theirs !== undefined);
        assert.ok(isSignedWith(secret, theirs) && !isSignedWith(subscription.secret, theirs));
      },
    );
  });
}
