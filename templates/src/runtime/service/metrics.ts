import type { FastifyInstance } from 'fastify';
import { Counter, Registry } from 'prom-client';
import { arrivalOf } from '../endpoints/arrival.ts';
import type { VersionState } from '../versioning/lifecycle.ts';
import type { StandingOf } from '../versioning/version-standing.ts';
import type { ApiVersion } from '../versioning/version.ts';

/** Who still asks for what: `api_requests_total{version, client, state}` in the text format of Prometheus. */
export interface Metrics {
  /** @param client undefined where it is not known who asks */
  count(version: ApiVersion, state: VersionState, client: string | undefined): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Clients that are counted by name. All further ones are `other`, because a monitoring system keeps a series for each. */
export const mostClients = 1000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const requests = new Counter({
    name: 'api_requests_total',
    help: 'Requests by the version of the interface that they were for, its state, and who sent them.',
    labelNames: ['version', 'client', 'state'],
    registers: [registry],
  });
  const clients = new Set<string>();

  function nameOf(client: string | undefined): string {
    if (client === undefined) return 'anonymous';
    if (!clients.has(client) && clients.size >= mostClients) return 'other';
    clients.add(client);
    return client;
  }

  return {
    count({ label: version }, state, client) {
      requests.inc({ version, client: nameOf(client), state });
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

/** Counts every answer of a version, whatever it says. */
export function countRequests(
  server: FastifyInstance,
  metrics: Pick<Metrics, 'count'>,
  standing: StandingOf,
): void {
  server.addHook('onResponse', (request, _reply, done) => {
    const { now, resolution, caller } = arrivalOf(request);
    if (resolution.kind === 'resolved') {
      const { version } = resolution;
      metrics.count(version, standing(version, now).state, caller?.clientId);
    }
    done();
  });
}
