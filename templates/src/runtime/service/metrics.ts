import { Counter, Registry } from 'prom-client';
import { arrivalOf } from '../endpoints/arrival.ts';
import type { StandingOf } from '../versioning/version-standing.ts';
import type { AnswerObserver } from './application.ts';

/** What the service counts, in the text format of Prometheus. */
export interface Metrics {
  /** Parts of the service register their counters here. */
  readonly registry: Registry;
  /**
   * The name under which a client is counted.
   *
   * @param client undefined where it is not known who asks
   */
  nameOf(client: string | undefined): string;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Clients that are counted by name. All further ones are `other`, because a monitoring system keeps a series for each. */
export const mostClients = 1000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const clients = new Set<string>();

  return {
    registry,
    nameOf(client) {
      if (client === undefined) return 'anonymous';
      if (!clients.has(client) && clients.size >= mostClients) return 'other';
      clients.add(client);
      return client;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Who still asks for what: `api_requests_total{version, client, state}`, every answer of a version, whatever it says. */
export function countRequests(
  { registry, nameOf }: Pick<Metrics, 'registry' | 'nameOf'>,
  standing: StandingOf,
): AnswerObserver {
  const requests = new Counter({
    name: 'api_requests_total',
    help: 'Requests by the version of the interface that they were for, its state, and who sent them.',
    labelNames: ['version', 'client', 'state'],
    registers: [registry],
  });
  return (request) => {
    const { now, resolution, caller } = arrivalOf(request);
    if (resolution.kind === 'resolved') {
      const { version } = resolution;
      const client = nameOf(caller?.clientId);
      requests.inc({ version: version.label, client, state: standing(version, now).state });
    }
  };
}
