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
  const { strategy } = application;
  const { name: service } = application.description;
  const title = (way: string) => `${service} v${version.label}: ${way}`;
  const { server = strategy.basePath ?? '' } = strategy.describe(version);
  const ways: readonly Channel[][] = [
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
    receiver: {
      host: '{host}',
      protocol: 'https',
      description: 'That of the client.',
      variables: { host: { description: 'As its webhook endpoint says.' } },
    },
  };
}
