import type { FastifyBaseLogger } from 'fastify';
import type { AnswerObserver } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';
import { traceIdOf } from './trace.ts';

/** Writes a line for each request; none where the logger would not. */
export function requestLogs(log: Pick<FastifyBaseLogger, 'info' | 'level'>): AnswerObserver[] {
  if (!['info', 'debug', 'trace'].includes(log.level)) return [];
  const write: AnswerObserver = (request, status) => {
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
  return [write];
}
