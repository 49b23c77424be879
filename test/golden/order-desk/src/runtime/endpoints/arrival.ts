import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Application } from '../service/application.ts';
import type { Resolution } from '../versioning/resolution.ts';
import { internalPrefix, type ApiVersion } from '../versioning/version.ts';
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
  const { host } = headers;
  const resolution = strategy.resolve({ method, target, host, headers }, now);
  arrivals.set(raw, { now, resolution });
  if (resolution.kind === 'refused') return target;
  const { path, search } = resolution;
  const prefix = resolution.kind === 'resolved' ? internalPrefix(resolution.version) : '';
  return search === '' ? prefix + path : `${prefix}${path}?${search}`;
}

export function arrivalOf({ raw }: Pick<FastifyRequest, 'raw'>): Arrival {
  const arrival = arrivals.get(raw);
  if (arrival === undefined) throw new TypeError('the request did not come through the server');
  return arrival;
}

/** Undefined for what belongs to no version, or names none that there is. */
export function versionOf(request: Pick<FastifyRequest, 'raw'>): ApiVersion | undefined {
  const { resolution } = arrivalOf(request);
  return resolution.kind === 'resolved' ? resolution.version : undefined;
}
