import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { Limits } from '../limits/limits.ts';
import { inWords, type Wording } from './languages/texts.ts';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A media type that bodies may have. */
export interface AcceptedType {
  readonly mediaType: string;
  /** Whether a Content-Type with these parameters is understood; absent: as far as the charset is UTF-8. */
  permits?(parameters: readonly string[]): boolean;
}

/**
 * Refuses a Content-Type or Content-Encoding that the operation does not take (RFC 9110, section 15.5.16).
 *
 * @param isOptional whether there need not be a body; the preferred type then stands for none
 * @returns the type of the body, of those that are accepted
 * @throws {Problem} 400 where there is no body, 415 where there is another one
 */
export function checkContentType<Type extends AcceptedType>(
  request: IncomingMessage,
  accepted: readonly Type[],
  isOptional = false,
): Type {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new Problem(builtIn.unsupportedMediaType, {
      detail: ({ details }) => details.bodyCoding,
      headers: { 'accept-encoding': 'identity' },
      members: { accepted: ['identity'] },
    });
  }
  const [mediaType = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (mediaType === '' && !hasBody(request)) {
    const [preferred] = accepted;
    if (isOptional && preferred !== undefined) return preferred;
    throw missing();
  }
  const found = accepted.find((type) => type.mediaType === mediaType);
  if (found === undefined) throw unsupported(request, accepted, ({ details }) => details.bodyType);
  const isUnderstood = found.permits?.(parameters) ?? isUtf8(parameters);
  if (isUnderstood) return found;
  throw unsupported(request, accepted, ({ details }) =>
    found.permits === undefined ? details.bodyCharset : details.bodyType,
  );
}

function isUtf8(parameters: readonly string[]): boolean {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice(8);
  return charset === undefined || /^"?utf-?8"?$/.test(charset);
}

function unsupported(
  request: IncomingMessage,
  types: readonly AcceptedType[],
  detail: Wording,
): Problem {
  const accepted = types.map(({ mediaType }) => mediaType);
  return new Problem(builtIn.unsupportedMediaType, {
    detail,
    headers: {
      accept: accepted.join(', '),
      // RFC 5789, section 2.2.
      ...(request.method === 'PATCH' ? { 'accept-patch': accepted.join(', ') } : {}),
    },
    members: { accepted },
  });
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
    // The client went away before the message was complete (RFC 9112, section 8): no error of the service.
    request.once('error', (error) => {
      reject(new Problem(builtIn.malformedBody, {}, { cause: error }));
    });
    const late = () => {
      // A request of HTTP/2 that was given up counts as complete.
      if (!request.readableEnded) reject(new Problem(builtIn.requestTimeout));
    };
    request.once('close', late);
    // HTTP/2 alone: there the connection stays, and others use it.
    request.once('timeout', late);
  });
}

/** The bytes are no document of their type, although a lenient parser might take them. */
export class BodyRefused extends Problem {
  /** @param reason behind "The body" */
  constructor(reason: Wording, options?: ErrorOptions) {
    const detail: Wording = (texts) => texts.body.refused(inWords(reason, texts));
    super(builtIn.malformedBody, { detail }, options);
  }
}

/** @throws {Problem} 400 when there is no body or it is not UTF-8 */
export function textOf(bytes: Buffer): string {
  if (bytes.length === 0) {
    throw missing();
  }
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new Problem(
      builtIn.malformedBody,
      { detail: ({ details }) => details.bodyNotUtf8 },
      { cause: error },
    );
  }
}

function missing(): Problem {
  return new Problem(builtIn.malformedBody, { detail: ({ details }) => details.bodyMissing });
}

export function hasBody(request: IncomingMessage): boolean {
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
  return coding !== undefined || (length === undefined ? follows(request) : Number(length) > 0);
}

/** In HTTP/2 neither a length nor a coding has to announce a body. */
function follows(request: IncomingMessage & { readonly stream?: ServerHttp2Stream }): boolean {
  return request.stream?.endAfterHeaders === false;
}

function tooLarge(limits: Limits): Problem {
  return new Problem(builtIn.contentTooLarge, {
    // What is left of the body is not read, so the connection cannot be used again.
    headers: { connection: 'close' },
    members: { limit: limits.body },
  });
}
