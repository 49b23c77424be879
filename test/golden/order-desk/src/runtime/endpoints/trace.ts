import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Bytes. */
const idLength = 16;
/** Random bytes for many requests: to ask for them costs as much as the rest of a trace id. */
const pool = Buffer.alloc(256 * idLength);
let drawn = pool.length;

/**
 * Trace id for a request: that of a well-formed W3C `traceparent` (Trace Context, section 3.2), or a new one.
 * 32 lower-case hexadecimal digits, so nothing a client sends can break a log line.
 */
export function newTraceId(request: IncomingMessage): string {
  const header = request.headers['traceparent'];
  if (typeof header === 'string') {
    const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(header)?.[1];
    if (traceId !== undefined && !/^0+$/.test(traceId)) return traceId;
  }
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += idLength;
  return pool.toString('hex', drawn - idLength, drawn);
}

/** Fastify keeps it as the request's id. */
export function traceIdOf(request: FastifyRequest): string {
  return request.id;
}
