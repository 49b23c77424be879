import type { Application } from '../../service/application.ts';
import type { Strategy } from '../../versioning/resolution.ts';
import type { ApiVersion } from '../../versioning/version.ts';
import type { EventDescription } from './event-description.ts';

type Json = Readonly<Record<string, unknown>>;

/** A way on which events leave the service (AsyncAPI 3.1.0, channel object and operation object). */
export interface Channel {
  /** Key among the channels. */
  readonly name: string;
  readonly title: string;
  /** Null where the subscriber chooses the address. */
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

/** The events of one version, for the descriptions of the channels. */
export interface ChannelContext {
  readonly version: ApiVersion;
  readonly events: readonly EventDescription[];
  /** Whether no version is newer. */
  readonly isNewest: boolean;
  /** Name of the service. */
  readonly service: string;
  readonly strategy: Strategy;
  /** Of a channel. */
  title(way: string): string;
}

/** A way on which events leave the service, as documents describe it. */
export interface Delivery {
  channels(context: ChannelContext): readonly Channel[];
  /** The server that its channels are on, under the name that they call it by; absent: the service itself. */
  readonly servers?: Readonly<Record<string, Server>>;
}

/** Everything that events leave by, in the order of the deliveries. */
export function channelsOf(
  application: Pick<Application, 'description' | 'strategy' | 'versions'>,
  version: ApiVersion,
  events: readonly EventDescription[],
  deliveries: readonly Delivery[],
): Channel[] {
  const { description, strategy, versions } = application;
  const { name: service } = description;
  const context: ChannelContext = {
    version,
    events,
    isNewest: version.label === versions.at(-1)?.label,
    service,
    strategy,
    title: (way) => `${service} v${version.label}: ${way}`,
  };
  return deliveries.flatMap(({ channels }) => channels(context));
}

/** The servers of the channels. Addresses of brokers belong to the deployment and are not published. */
export function serversOf(
  {
    baseUrl,
    authentication,
    strategy,
  }: Pick<Application, 'baseUrl' | 'authentication' | 'strategy'>,
  version: ApiVersion,
  deliveries: readonly Delivery[],
): Readonly<Record<string, Server>> {
  const { schemes } = authentication ?? { schemes: [] };
  const { host, protocol, pathname } = new URL(strategy.describe(version).server ?? baseUrl);
  const own: Server = {
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
  };
  return Object.fromEntries([
    ['http', own] as const,
    ...deliveries.flatMap(({ servers = {} }) => Object.entries(servers)),
  ]);
}
