import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { hasStream, hasWebhooks, mechanisms, ruledKinds } from '../../contract.ts';
import { isByName } from '../support/callers.ts';
import { testClient } from '../support/client.ts';
import {
  prefix,
  startConforming,
  testEngines,
  type ConformingService,
} from '../support/conformance.ts';
import { followEvents } from '../support/event-stream.ts';
import { happeningsOf, type Happening, type Happenings } from '../support/happenings.ts';
import {
  receivedIds,
  listenersOf,
  sentTo,
  receivedBy,
  webhookOf,
  type Listeners,
} from '../support/listeners.ts';
import { isRemote } from '../support/target.ts';
import {
  sampleOf,
  without,
  unlessNone,
  type EventKind,
  type EventRule,
} from '../support/event-kinds.ts';

const noWebhooks = 'the service sends no webhooks';
/** Tokens of a client can say other things of it without its being another one. */
const mechanism =
  mechanisms.find((name) => name === 'jwt') ?? mechanisms.find((name) => name === 'oauth2');

/** By which of them two clients differ: of one name there are few keys, so that a name differs first. */
function dividing(rules: readonly EventRule[]): EventRule | undefined {
  const byName = rules.filter(isByName);
  return byName.findLast(({ other }) => other !== undefined) ?? byName.at(-1) ?? rules.at(-1);
}

/** What a rule is about, of one of two clients: another value of a claim, or another name, is another one for each rule about it. */
function valueOf(rule: EventRule, rules: readonly EventRule[], which: 'own' | 'other'): unknown {
  const divided = dividing(rules);
  const differs =
    rule.claim === divided?.claim || (divided !== undefined && isByName(divided) && isByName(rule));
  return which === 'other' && differs ? (rule.other ?? rule.own) : rule.own;
}

/** A client whose claims have the values of the rows of a side: it sees those rows alone. */
function clientOf(rules: readonly EventRule[], which: 'own' | 'other') {
  const claimsOf = (each: readonly EventRule[]) =>
    Object.fromEntries(each.map((rule) => [rule.claim, String(valueOf(rule, rules, which))]));
  const divided = dividing(rules);
  const name =
    divided !== undefined && isByName(divided) ? String(valueOf(divided, rules, which)) : '';
  // Whatever it is asked about, the client of a name claims the same.
  const {
    sub: _,
    client_id: __,
    ...said
  } = { ...claimsOf(ruledKinds.flatMap((kind) => kind.rules)), ...claimsOf(rules) };
  return [
    without(
      rules.flatMap(({ unless }) => unless),
      said,
    ),
    { name },
  ] as const;
}

const decidingOf = (rules: readonly EventRule[], which: 'own' | 'other') => {
  const deciding: Record<string, Record<string, unknown>> = {};
  for (const rule of rules) {
    deciding[rule.kind] = { ...deciding[rule.kind], [rule.member]: valueOf(rule, rules, which) };
  }
  return deciding;
};

