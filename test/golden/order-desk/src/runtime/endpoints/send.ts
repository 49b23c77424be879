import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerObserver } from '../service/application.ts';
import { arrivalOf } from './arrival.ts';
import type { HeaderFields } from './header-fields.ts';

/**
 * Sends an answer. A text goes out together with the header fields, in one piece. Fastify writes streams and HTTP/2, which take more than
 * one step; for all else it would only ask again what is decided here.
 *
 * @param headers all that it has but for the length of the body, which is added to them
 * @throws {TypeError} when a header field has a character that it must not have; then nothing is sent
 */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: HeaderFields,
  body?: string | Buffer | Readable,
): void {
  const { raw } = reply;
  const isWhole = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  if (!isWhole || request.raw.httpVersionMajor !== 1) {
    // As bytes: to the type of a text Fastify would add a charset.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    // Where the stream fails before it begins, a problem is sent in its place.
    raw.once('finish', () => tell(request, raw.statusCode));
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
  try {
    raw.writeHead(status, headers);
  } catch (error) {
    // It would be that of the problem as well.
    raw.statusMessage = '';
    throw error;
  }
  raw.end(status === 204 ? undefined : safeBeside(headers, body));
  tell(request, status);
}

/**
 * Node encodes the header like a text that goes out with it: as UTF-8. The realm of a challenge (RFC 7617, section 2.1) is in bytes
 * already, and stays so beside bytes.
 */
function safeBeside(headers: HeaderFields, body: string | Buffer | undefined) {
  return typeof body === 'string' && 'www-authenticate' in headers ? Buffer.from(body) : body;
}

const none: readonly AnswerObserver[] = [];

/** A request has one answer. */
function tell(request: FastifyRequest, status: number): void {
  const arrival = arrivalOf(request);
  const { observers } = arrival;
  arrival.observers = none;
  for (const observe of observers) observe(request, status);
}
