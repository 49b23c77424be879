import type { Static } from 'typebox';
import type { ResourceDescription } from '../../endpoints/resource-description.ts';
import { enumeration, type SystemMembers } from '../../resources/members.ts';
import { schemasOf } from '../../resources/schemas.ts';
import { Type } from '../../resources/type.ts';
import type { WebhookOffer } from './endpoint.ts';

/** To be sent, perhaps again; arrived; given up; not sent because the endpoint was disabled. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'cancelled'] as const;

/** More than one schedule has: those of the last replays are kept as well. */
export const attemptsKept = 20;

const Attempt = Type.Object({
  at: Type.String({ format: 'date-time', description: 'When it began.' }),
  status: Type.Optional(
    Type.Integer({ minimum: 100, maximum: 999, description: 'What the receiver answered.' }),
  ),
  error: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Why there is no answer: `timeout`, `no-public-address` (the name has none, or one that nothing is sent to), `connection-refused`, `tls-failed` …',
    }),
  ),
  milliseconds: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'How long it took; 0 where nothing was sent.',
  }),
});

export type Attempt = Static<typeof Attempt>;

const membersOf = ({ isNarrowed }: Pick<WebhookOffer, 'isNarrowed'>) =>
  Type.Object({
    webhookEndpointId: Type.String({
      format: 'uuid',
      readOnly: true,
      description: 'Identifier of the endpoint that it goes to.',
    }),
    eventId: Type.String({
      format: 'uuid',
      readOnly: true,
      description: 'Identifier of the event: the `webhook-id` of every attempt.',
    }),
    eventType: Type.String({
      maxLength: 100,
      readOnly: true,
      description: 'What happened; `ping` for a test.',
    }),
    subject: Type.String({ maxLength: 200, readOnly: true, description: 'What it happened to.' }),
    state: enumeration([...deliveryStates], {
      readOnly: true,
      description: isNarrowed
        ? 'To be sent, perhaps again; arrived; given up; not sent because the endpoint was disabled, or because its client may not see the event any more.'
        : 'To be sent, perhaps again; arrived; given up; not sent because the endpoint was disabled.',
    }),
    attempts: Type.Array(Attempt, {
      maxItems: attemptsKept,
      readOnly: true,
      description: 'The last ones, the oldest first.',
    }),
    nextAttemptAt: Type.Optional(
      Type.String({
        format: 'date-time',
        readOnly: true,
        description:
          'Absent where none is planned, or an earlier event of the subject comes first.',
      }),
    ),
  });

/** One event on its way to one endpoint. */
export type WebhookDelivery = Static<ReturnType<typeof membersOf>> & {
  client: string;
} & SystemMembers;

export function describeDeliveries(offer: Pick<WebhookOffer, 'isNarrowed'>): ResourceDescription {
  return {
    names: { one: 'WebhookDelivery', many: 'WebhookDeliveries' },
    name: 'webhookDelivery',
    collection: 'deliveries',
    schemas: {
      ...schemasOf('WebhookDelivery', membersOf(offer), {
        description: 'One event on its way to one endpoint.',
        example: {
          webhookEndpointId: '019bc0fd-89c0-7000-8000-000000000001',
          eventId: '019bc0fd-89c0-7000-8000-000000000002',
          eventType: 'ping',
          subject: 'webhook-endpoints/019bc0fd-89c0-7000-8000-000000000001',
          state: 'delivered',
          attempts: [{ at: '2026-01-15T09:30:00.000Z', status: 204, milliseconds: 35 }],
        },
      }),
      writeOnly: ['client'],
    },
    references: {
      webhookEndpointId: { collection: 'webhook-endpoints', path: '/webhook-endpoints' },
    },
  };
}

/** What a list of deliveries offers. */
export const deliveryList = {
  filter: ['state', 'eventType', 'eventId', 'subject'],
  sort: ['createdAt'],
  size: 20,
  maxSize: 100,
  total: false,
} as const;
