import type { Delivery } from '../description/channels.ts';

/** A subject of NATS JetStream for each kind of event. The broker gets them in the shape of the newest version. */
export const natsDelivery: Delivery = {
  channels: ({ events, isNewest, service, title }) =>
    (isNewest ? events : []).map((event) => ({
      name: `nats${event.name}`,
      title: title('NATS JetStream'),
      address: `${service}.${event.kind}`,
      description:
        'A subject of JetStream. The message id by which the server tells a repetition is that of the event.',
      servers: ['nats'],
      events: [event],
      headers: {
        type: 'object',
        required: ['Nats-Msg-Id', 'content-type'],
        properties: {
          'Nats-Msg-Id': { type: 'string', description: 'Of the event.' },
          'content-type': { type: 'string', description: 'Media type of the message.' },
        },
      },
    })),
  servers: {
    nats: {
      host: '{host}',
      protocol: 'nats',
      description: 'NATS with JetStream.',
      variables: { host: { description: 'Of the deployment.', default: 'localhost:4222' } },
    },
  },
};