for (const engine of testEngines()) {
  describe(
    `part 6, the rows that each reader gets events of, ${engine.name}`,
    { skip: engine.missing ?? false },
    () => {
      let service: ConformingService;
      let listeners: Listeners;
      let happenings: Happenings;

      before(async () => {
        if (isRemote()) return;
        service = await startConforming(engine);
        listeners = listenersOf(service);
        happenings = happeningsOf(service);
      });
      after(() => (isRemote() ? undefined : service.stop()));
      afterEach(async () => {
        if (!isRemote()) await listeners.close();
      });

      const happens = (
        { types: [type = ''] }: EventKind,
        happening: Omit<Happening, 'type'> = {},
      ) => happenings.happens({ type, ...happening });

      test(
        'C-112 C-126 C-130 events of a new or deleted row go to those alone for whom it exists',
        unlessNone(ruledKinds),
        async () => {
          for (const kind of ruledKinds) {
            const sample = sampleOf(kind);
            if (sample === undefined) continue;
            const mine = await listeners.listen(...clientOf(kind.rules, 'own'));
            const theirs = await listeners.listen(...clientOf(kind.rules, 'other'));
            // The parent exists already and causes no event.
            const collection = await service.make.collection(sample);
            const made = await service.request('POST', collection, {
              body: await service.make.body(sample),
            });
            assert.equal(made.status, 201, made.text);
            const path = made.headers.get('location') ?? '';
            const isEmitted = (event: string) => kind.types.includes(`${kind.name}.${event}`);
            await listeners.settle();
            const expected = isEmitted('created') ? [made.body['id']] : [];
            assert.deepEqual(receivedIds(mine), expected, kind.name);
            if (sample.methods.includes('delete') && isEmitted('deleted')) {
              const gone = await service.request('DELETE', path);
              assert.equal(gone.status, 204, gone.text);
              expected.push(made.body['id']);
              await listeners.settle();
              assert.deepEqual(receivedIds(mine), expected, `${kind.name} is deleted`);
            }
            assert.deepEqual(receivedIds(theirs), [], `${kind.name}, for whom it does not exist`);
          }
        },
      );

      test(
        'C-112 C-130 events of rows that are deleted with their parent go to those for whom the parent existed',
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
            const mine = await listeners.listen(...clientOf(kind.rules, 'own'));
            const theirs = await listeners.listen(...clientOf(kind.rules, 'other'));
            const gone = await service.request('DELETE', `${within}/${parentId}`);
            assert.equal(gone.status, 204, gone.text);
            await listeners.settle();
            assert.ok(receivedIds(mine).includes(id), kind.name);
            // What it lived in may exist for both.
            const isConfined = kind.rules.some(
              (rule) =>
                rule.kind !== kind.name &&
                valueOf(rule, kind.rules, 'own') !== valueOf(rule, kind.rules, 'other'),
            );
            const received = receivedIds(theirs).filter((each) => isConfined || each !== parentId);
            assert.deepEqual(received, [], kind.name);
          }
        },
      );

      test(
        'C-112 C-130 the row at the time of the event decides, however little the event contains',
        unlessNone(ruledKinds),
        async () => {
          for (const kind of ruledKinds) {
            const mine = await listeners.listen(...clientOf(kind.rules, 'own'));
            const theirs = await listeners.listen(...clientOf(kind.rules, 'other'));
            const full = { resource: { note: 'it was so' } };
            const own = { deciding: decidingOf(kind.rules, 'own') };
            const other = { deciding: decidingOf(kind.rules, 'other') };
            const moved = await happens(kind, { ...own, data: full });
            await happens(kind, { ...other, data: full, rowId: moved });
            const thin = await happens(kind, own);
            const alien = await happens(kind, other);
            // Without stored values, an event is invisible to callers with a row filter.
            await happens(kind, { deciding: {} });
            await listeners.settle();
            assert.deepEqual(new Set(receivedIds(mine)), new Set([moved, thin]), kind.name);
            assert.equal(receivedBy(mine).length, 2);
            assert.deepEqual(new Set(receivedIds(theirs)), new Set([moved, alien]), kind.name);
            assert.equal(receivedBy(theirs).length, 2);
            if (theirs.webhook === undefined) continue;
            const { body } = await theirs.client('GET', `${theirs.webhook.endpoint}/deliveries`);
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
        hasWebhooks ? unlessNone(ruledKinds) : { skip: noWebhooks },
        async () => {
          for (const kind of ruledKinds) {
            const from = service.now.toISOString();
            const own = await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
            await happens(kind, { deciding: decidingOf(kind.rules, 'other') });
            await service.app.background.run();
            service.later(1000);
            const listener = await listeners.listen(...clientOf(kind.rules, 'own'));
            const { client } = listener;
            const { endpoint, receiver } = webhookOf(listener);
            const asked = await client('POST', `${endpoint}/replay`, { body: { from } });
            assert.equal(asked.status, 202, asked.text);
            await listeners.settle();
            const sent = sentTo(receiver).map(({ data }) => data.id);
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
        hasStream ? unlessNone(ruledKinds) : { skip: 'the service has no stream of events' },
        async () => {
          for (const kind of ruledKinds) {
            const [granted, { name }] = clientOf(kind.rules, 'own');
            const seen = await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
            const alien = await happens(kind, { deciding: decidingOf(kind.rules, 'other') });
            await listeners.settle();
            const credential = await listeners.credentialOf(
              name === '' ? `comes back to ${kind.name}` : name,
              granted,
            );
            const comments: string[] = [];
            const found = await happenings.events.read(service.database.reader, 0, 10_000);
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
        'C-112 C-126 of whom only an issuer knows what counts is what it could see when it last changed its endpoint',
        !hasWebhooks
          ? { skip: noWebhooks }
          : mechanism === undefined
            ? { skip: 'no issuer knows the clients' }
            : unlessNone(ruledKinds),
        async () => {
          assert.ok(mechanism !== undefined);
          for (const kind of ruledKinds) {
            const [granted, { name }] = clientOf(kind.rules, 'own');
            const [elsewhere, { name: otherName }] = clientOf(kind.rules, 'other');
            // A token of somebody else is another client.
            if (name !== otherName) continue;
            const listener = await listeners.listen(granted, {
              name: name === '' ? `moves in ${kind.name}` : name,
              mechanism,
            });
            const { endpoint, receiver } = webhookOf(listener);
            const own = await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
            await listeners.settle();
            const moved = testClient(
              service.address,
              await listeners.credentialOf(listener.name, elsewhere, mechanism),
            );
            const changed = await moved('PATCH', endpoint, { body: { description: 'elsewhere' } });
            assert.equal(changed.status, 200, changed.text);
            assert.ok(!JSON.stringify(changed.body).includes('"reader"'));
            await happens(kind, { deciding: decidingOf(kind.rules, 'own') });
            const alien = await happens(kind, { deciding: decidingOf(kind.rules, 'other') });
            await listeners.settle();
            const sent = sentTo(receiver).map(({ data }) => data.id);
            assert.deepEqual(sent, [own, alien], kind.name);
          }
        },
      );
    },
  );
}
