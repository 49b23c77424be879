import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { apiKeyStore } from '../../src/runtime/authentication/api-key-store.ts';
import type { Caller, Granted } from '../../src/runtime/authentication/caller.ts';
import { emitted } from '../../src/events/emitted.ts';
import type { NewEvent } from '../../src/runtime/events/event.ts';
import { outbox, type Outbox } from '../../src/runtime/events/outbox.ts';
import { about } from '../../src/service/about.ts';
import { testClient, type TestClient } from '../support/client.ts';
import {
  offering,
  prefix,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { everything } from '../support/credentials.ts';
import { followEvents, type EventStream } from '../support/event-stream.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import type { ResourceSample } from '../support/sample.ts';
import { isRemote, needing } from '../support/target.ts';

interface Rule {
  /** Whose member it is: of what is told of, or of what that lives in. */
  readonly kind: string;
  readonly member: string;
  readonly claim: string;
  readonly unless: readonly string[];
  readonly own: unknown;
  /** Where there is another value at all. */
  readonly other?: unknown;
}

interface Kind {
  /** `order` */
  readonly name: string;
  readonly types: readonly string[];
}

// What the specification says.

/** Who is confined to some rows. */
const ruledKinds: readonly (Kind & { readonly rules: readonly Rule[] })[] = [
  {
    name: 'order',
    types: ['order.created', 'order.submitted', 'order.shipped', 'order.cancelled'],
    rules: [
      {
        member: 'tenantId',
        claim: 'tenant',
        unless: [],
        own: 'north',
        other: 'south',
        kind: 'order',
      },
    ],
  },
];

/** What rules decide by, of rows that most tests may see. */
const usualDeciding: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  order: { tenantId: 'north' },
};

/** Who reads at all. */
const grantedKinds: readonly (Kind & { readonly readBy: readonly string[] })[] = [
  {
    name: 'order',
    types: ['order.created', 'order.submitted', 'order.shipped', 'order.cancelled'],
    readBy: ['reader', 'clerk', 'admin'],
  },
];

/** All that there is to be given, but for these. */
function without(grants: readonly string[], claims: Granted['claims'] = {}): Granted {
  return {
    roles: everything.roles.filter((role) => !grants.includes(role)),
    scopes: everything.scopes.filter((scope) => !grants.includes(`scope:${scope}`)),
    claims: { ...everything.claims, ...claims },
  };
}

/** Each test says so by itself: that is how the report knows why a rule does not apply elsewhere. */
const reach = needing('clock', 'database');
const unlessNone = (
  kinds: readonly unknown[],
  why = 'everybody is told the same, or nobody, or what is told has the one value that there is',
) => (kinds.length === 0 ? { skip: why } : reach);

/** What the tests know of a kind. */
function sampleOf({ types }: Kind): ResourceSample | undefined {
  const segment = emitted.find(({ type }) => types.includes(type))?.collection ?? '';
  return offering('create', 'read').find(({ path }) => path.endsWith(`/${segment}`));
}

interface Told {
  readonly id: string;
  readonly data: {
    readonly id: string;
    readonly resource?: Readonly<Record<string, unknown>>;
    readonly changed?: readonly string[];
  };
}

/** A client that is told what happens by every way that there is. */
interface Listener {
  readonly client: TestClient;
  readonly name: string;
  /** Path of its webhook endpoint. */
  readonly endpoint: string;
  readonly receiver: Receiver;
  readonly stream: EventStream;
}

const isByName = ({ claim }: Rule) => claim === 'sub' || claim === 'client_id';

/** By which of them two clients differ: of one name there are few keys, so that a name differs first. */
function dividing(rules: readonly Rule[]): Rule | undefined {
  const byName = rules.filter(isByName);
  return byName.findLast(({ other }) => other !== undefined) ?? byName.at(-1) ?? rules.at(-1);
}

/** What a rule is about, of one of two clients: another value of a claim, or another name, is another one for each rule about it. */
function valueOf(rule: Rule, rules: readonly Rule[], which: 'own' | 'other'): unknown {
  const divided = dividing(rules);
  const differs =
    rule.claim === divided?.claim || (divided !== undefined && isByName(divided) && isByName(rule));
  return which === 'other' && differs ? (rule.other ?? rule.own) : rule.own;
}

