import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerObserver } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';

/**
 * Sends an answer with the header fields of its arrival. A text goes out together with them, in one piece. Fastify writes streams and
 * HTTP/2, which take more than one step; for all else it would only ask again what is decided here.
 */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body?: string | Buffer | Readable,
): void {
  const { headers, observers } = arrivalOf(request);
  const { raw } = reply;
  const isWhole = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  if (!isWhole || request.raw.httpVersionMajor !== 1) {
    // As bytes: to the type of a text Fastify would add a charset.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    raw.once('finish', () => tell(observers, request, status));
    void reply.code(status).headers(headers).send(bytes);
    return;
  }
  if (status === 204) {
    // RFC 9110, section 8.6: it has no body, and says nothing of one.
    delete headers['content-type'];
    delete headers['content-length'];
  } else if (body !== undefined) {
    headers['content-length'] = String(Buffer.byteLength(body));
  } else if (status !== 304 && request.method !== 'HEAD') {
    headers['content-length'] = '0';
  }
  raw.writeHead(status, headers);
  raw.end(status === 204 ? undefined : body);
  tell(observers, request, status);
}

function tell(observers: readonly AnswerObserver[], request: FastifyRequest, status: number): void {
  for (const observe of observers) observe(request, status);
}
