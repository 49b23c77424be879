import type { FastifyBaseLogger } from 'fastify';
import type { AnswerObserver } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';
import { traceIdOf } from './trace.ts';

/** Whether a logger writes a line for each request. */
export function writesRequests({ level }: Pick<FastifyBaseLogger, 'level'>): boolean {
  return ['info', 'debug', 'trace'].includes(level);
}

/** A line for each request. */
export function requestLog(log: Pick<FastifyBaseLogger, 'info'>): AnswerObserver {
  return (request, status) => {
    const { began, route, problem } = arrivalOf(request);
    log.info(
      {
        traceId: traceIdOf(request),
        method: request.method,
        // The pattern, not the address: identifiers and filters do not belong into logs.
        route,
        status,
        code: problem,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
      },
      'request',
    );
  };
}
