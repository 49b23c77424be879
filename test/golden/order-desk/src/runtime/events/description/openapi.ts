import type { Components } from '../../service/openapi/components.ts';
import { cloudEventMediaType } from '../cloud-event.ts';
import type { EventDescription } from './event-description.ts';

/** Header fields of a delivery (Standard Webhooks 1.0.0). */
const headers = {
  'webhook-id':
    'Identifier of the event, the same in every attempt: use it to recognize duplicates.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature':
    'Signatures of `id.timestamp.body`, separated by spaces: `v1,` with HMAC-SHA256, `v1a,` with Ed25519.',
};

/** What the service asks of the addresses that clients name (OpenAPI 3.1, section 4.8.1: webhooks). */
export function webhookItems(
  events: readonly EventDescription[],
  components: Components,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    events.map(({ kind, name, description, schema }) => [
      kind,
      {
        post: {
          operationId: `receive${name}`,
          summary: description,
          description: `${description} Sent to the webhook endpoints that asked for \`${kind}\`.`,
          tags: ['WebhookEndpoints'],
          // It is proven by its signature.
          security: [],
          parameters: Object.entries(headers).map(([header, meaning]) => ({
            name: header,
            in: 'header',
            required: true,
            description: meaning,
            schema: { type: 'string', maxLength: 1000 },
          })),
          requestBody: {
            required: true,
            content: { [cloudEventMediaType]: { schema: components.refer(schema) } },
          },
          responses: {
            '2XX': { description: 'It has arrived.' },
            410: { description: 'Nothing is wanted here any more: the endpoint is disabled.' },
            default: { description: 'It is sent again, at the times of the schedule.' },
          },
        },
      },
    ]),
  );
}
