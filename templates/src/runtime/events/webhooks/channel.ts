import type { Delivery } from '../description/channels.ts';

/** Requests to the addresses that clients keep. */
export const webhookDelivery: Delivery = {
  channels: ({ version, events, strategy, title }) => [
    {
      name: 'webhook',
      title: title('webhooks'),
      address: null,
      description: `Where clients want to receive events: the addresses that they keep below \`${strategy.link(version, '/webhook-endpoints')}\`. Signed as Standard Webhooks 1.0.0 has it.`,
      servers: ['receiver'],
      events,
      headers: {
        type: 'object',
        required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        properties: {
          'webhook-id': {
            type: 'string',
            description: 'Of the event, the same in every attempt.',
          },
          'webhook-timestamp': {
            type: 'string',
            description: 'When this attempt was made, in seconds since 1970.',
          },
          'webhook-signature': {
            type: 'string',
            description: 'Signatures of `id.timestamp.body`, separated by spaces.',
          },
        },
      },
      operationBindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    },
  ],
  servers: {
    receiver: {
      host: '{host}',
      protocol: 'https',
      description: 'That of the client.',
      variables: { host: { description: 'As its webhook endpoint says.' } },
    },
  },
};
