import assert from 'node:assert/strict';
import { decidingValues, limitsRows, receivableTypes } from '../../contract.ts';
import { cursors } from '../../../src/runtime/events/cursors.ts';
import type { NewEvent } from '../../../src/runtime/events/event.ts';
import { outbox } from '../../../src/runtime/events/outbox.ts';
import { prefix, type ConformingService } from './conformance.ts';
import { testClient, type TestAnswer, type TestClient } from './client.ts';
import type { Receiver } from './receiver.ts';

export const collection = `${prefix}/webhook-endpoints`;

/** What tests of webhooks do with a service. */
export interface WebhookTesting {
  /** What a subscription can be about. */
  readonly types: readonly [string, ...string[]];
  /** One of them that the client of the tests receives. */
  readonly type: string;
  /** Something happens, whatever it is. @returns its identifier */
  happens(event?: Partial<NewEvent>): Promise<string>;
  subscribe(receiver: Receiver, members?: Readonly<Record<string, unknown>>): Promise<Subscription>;
  /** Does what is due by the clock. */
  work(): Promise<void>;
  /** The log of deliveries of an endpoint, the oldest first, but for what happens to versions. */
  deliveries(subscription: Subscription): Promise<readonly Delivery[]>;
  read(subscription: Subscription): Promise<TestAnswer['body']>;
  /** Another client. */
  stranger(): Promise<TestClient>;
}

export interface Subscription {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
  readonly body: TestAnswer['body'];
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly subject: string;
  readonly state: string;
  readonly nextAttemptAt?: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly status?: number;
    readonly error?: string;
    readonly milliseconds: number;
  }[];
}

export function webhookTesting(service: ConformingService): WebhookTesting {
  const { database, newId, request } = service;
  const events = outbox(database, {
    newId,
    keep: 7 * 24 * 60 * 60 * 1000,
    keepsDeciding: limitsRows,
  });
  const { enum: names } = service.contract.schema(
    '/components/schemas/WebhookEndpoint/properties/events/items',
  ) as { enum?: string[] };
  const [first = '', ...others] = names ?? [];
  const [type = ''] = receivableTypes;
  let subjects = 0;
  let strangers = 0;

  return {
    types: [first, ...others],
    type,
    async happens(event = {}) {
      subjects += 1;
      const rowId = event.rowId ?? newId();
      await database.transaction((transaction) =>
        events.append(transaction, {
          type,
          resource: type.replace(/\..*/, ''),
          rowId,
          path: `/things/${rowId}`,
          time: service.now.toISOString(),
          data: { id: rowId, revision: subjects },
          ...(limitsRows ? { deciding: decidingValues } : {}),
          ...event,
        }),
      );
      return rowId;
    },
    async subscribe(receiver, members = {}) {
      const body = { url: receiver.url, ...members };
      const made = await request('POST', collection, { body });
      assert.equal(made.status, 201, made.text);
      const { id, secret } = made.body as { id: string; secret?: string };
      return { id, path: `${collection}/${id}`, secret: secret ?? '', body: made.body };
    },
    work: () => service.app.background.run(),
    async deliveries({ path }) {
      const answer = await request('GET', `${path}/deliveries?size=100`);
      assert.equal(answer.status, 200, answer.text);
      const { items = [] } = answer.body as { items?: readonly Delivery[] };
      return items.filter(({ eventType }) => !eventType.startsWith('api.version.'));
    },
    async read({ path }) {
      const answer = await request('GET', path);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    async stranger() {
      strangers += 1;
      const credential = await service.credentials.of(`stranger-${String(strangers)}`);
      return testClient(service.address, credential);
    },
  };
}

/** How far the webhooks have come. */
export function fanOutPosition({ database }: ConformingService): Promise<number> {
  return cursors(database).read(database.reader, 'webhooks');
}
