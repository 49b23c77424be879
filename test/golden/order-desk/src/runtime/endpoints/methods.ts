import type { IncomingMessage } from 'node:http';
import type { Route } from './route.ts';

/** Methods that a resource may be asked for. What is not among them is unknown to the whole server (501). */
export const knownMethods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
] as const;

type KnownMethod = (typeof knownMethods)[number];

function offers(route: Route, method: KnownMethod): boolean {
  if (method === 'OPTIONS') return true;
  return (method === 'HEAD' ? 'GET' : method) in route.operations;
}

/** Value of the Allow header of a route (RFC 9110, section 10.2.1). */
export function allowedMethods(route: Route): string {
  return knownMethods.filter((method) => offers(route, method)).join(', ');
}

export function isKnownMethod(method: string): boolean {
  return knownMethods.some((known) => known === method);
}

/** Whether a script of another origin asks before it sends a request (Fetch, section 4.8). */
export function isPreflight({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Whether a request of this method changes nothing (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}
