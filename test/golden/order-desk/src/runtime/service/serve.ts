import type { FastifyInstance } from 'fastify';
import { createServer, mount } from '../endpoints/server.ts';
import type { Catalogue } from '../errors/problem-document.ts';
import { checkBasePath } from '../versioning/base-path.ts';
import type { ApiVersion } from '../versioning/version.ts';
import type { Application } from './application.ts';
import type { ServiceEnvironment } from './environment.ts';
import type { DocumentedRoutes } from './openapi/document.ts';

/**
 * A server with all routes; it does not listen yet.
 *
 * @param catalogueOf the problems as a version tells them; absent: each tells the same
 * @throws {ConfigurationError} when the path of the base address hides routes
 */
export function createMountedServer(
  application: Application,
  routes: DocumentedRoutes,
  { identity }: Pick<ServiceEnvironment<never>, 'identity'>,
  catalogueOf: (version: ApiVersion) => Catalogue = () => application.catalogue,
): FastifyInstance {
  checkBasePath(application.strategy, routes);
  const server = createServer(application, identity);
  mount(server, application, routes.unversioned);
  for (const { version, routes: own } of routes.versions) {
    mount(server, { ...application, catalogue: catalogueOf(version) }, own, version);
  }
  return server;
}
