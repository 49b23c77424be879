import type { IncomingMessage } from 'node:http';

/**
 * Fastify's router keeps a tree of paths for each method. Every route answers every method, if only with 405, so a start would build nine equal
 * trees for each live version, which takes a fifth of it. Instead, all routes are in the tree of GET: each request has that method while its
 * route is found, and gets its own back before anything else looks at it.
 */

const key = Symbol('method');

/** A request keeps its method itself, as it does its arrival. */
type Routed = IncomingMessage & { [key]?: string | undefined };

/** Begins the search for the route of a request with another method than GET. */
export function searchByPath(raw: Routed): void {
  raw[key] = raw.method;
  raw.method = 'GET';
}

/** Ends the search: the request has the method again that its client sent. */
export function endSearch(raw: Routed): void {
  const method = raw[key];
  if (method !== undefined) raw.method = method;
}
