import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem, type ProblemType } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';

const reasons: Readonly<Record<string, ProblemType>> = {
  HPE_INVALID_METHOD: builtIn.notImplemented,
  HPE_HEADER_OVERFLOW: builtIn.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: builtIn.requestTimeout,
};

/**
 * Answers what the HTTP parser refuses, before there is a request to route. Node would send a status line
 * without a body.
 */
export function answerConnectionErrors(application: Application) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    writeProblem(application, socket, reasons[error.code ?? ''] ?? builtIn.malformedRequest);
  };
}

/** Writes a problem straight to a socket and closes it. */
export function writeProblem(application: Application, socket: Socket, type: ProblemType): void {
  const traceId = randomUUID().replaceAll('-', '');
  const { status, headers, body } = problemDocument({
    problem: new Problem(type),
    traceId,
    baseUrl: application.baseUrl,
    catalogue: application.catalogue,
  });
  const payload = JSON.stringify(body);
  const fields = {
    ...headers,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': traceId,
    date: application.clock().toUTCString(),
    'content-length': String(Buffer.byteLength(payload)),
    connection: 'close',
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${type.title}\r\n${head.join('')}\r\n${payload}`);
}
