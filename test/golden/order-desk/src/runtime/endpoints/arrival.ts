import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../authentication/caller.ts';
import type { AnswerObserver, Application } from '../service/application.ts';
import type { Resolution } from '../versioning/resolution.ts';
import { internalPrefix } from '../versioning/version.ts';
import type { HeaderFields } from './header-fields.ts';
import { searchByPath } from './one-tree.ts';
import { originForm } from './request-target.ts';

/** What is known of a request before anything is done with it. */
export interface Arrival {
  /** The instant of the request: whatever depends on the time depends on this one. */
  readonly now: Date;
  /** The same by the clock that nothing sets back, in milliseconds: how long it takes is counted from here. */
  readonly began: number;
  /** Those who have not learned of its answer yet. */
  observers: readonly AnswerObserver[];
  readonly resolution: Resolution;
  /** Pattern of the route that it was found for; null: there is none. */
  route: string | null;
  /** Who sent it, once that is known. */
  caller: Caller | undefined;
  /** Code of the problem that it was answered with. */
  problem: string | undefined;
  /** Those of its answer, as far as they are known. */
  headers: HeaderFields;
}

const key = Symbol('arrival');

/** A request keeps its arrival itself: a weak map of all requests would be dearer to collect than the requests. */
type Arrived = IncomingMessage & { [key]?: Arrival };

/**
 * Resolves the version of a request, and returns the address by which routes are found: the same under every strategy, and
 * never visible to clients. A refused request keeps its address and reaches no route.
 */
export function arrive(application: Application, raw: Arrived): string {
  const { strategy, clock, observers } = application;
  const { method = 'GET', url = '/', headers } = raw;
  const target = originForm(url);
  const now = clock();
  const host = application.hostOf?.(raw) ?? headers.host;
  const resolution = strategy.resolve({ method, target, host, headers }, now);
  const ofAny = application.optionsOfAnyVersion?.(resolution, raw);
  if (ofAny !== undefined) {
    raw[key] = arrivalAt(now, ofAny.resolution, observers);
    return ofAny.address;
  }
  raw[key] = arrivalAt(now, resolution, observers);
  if (method !== 'GET') searchByPath(raw);
  if (resolution.kind === 'refused') return target;
  if (resolution.kind === 'resolved' && resolution.headers !== undefined) {
    // From here on the types are read without their version.
    Object.assign(headers, resolution.headers);
  }
  const { path, search } = resolution;
  const prefix = resolution.kind === 'resolved' ? internalPrefix(resolution.version) : '';
  return search === '' ? prefix + path : `${prefix}${path}?${search}`;
}

function arrivalAt(
  now: Date,
  resolution: Resolution,
  observers: readonly AnswerObserver[],
): Arrival {
  return {
    now,
    began: performance.now(),
    resolution,
    observers,
    route: null,
    caller: undefined,
    problem: undefined,
    headers: {},
  };
}

export function arrivalOf({ raw }: { readonly raw: Arrived }): Arrival {
  const arrival = raw[key];
  if (arrival === undefined) throw new TypeError('the request did not come through the server');
  return arrival;
}

/** A media type or Content-Type as the version of the request has it. */
export function typeFor(request: Pick<FastifyRequest, 'raw'>, contentType: string): string {
  const { resolution } = arrivalOf(request);
  return resolution.kind === 'resolved'
    ? (resolution.contentType?.(contentType) ?? contentType)
    : contentType;
}
