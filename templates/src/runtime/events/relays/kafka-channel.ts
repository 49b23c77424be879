import type { Delivery } from '../description/channels.ts';

/** One topic of Kafka. The broker gets the events in the shape of the newest version. */
export const kafkaDelivery: Delivery = {
  channels: ({ events, isNewest, service, title }) =>
    !isNewest || events.length === 0
      ? []
      : [
          {
            name: 'kafka',
            title: title('Kafka'),
            address: `${service}.events`,
            description:
              'One topic, with the subject of the event as the key: the events of one resource are in one partition, in order.',
            servers: ['kafka'],
            events,
            headers: {
              type: 'object',
              required: ['content-type'],
              properties: {
                'content-type': { type: 'string', description: 'Media type of the message.' },
              },
            },
            messageBindings: {
              kafka: {
                key: { type: 'string', description: 'Subject of the event.' },
                bindingVersion: '0.5.0',
              },
            },
          },
        ],
  servers: {
    kafka: {
      host: '{host}',
      protocol: 'kafka',
      description: 'Kafka.',
      variables: { host: { description: 'Of the deployment.', default: 'localhost:9092' } },
    },
  },
};