/** A client that is confined to what has its own values, or to what has another one. */
function confined(rules: readonly Rule[], which: 'own' | 'other') {
  const claimed = (each: readonly Rule[]) =>
    Object.fromEntries(each.map((rule) => [rule.claim, String(valueOf(rule, rules, which))]));
  const divided = dividing(rules);
  const name =
    divided !== undefined && isByName(divided) ? String(valueOf(divided, rules, which)) : '';
  // Whatever it is asked about, the client of a name claims the same.
  const {
    sub: _,
    client_id: __,
    ...said
  } = { ...claimed(ruledKinds.flatMap((kind) => kind.rules)), ...claimed(rules) };
  return [
    without(
      rules.flatMap(({ unless }) => unless),
      said,
    ),
    { name },
  ] as const;
}

const decidingOf = (rules: readonly Rule[], which: 'own' | 'other') => {
  const deciding: Record<string, Record<string, unknown>> = {};
  for (const rule of rules) {
    deciding[rule.kind] = { ...deciding[rule.kind], [rule.member]: valueOf(rule, rules, which) };
  }
  return deciding;
};

for (const engine of testEngines()) {
  describe(`part 6, who is told what, ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let events: Outbox;
    let names = 0;
    const credentials = new Map<string, ReturnType<ConformingService['credentials']['of']>>();
    const listeners: Listener[] = [];

    before(async () => {
      if (isRemote()) return;
      service = await startConforming(engine);
      events = outbox(service.database, {
        newId: service.newId,
        keep: 604800000,
        keepsDeciding: true,
      });
    });
    after(() => (isRemote() ? undefined : service.stop()));
    afterEach(async () => {
      if (isRemote()) return;
      await service.database.transaction((transaction) =>
        transaction.deleteFrom('webhook_endpoints').execute(),
      );
      for (const listener of listeners.splice(0)) {
        listener.stream.close();
        await listener.receiver.stop();
      }
    });

    /** Does what is due, and waits until nothing is on its way. */
    async function settle(): Promise<void> {
      await service.app.background.run();
      const open = listeners.filter(({ stream }) => !stream.hasEnded);
      const before = open.map(({ stream }) => stream.comments.length);
      service.later(15_000);
      await service.app.background.run();
      // The comment comes behind what was told before.
      for (const [index, { stream }] of open.entries()) {
        await stream.until(
          ({ comments, hasEnded }) => hasEnded || comments.length > (before[index] ?? 0),
        );
      }
    }

    /** Made once: a client has few keys at a time. */
    function credentialOf(name: string, granted: Granted, mechanism?: Caller['mechanism']) {
      const key = JSON.stringify([name, mechanism, granted]);
      const known = credentials.get(key) ?? service.credentials.of(name, mechanism, granted);
      credentials.set(key, known);
      return known;
    }

    async function listen(
      granted: Granted,
      {
        name = '',
        mechanism,
      }: { readonly name?: string; readonly mechanism?: Caller['mechanism'] } = {},
    ): Promise<Listener> {
      names += 1;
      const called = name === '' ? `listener-${String(names)}` : name;
      const credential = await credentialOf(called, granted, mechanism);
      const client = testClient(service.address, credential);
      const receiver = await startReceiver();
      const made = await client('POST', `${prefix}/webhook-endpoints`, {
        body: { url: receiver.url },
      });
      assert.equal(made.status, 201, made.text);
      const stream = await followEvents(`${service.address}${prefix}/events`, credential);
      await stream.until(({ retry, hasEnded }) => retry !== undefined || hasEnded);
      const listener: Listener = {
        client,
        name: called,
        endpoint: `${prefix}/webhook-endpoints/${String(made.body['id'])}`,
        receiver,
        stream,
      };
      listeners.push(listener);
      return listener;
    }

    /** What a client was told, which is the same by each way. */
    function toldTo(listener: Listener): readonly Told[] {
      const streamed = listener.stream.events.map(({ data }) => JSON.parse(data) as Told);
      const sent = listener.receiver.received.map(({ event }) => event as unknown as Told);
      const byId = (told: readonly Told[]) => told.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      assert.deepEqual(byId(streamed), byId(sent), 'by both ways');
      return streamed;
    }

    const idsTold = (listener: Listener) => toldTo(listener).map(({ data }) => data.id);

    /** Something happens to a row of a kind. @returns the identifier of the row */
    async function happens(
      { name, types: [type = ''] }: Kind,
      {
        data = {},
        deciding = usualDeciding,
      }: {
        readonly data?: Partial<NewEvent['data']>;
        readonly deciding?: typeof usualDeciding;
      } = {},
      id = service.newId(),
    ): Promise<string> {
      await service.database.transaction((transaction) =>
        events.append(transaction, {
          type,
          resource: name,
          rowId: id,
          path: `/things/${id}`,
          time: service.now.toISOString(),
          data: { id, revision: 1, ...data },
          deciding,
        }),
      );
      return id;
    }

    test(
      'C-112 C-126 C-130 of what is made and deleted only those are told for whom it exists',
      unlessNone(ruledKinds),
      async () => {
        for (const kind of ruledKinds) {
          const sample = sampleOf(kind);
          if (sample === undefined) continue;
          const mine = await listen(...confined(kind.rules, 'own'));
          const theirs = await listen(...confined(kind.rules, 'other'));
          // What it lives in is there already, and is announced by nobody.
          const collection = await service.make.collection(sample);
          const made = await service.request('POST', collection, {
            body: await service.make.body(sample),
          });
          assert.equal(made.status, 201, made.text);
          const path = made.headers.get('location') ?? '';
          const isTold = (event: string) => kind.types.includes(`${kind.name}.${event}`);
          await settle();
          const expected = isTold('created') ? [made.body['id']] : [];
          assert.deepEqual(idsTold(mine), expected, kind.name);
          if (sample.methods.includes('delete') && isTold('deleted')) {
            const gone = await service.request('DELETE', path);
            assert.equal(gone.status, 204, gone.text);
            expected.push(made.body['id']);
            await settle();
            assert.deepEqual(idsTold(mine), expected, `${kind.name} is deleted`);
          }
          assert.deepEqual(idsTold(theirs), [], `${kind.name}, for whom it does not exist`);
        }
      },
    );

    test(
      'C-112 C-130 what goes with what it lives in is told to those for whom that existed',
      unlessNone(ruledKinds),
      async () => {
        for (const kind of ruledKinds) {
          const sample = sampleOf(kind);
          const parent = sample?.parent;
          if (sample === undefined || parent?.methods.includes('delete') !== true) continue;
          if (!kind.types.includes(`${kind.name}.deleted`)) continue;
          const within = await service.make.collection(parent);
          const { id: parentId } = await service.make.insert(parent, within);
          const collection = `${within}/${parentId}/${sample.path.slice(sample.path.lastIndexOf('/') + 1)}`;
          const { id } = await service.make.insert(sample, collection);
          const mine = await listen(...confined(kind.rules, 'own'));
          const theirs = await listen(...confined(kind.rules, 'other'));
          const gone = await service.request('DELETE', `${within}/${parentId}`);
          assert.equal(gone.status, 204, gone.text);
          await settle();
          assert.ok(idsTold(mine).includes(id), kind.name);
          // What it lived in may exist for both.
          const isConfined = kind.rules.some(
            (rule) =>
              rule.kind !== kind.name &&
              valueOf(rule, kind.rules, 'own') !== valueOf(rule, kind.rules, 'other'),
          );
          const told = idsTold(theirs).filter((each) => isConfined || each !== parentId);
          assert.deepEqual(told, [], kind.name);
        }
      },
    );

    test(
      'C-112 C-130 what counts is what the row was at the event, however little is told of it',
      unlessNone(ruledKinds),
      async () => {
        for (const kind of ruledKinds) {
          const mine = await listen(...confined(kind.rules, 'own'));
          const theirs = await listen(...confined(kind.rules, 'other'));
          const full = { resource: { note: 'it was so' } };
          const own = { deciding: decidingOf(kind.rules, 'own') };
          const other = { deciding: decidingOf(kind.rules, 'other') };
          const moved = await happens(kind, { ...own, data: full });
          await happens(kind, { ...other, data: full }, moved);
          const thin = await happens(kind, own);
          const alien = await happens(kind, other);
          // What nothing is known of exists for nobody whom a rule confines.
          await happens(kind, { deciding: {} });
          await settle();
          assert.deepEqual(new Set(idsTold(mine)), new Set([moved, thin]), kind.name);
          assert.equal(toldTo(mine).length, 2);
          assert.deepEqual(new Set(idsTold(theirs)), new Set([moved, alien]), kind.name);
          assert.equal(toldTo(theirs).length, 2);
          const { body } = await theirs.client('GET', `${theirs.endpoint}/deliveries`);
          const log = (body['items'] as readonly { subject: string }[]).map(
            ({ subject }) => subject,
          );
          assert.deepEqual(
            new Set(log),
            new Set([`things/${moved}`, `things/${alien}`]),
            'nor does its log tell',
          );
        }
      },
    );

    test(
      'C-112 C-126 C-130 a replay brings only what the client may see',
      unlessNone(ruledKinds),
      async () => {
        for (const kind of ruledKinds) {
          const from = service.now.toISOString();
          const own = await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
          await happens(kind, { deciding: decidingOf(kind.rules, 'other') });
          await service.app.background.run();
          service.later(1000);
          const { client, endpoint, receiver } = await listen(...confined(kind.rules, 'own'));
          const asked = await client('POST', `${endpoint}/replay`, { body: { from } });
          assert.equal(asked.status, 202, asked.text);
          await settle();
          const sent = receiver.received.map(({ event }) => (event as unknown as Told).data.id);
          assert.deepEqual(sent, [own], kind.name);
          const { body } = await client('GET', `${endpoint}/deliveries`);
          const log = (body['items'] as readonly { subject: string }[]).map(
            ({ subject }) => subject,
          );
          assert.deepEqual(log, [`things/${own}`], 'nor does the log tell');
        }
      },
    );

    test(
      'C-112 C-128 C-130 an event that does not exist for a client is none to come back with',
      unlessNone(ruledKinds),
      async () => {
        for (const kind of ruledKinds) {
          const [granted, { name }] = confined(kind.rules, 'own');
          const seen = await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
          const alien = await happens(kind, { deciding: decidingOf(kind.rules, 'other') });
          await settle();
          const credential = await credentialOf(
            name === '' ? `comes back to ${kind.name}` : name,
            granted,
          );
          const comments: string[] = [];
          const found = await events.read(service.database.reader, 0, 10_000);
          const hidden = found.find(({ rowId }) => rowId === alien);
          for (const id of [hidden?.id ?? '', service.newId()]) {
            const stream = await followEvents(
              `${service.address}${prefix}/events?types=${kind.types.join()}`,
              {
                ...credential,
                'last-event-id': id,
              },
            );
            await stream.until((each) => each.events.some(({ data }) => data.includes(seen)));
            assert.ok(stream.events.every(({ data }) => !data.includes(alien)));
            comments.push(stream.comments.join());
            stream.close();
          }
          assert.match(comments[0] ?? '', /Last-Event-ID/);
          assert.equal(comments[0], comments[1], 'as one that never was');
        }
      },
    );

    test(
      'C-112 C-126 C-130 of what a client may not read it is told nothing',
      unlessNone(grantedKinds),
      async () => {
        for (const kind of grantedKinds) {
          const granted = without(kind.readBy);
          const isAdmitted = grantedKinds.some(({ readBy }) =>
            readBy.some((grant) =>
              [...granted.roles, ...granted.scopes.map((name) => `scope:${name}`)].includes(grant),
            ),
          );
          if (isAdmitted) {
            const some = await listen(granted);
            const all = await listen(everything);
            const id = await happens(kind);
            await settle();
            assert.deepEqual(idsTold(all), [id], kind.name);
            assert.deepEqual(idsTold(some), [], kind.name);
            continue;
          }
          const credential = await credentialOf(`reads no ${kind.name}`, granted);
          const client = testClient(service.address, credential);
          assert.equal((await client('GET', `${prefix}/events`)).status, 403);
          const body = { url: 'http://127.0.0.1:1/' };
          assert.equal((await client('POST', `${prefix}/webhook-endpoints`, { body })).status, 403);
        }
      },
    );

    /** A name that rules are about has few keys. */
    const keyedKinds = grantedKinds;

    /** From now on the key of a client is granted this. */
    async function grant(name: string, { roles, scopes }: Granted): Promise<void> {
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('api_keys')
          .set({ roles: roles.join(' '), scopes: scopes.join(' ') })
          .where('name', '=', name)
          .execute(),
      );
      // What was verified a moment ago is not asked for again.
      await settle();
    }

    test(
      'C-112 C-126 C-130 whose rights are gone is told nothing from then on',
      unlessNone(keyedKinds),
      async () => {
        for (const kind of keyedKinds) {
          const listener = await listen(everything, { mechanism: 'api-key' });
          const told = await happens(kind);
          await settle();
          await grant(listener.name, without(kind.readBy));
          await happens(kind);
          await settle();
          assert.deepEqual(idsTold(listener), [told], kind.name);
          await grant(listener.name, everything);
          const again = await happens(kind);
          await settle();
          assert.deepEqual(idsTold(listener), [told, again], kind.name);
        }
      },
    );

    test(
      'C-126 C-130 what waits for a receiver is not sent to whose rights have gone meanwhile; a replay brings it',
      unlessNone(keyedKinds),
      async () => {
        const [kind] = keyedKinds;
        assert.ok(kind !== undefined);
        const { name, client, endpoint, receiver } = await listen(everything, {
          mechanism: 'api-key',
        });
        const from = service.now.toISOString();
        receiver.answer = () => ({ status: 500 });
        const id = await happens(kind);
        await service.app.background.run();
        assert.equal(receiver.received.length, 1);
        const before = await client('GET', `${endpoint}/deliveries`);
        assert.deepEqual(
          (before.body['items'] as readonly { state: string }[]).map(({ state }) => state),
          ['pending'],
        );
        await grant(name, without(kind.readBy));
        receiver.answer = () => ({ status: 204 });
        await settle();
        assert.equal(
          receiver.received.length,
          1,
          'it was tried before the rights were gone, and not again',
        );
        await grant(name, everything);
        const { body } = await client('GET', `${endpoint}/deliveries`);
        const [delivery] = body['items'] as readonly {
          state: string;
          attempts: readonly { error?: string }[];
        }[];
        assert.equal(delivery?.state, 'cancelled');
        assert.equal(delivery.attempts.at(-1)?.error, 'not-permitted');
        const { failures } = await service.database.reader
          .selectFrom('webhook_endpoints')
          .select('failures')
          .where('id', '=', endpoint.slice(endpoint.lastIndexOf('/') + 1))
          .executeTakeFirstOrThrow();
        assert.equal(failures, 1, 'the receiver has failed once, and only then');
        const asked = await client('POST', `${endpoint}/replay`, { body: { from } });
        assert.equal(asked.status, 202, asked.text);
        // At once: events may be kept for a minute.
        await service.app.background.run();
        assert.deepEqual(
          receiver.received.map(({ event }) => (event as unknown as Told).data.id),
          [id, id],
        );
      },
    );

    test(
      'C-126 C-130 whose key is revoked is sent nothing, not even a test',
      unlessNone(keyedKinds),
      async () => {
        const [kind] = keyedKinds;
        assert.ok(kind !== undefined);
        const { name, client, endpoint, receiver } = await listen(everything, {
          mechanism: 'api-key',
        });
        await happens(kind);
        await service.app.background.run();
        assert.equal(receiver.received.length, 1);
        assert.equal((await client('POST', `${endpoint}/ping`, { body: {} })).status, 202);
        await apiKeyStore(service.database, about.vendor, service.newId).revoke(name, service.now);
        service.later(5000);
        await happens(kind);
        await service.app.background.run();
        assert.equal(receiver.received.length, 1);
        const log = await service.database.reader
          .selectFrom('webhook_deliveries')
          .select(['state', 'event_type'])
          .where('webhook_endpoint_id', '=', endpoint.slice(endpoint.lastIndexOf('/') + 1))
          .execute();
        assert.deepEqual(
          new Set(log.map(({ state, event_type }) => `${event_type} ${state}`)),
          new Set([`${kind.types[0] ?? ''} delivered`, 'ping cancelled']),
        );
      },
    );
  });
}
