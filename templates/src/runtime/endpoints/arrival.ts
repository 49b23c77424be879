import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
// {{#if isNamedBesideAddress}}
import type { Resolution, Strategy } from '../versioning/resolution.ts';
// {{else}}
// import type { Resolution } from '../versioning/resolution.ts';
// {{/if}}
import { internalPrefix, type ApiVersion } from '../versioning/version.ts';
// {{#if isNamedBesideAddress}}
import { isPreflight } from './methods.ts';
// {{/if}}
import { originForm } from './request-target.ts';

/** What is known of a request before anything is done with it. */
export interface Arrival {
  /** The instant of the request: whatever depends on the time depends on this one. */
  readonly now: Date;
  readonly resolution: Resolution;
}

const arrivals = new WeakMap<IncomingMessage, Arrival>();

/**
 * Resolves the version of a request, and returns the address by which routes are found: the same under every strategy, and
 * seen by nobody outside. What is refused keeps its address; it comes to no route.
 */
export function arrive(application: Application, raw: IncomingMessage): string {
  const { strategy, clock } = application;
  const { method = 'GET', url = '/', headers } = raw;
  const target = originForm(url);
  const now = clock();
  // {{#if isHostname}}
  const host = application.hostOf?.(raw) ?? headers.host;
  // {{else}}
  // const { host } = headers;
  // {{/if}}
  const resolution = strategy.resolve({ method, target, host, headers }, now);
  // {{#if isNamedBesideAddress}}
  const place = placeAsked(strategy, resolution, raw);
  if (place !== undefined) {
    arrivals.set(raw, { now, resolution: { ...place, search: '' } });
    return anyVersionPrefix + place.path;
  }
  // {{/if}}
  arrivals.set(raw, { now, resolution });
  if (resolution.kind === 'refused') return target;
  // {{#if hasTypedVersions}}
  // Whoever looks at them from now on sees the types without their version.
  if (resolution.kind === 'resolved') Object.assign(headers, resolution.headers);
  // {{/if}}
  const { path, search } = resolution;
  const prefix = resolution.kind === 'resolved' ? internalPrefix(resolution.version) : '';
  return search === '' ? prefix + path : `${prefix}${path}?${search}`;
}

// {{#if isNamedBesideAddress}}
/** Where the methods of an address are told, whichever versions have it: nobody outside sees this address. */
export const anyVersionPrefix = '/any';

/**
 * The address whose methods are asked for, where the request says of no version, or cannot: a preflight has none of the
 * headers of the request after it, and scripts could not read why that is refused.
 */
function placeAsked(
  { isInHeaders = false }: Strategy,
  resolution: Resolution,
  raw: IncomingMessage,
) {
  if (raw.method !== 'OPTIONS' || resolution.kind === 'unversioned') return undefined;
  const isOfAny =
    resolution.kind === 'refused'
      ? isPreflight(raw) || resolution.isSilent === true
      : isInHeaders && isPreflight(raw);
  const { path } = resolution;
  if (!isOfAny || path === undefined) return undefined;
  return { kind: 'unversioned', path, link: (other: string) => other } as const;
}

// {{/if}}
export function arrivalOf({ raw }: Pick<FastifyRequest, 'raw'>): Arrival {
  const arrival = arrivals.get(raw);
  if (arrival === undefined) throw new TypeError('the request did not come through the server');
  return arrival;
}

/** Undefined for what belongs to no version, or names none that there is. */
export function versionOf(request: Pick<FastifyRequest, 'raw'>): ApiVersion | undefined {
  const { resolution } = arrivalOf(request);
  // {{#if isFlags}}
  if (resolution.kind === 'refused') return resolution.version;
  // {{/if}}
  return resolution.kind === 'resolved' ? resolution.version : undefined;
}

// {{#if hasTypedVersions}}
/** A media type or Content-Type as the version of the request has it. */
export function typeFor(request: Pick<FastifyRequest, 'raw'>, contentType: string): string {
  const { resolution } = arrivalOf(request);
  return resolution.kind === 'resolved'
    ? (resolution.contentType?.(contentType) ?? contentType)
    : contentType;
}
// {{/if}}
