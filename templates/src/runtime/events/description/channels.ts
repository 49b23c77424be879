import type { Application } from '../../service/application.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { EventDescription } from './event-description.ts';

type Json = Readonly<Record<string, unknown>>;

/** A way on which events leave the service (AsyncAPI 3.1.0, channel object and operation object). */
export interface Channel {
  /** Key among the channels. */
  readonly name: string;
  readonly title: string;
  /** Null where whoever listens says where. */
  readonly address: string | null;
  readonly description: string;
  /** Keys of the servers that it is on. */
  readonly servers: readonly string[];
  readonly events: readonly EventDescription[];
  /** Schema of the header fields of its messages. */
  readonly headers?: Json;
  readonly messageBindings?: Json;
  readonly operationBindings?: Json;
}

/** A server as AsyncAPI tells it. */
export type Server = Json;

/** Everything that events leave by, in the order of the specification's documentation. */
export function channelsOf(
  application: Pick<Application, 'description' | 'strategy' | 'versions'>,
  version: ApiVersion,
  events: readonly EventDescription[],
): Channel[] {
  // {{#if hasClientChannels}}
  const { strategy } = application;
  // {{/if}}
  const { name: service } = application.description;
  // {{#if hasRelays}}
  // Brokers are told what happens as the newest version has it.
  const relayed = version.label === application.versions.at(-1)?.label ? events : [];
  // {{/if}}
  const title = (way: string) => `${service} v${version.label}: ${way}`;
  // {{#if hasStream}}
  const { server = strategy.basePath ?? '' } = strategy.describe(version);
  // {{/if}}
  const ways: readonly Channel[][] = [
    // {{#if hasWebhooks}}
    [
      {
        name: 'webhook',
        title: title('webhooks'),
        address: null,
        description: `Where clients want to be told: the addresses that they keep below \`${strategy.link(version, '/webhook-endpoints')}\`. Signed as Standard Webhooks 1.0.0 has it.`,
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
    // {{/if}}
    // {{#if hasStream}}
    [
      {
        name: 'stream',
        title: title('server-sent events'),
        address: strategy.link(version, '/events').slice(server.length),
        description:
          'Server-sent events (WHATWG HTML, section 9.2): `id` is that of the event, `event` its type and `data` the message. `Last-Event-ID` resumes.',
        servers: ['http'],
        events,
        operationBindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
    ],
    // {{/if}}
    // {{#if hasNats}}
    relayed.map((event) => ({
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
    // {{/if}}
    // {{#if hasKafka}}
    relayed.length === 0
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
    // {{/if}}
  ];
  return ways.flat();
}

/** Where the channels are. Brokers belong to the deployment: their addresses are nobody else's. */
export function serversOf(
  {
    baseUrl,
    authentication,
    strategy,
  }: Pick<Application, 'baseUrl' | 'authentication' | 'strategy'>,
  version: ApiVersion,
): Readonly<Record<string, Server>> {
  const { schemes } = authentication ?? { schemes: [] };
  const { host, protocol, pathname } = new URL(strategy.describe(version).server ?? baseUrl);
  return {
    http: {
      host,
      protocol: protocol.slice(0, -1),
      ...(pathname === '/' ? {} : { pathname }),
      description: 'The service itself.',
      // Any one of them is enough.
      ...(schemes.length === 0
        ? {}
        : {
            security: schemes.map(({ name }) => ({ $ref: `#/components/securitySchemes/${name}` })),
          }),
    },
    // {{#if hasWebhooks}}
    receiver: {
      host: '{host}',
      protocol: 'https',
      description: 'That of the client.',
      variables: { host: { description: 'As its webhook endpoint says.' } },
    },
    // {{/if}}
    // {{#if hasNats}}
    nats: {
      host: '{host}',
      protocol: 'nats',
      description: 'NATS with JetStream.',
      variables: { host: { description: 'Of the deployment.', default: 'localhost:4222' } },
    },
    // {{/if}}
    // {{#if hasKafka}}
    kafka: {
      host: '{host}',
      protocol: 'kafka',
      description: 'Kafka.',
      variables: { host: { description: 'Of the deployment.', default: 'localhost:9092' } },
    },
    // {{/if}}
  };
}
