import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Application, OptionsOfAnyVersion } from '../service/application.ts';
import type { Resolution, Strategy } from '../versioning/resolution.ts';
import { isRetired, type ApiVersion } from '../versioning/version.ts';
import { arrivalOf } from './arrival.ts';
import { patchTypes } from './formats-offered.ts';
import { allowedMethods, isPreflight, knownMethods } from './methods.ts';
import { sendOffered } from './options.ts';
import type { Route } from './route.ts';

/** The internal address of the route that lists the methods of an address in all versions. */
const anyVersionPrefix = '/any';

/**
 * Recognizes who asks for the methods of an address and says of no version, or cannot: a preflight has none of the headers
 * of the request after it, and scripts could not read why that is refused.
 */
export function optionsOfAnyVersion({ isInHeaders = false }: Strategy) {
  return (resolution: Resolution, raw: IncomingMessage): OptionsOfAnyVersion | undefined => {
    if (raw.method !== 'OPTIONS' || resolution.kind === 'unversioned') return undefined;
    const isOfAny =
      resolution.kind === 'refused'
        ? isPreflight(raw) || resolution.isSilent === true
        : isInHeaders && isPreflight(raw);
    const { path } = resolution;
    if (!isOfAny || path === undefined) return undefined;
    return {
      address: anyVersionPrefix + path,
      resolution: { kind: 'unversioned', path, search: '', link: (other) => other },
    };
  };
}

interface Offer {
  readonly version: ApiVersion;
  readonly methods: readonly string[];
  readonly patch: readonly string[];
}

/**
 * Registers OPTIONS for those who name no version: an address offers what any version offers there. One that is gone is left
 * out, but for scripts of other origins, which have to read that it is gone.
 */
export function mountForAnyVersion(
  server: FastifyInstance,
  application: Application,
  versions: readonly { readonly version: ApiVersion; readonly routes: readonly Route[] }[],
): void {
  const offers = new Map<string, Offer[]>();
  for (const { version, routes } of versions) {
    for (const route of routes) {
      const url = anyVersionPrefix + patternOf(route.path);
      const methods = allowedMethods(route).split(', ');
      const patch = patchTypes(application, route);
      offers.set(url, [...(offers.get(url) ?? []), { version, methods, patch }]);
    }
  }
  for (const [url, all] of offers) {
    server.options(url, (request, reply) => {
      const arrival = arrivalOf(request);
      const { now } = arrival;
      const live = all.filter(({ version }) => !isRetired(version, now));
      if (live.length === 0 && !isPreflight(request)) return reply.callNotFound();
      arrival.route = url;
      const patch = new Set(live.flatMap((offer) => offer.patch));
      return sendOffered(application, request, reply, {
        allow: methodsOf(live),
        known: methodsOf(all),
        patch: [...patch].join(', '),
      });
    });
  }
}

function methodsOf(offers: readonly Offer[]): string {
  const offered = new Set(offers.flatMap(({ methods }) => methods));
  return knownMethods.filter((method) => offered.has(method)).join(', ');
}

/** Versions may call what is in the same place of an address by different names. */
function patternOf(path: string): string {
  return path
    .split('/')
    .map((segment, position) => (segment.startsWith('{') ? `:p${String(position)}` : segment))
    .join('/');
}
