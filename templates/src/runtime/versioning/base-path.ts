import { ConfigurationError } from '../service/configuration-error.ts';
import { addressPattern, type Resolution, type Strategy } from './resolution.ts';
import type { ApiVersion } from './version.ts';

/** The path of the address of a service, without a slash at the end; empty where that is the host alone. */
export function basePathOf(baseUrl: string): string {
  return baseUrl.replace(addressPattern, '');
}

/**
 * A strategy for a service whose address has a path: `https://api.acme.example/support`. Every link has it in front. Requests
 * have it where a proxy passes it on, and have it not where the proxy takes it away; no path of the service begins like it.
 *
 * @returns the strategy itself where there is no such path
 */
export function belowPath(basePath: string, strategy: Strategy): Strategy {
  if (basePath === '') return strategy;
  const below = (reference: string) =>
    addressPattern.test(reference) ? reference : basePath + reference;
  const resolved = (resolution: Resolution): Resolution =>
    resolution.kind === 'refused'
      ? resolution
      : { ...resolution, link: (path) => below(resolution.link(path)) };
  return {
    ...strategy,
    basePath,
    resolve: (head, now) =>
      resolved(strategy.resolve({ ...head, target: within(basePath, head.target) }, now)),
    link: (version, path) => below(strategy.link(version, path)),
  };
}

function within(basePath: string, target: string): string {
  if (!target.startsWith(basePath)) return target;
  const rest = target.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target;
}

/** Where routes are, of the service as a whole and of versions. */
interface Served {
  readonly unversioned: readonly Place[];
  readonly versions: readonly { readonly version: ApiVersion; readonly routes: readonly Place[] }[];
}

interface Place {
  readonly path: string;
}

/**
 * @throws {ConfigurationError} where a path of the service begins like its base path: the service could not distinguish a request for
 * it from one whose base path a proxy has passed on
 */
export function checkBasePath({ basePath, describe }: Strategy, served: Served): void {
  if (basePath === undefined) return;
  const versioned = served.versions.flatMap(({ version, routes }) =>
    routes.map(({ path }) => describe(version).path(path)),
  );
  const [, start] = basePath.split('/');
  const like = [...served.unversioned.map(({ path }) => path), ...versioned].find(
    (path) => path.split('/')[1] === start,
  );
  if (like === undefined) return;
  throw new ConfigurationError(
    `the path of BASE_URL, ${basePath}, begins like ${like}, which is a path of the service itself. Choose another one.`,
  );
}
