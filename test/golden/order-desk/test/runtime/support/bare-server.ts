import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import {
  about,
  applicationParts,
  catalogue,
  createStrategy,
  currentVersion,
  hasPartialVersions,
  limits as configured,
  testInstant,
  versions,
} from '../../contract.ts';
import { problemFormats } from '../../../src/runtime/endpoints/formats-offered.ts';
import { json } from '../../../src/runtime/endpoints/representations/json.ts';
import { requestLogs } from '../../../src/runtime/endpoints/request-log.ts';
import { createServer, mount } from '../../../src/runtime/endpoints/server.ts';
import type { Operation, Route } from '../../../src/runtime/endpoints/route.ts';
import { createCapacity } from '../../../src/runtime/limits/capacity.ts';
import type { Limits } from '../../../src/runtime/limits/limits.ts';
import type { Quotas } from '../../../src/runtime/limits/quotas.ts';
import type { Application } from '../../../src/runtime/service/application.ts';
import type { Identity } from '../../../src/runtime/service/tls.ts';
import { transportOf } from '../../../src/runtime/service/transport.ts';
import { testClient, type TestClient } from './client.ts';

/** A server with routes of a test's own, for what the resources of this service never do. */
export interface BareServer {
  /** As it listens, below Fastify. */
  readonly server: FastifyInstance['server'];
  readonly address: string;
  readonly request: TestClient;
  stop(): Promise<void>;
}

export interface BareServerOptions {
  /** Those that differ from the service's. */
  readonly limits?: Partial<Limits>;
  readonly logger?: Logger;
  /** Absent: requests are not counted. */
  readonly quotas?: Quotas;
  /** Absent: it asks for no credential. */
  readonly access?: Required<Pick<Application, 'authentication' | 'identify'>>;
  /** Absent: it speaks no TLS. */
  readonly identity?: Identity;
  /** Routes outside of any version. */
  readonly unversioned?: readonly Route[];
}

export async function startBareServer(
  routes: readonly Route[],
  {
    limits = {},
    logger = pino({ level: 'silent' }),
    quotas,
    access,
    identity,
    unversioned = [],
  }: BareServerOptions = {},
): Promise<BareServer> {
  const strategy = createStrategy({ versions, baseUrl: 'http://service.test' });
  const application: Application = {
    description: about,
    baseUrl: 'http://service.test',
    versions,
    strategy,
    ...applicationParts(strategy),
    representations: [json],
    problemFormat: problemFormats([json]),
    vary: 'Accept',
    versionHeaders: [],
    limitsAccess: false,
    catalogue,
    limits: { ...configured, ...limits },
    // As many as tests send at once, unless that is what they are about.
    capacity: createCapacity(
      { most: limits.concurrency ?? 1000, each: limits.clientConcurrency ?? 1000 },
      configured.quotaFields,
    ),
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? 'test'),
    transportOf: transportOf(() => false, 'x-forwarded-for'),
    ...(quotas === undefined ? {} : { quotas }),
    ...access,
    log: logger,
    observers: requestLogs(logger),
    clock: clockFrom(testInstant),
  };
  const server = createServer(application, identity);
  if (hasPartialVersions) {
    // None of a test's own is among those that have versions.
    mount(server, application, [...unversioned, ...routes]);
  } else {
    mount(server, application, unversioned);
    mount(server, application, routes, currentVersion);
  }
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    server: server.server,
    address,
    request: testClient(address, {}),
    stop: () => server.close(),
  };
}

/** It goes on from there: on the day of the test the versions may be over. */
function clockFrom(instant: string): () => Date {
  const ahead = Date.parse(instant) - Date.now();
  return () => new Date(Date.now() + ahead);
}

/** The least that an operation has to say of itself. */
export const operation = {
  id: 'test',
  summary: 'Tested',
  tag: 'Test',
  answers: { 200: { description: 'Whatever it is.' } },
} as const satisfies Partial<Operation>;
