import type { IncomingMessage } from 'node:http';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Limits } from '../limits/limits.ts';
import { JsonRefused, parseStrictJson } from './strict-json.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Refuses a Content-Type or Content-Encoding that the operation does not take (RFC 9110, section 15.5.16).
 *
 * @returns the media type of the body, without parameters; empty where there is no body
 */
export function checkContentType(request: IncomingMessage, accepted: readonly string[]): string {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Problem(builtIn.unsupportedMediaType, {
      detail: 'The body is sent in a coding that is not supported.',
      headers: { 'accept-encoding': 'identity' },
      members: { accepted: ['identity'] },
    });
  }
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (mediaType === '' && !hasBody(request)) return mediaType;
  if (!accepted.includes(mediaType) || !isUtf8) {
    throw new Problem(builtIn.unsupportedMediaType, {
      detail: isUtf8
        ? 'Content-Type is missing or names a type that this operation does not accept.'
        : 'The body must be UTF-8.',
      headers: {
        accept: accepted.join(', '),
        // RFC 5789, section 2.2.
        ...(request.method === 'PATCH' ? { 'accept-patch': accepted.join(', ') } : {}),
      },
      members: { accepted },
    });
  }
  return mediaType;
}

/**
 * Reads a body to its end, or refuses it. What is too large is still read and thrown away up to a bound: a
 * server that stops reading resets the connection, and most clients then never see the 413.
 *
 * @param askForIt called when the client waits to be asked for the body (RFC 9110, section 10.1.1)
 */
export function readBody(
  request: IncomingMessage,
  limits: Limits,
  askForIt: () => void,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const isWaiting = request.headers.expect !== undefined;
  if (announced > limits.body * (isWaiting ? 1 : 5)) return Promise.reject(tooLarge(limits));
  if (isWaiting) askForIt();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limits.body) chunks.push(chunk);
      else if (length > limits.body * 5) reject(tooLarge(limits));
    });
    request.once('end', () => {
      if (length > limits.body) reject(tooLarge(limits));
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length));
    });
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new Problem(builtIn.requestTimeout));
    });
  });
}

/** @throws {Problem} 400 when the bytes are not one strict JSON document in UTF-8 */
export function parseJsonBody(bytes: Buffer, limits: Limits): unknown {
  if (bytes.length === 0) {
    throw new Problem(builtIn.malformedBody, { detail: 'A body is required.' });
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (error) {
    throw new Problem(
      builtIn.malformedBody,
      { detail: 'The body is not UTF-8.' },
      { cause: error },
    );
  }
  try {
    return parseStrictJson(text, limits.depth);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw new Problem(
      builtIn.malformedBody,
      { detail: `The body ${error.message}.` },
      { cause: error },
    );
  }
}

function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  );
}

function tooLarge(limits: Limits): Problem {
  return new Problem(builtIn.contentTooLarge, {
    // What is left of the body is not read, so the connection cannot be used again.
    headers: { connection: 'close' },
    members: { limit: limits.body },
  });
}
