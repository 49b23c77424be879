import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { randomUUID } from 'node:crypto';
import { builtIn } from '../errors/built-in.ts';
import { problemDocument } from '../errors/problem-document.ts';
import { Problem, type ProblemType } from '../errors/problem.ts';
import type { Application } from '../service/application.ts';
import { nodeModules } from '../service/node-modules.ts';
import { protection, strictTransport } from './headers.ts';
import { problemScene } from './problem-scene.ts';
import { problemJson } from './representations/json.ts';

const reasons: Readonly<Record<string, ProblemType>> = {
  HPE_HEADER_OVERFLOW: builtIn.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: builtIn.contentTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: builtIn.requestTimeout,
};

/**
 * Answers what the HTTP parser refuses, before there is a request to route. Node would send a status line
 * without a body.
 *
 * @param latest the response to the last request that arrived whole or in part on a connection
 */
export function answerConnectionErrors(
  application: Application,
  latest: WeakMap<Socket, ServerResponse>,
) {
  const refused = new WeakSet<Socket>();
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // A handshake that failed has no way to say so in HTTP.
    if (!/^(HPE|ERR_HTTP)_/.test(error.code ?? '') || !socket.writable) {
      socket.destroy();
      return;
    }
    // Whatever else comes on a connection that is to be closed has been answered.
    if (refused.has(socket)) return;
    refused.add(socket);
    const reason = isAddressTooLong(error, application.limits.uri)
      ? builtIn.uriTooLong
      : (reasonInLine(error) ?? reasons[error.code ?? ''] ?? builtIn.malformedRequest);
    const refuse = () => {
      writeProblem(application, socket, reason);
    };
    const response = latest.get(socket);
    const isWithin = response !== undefined && !response.req.complete;
    if (isWithin && response.headersSent) {
      // What is refused belongs to a request that has its answer: another one would be taken for the next.
      socket.destroy();
    } else if (response === undefined || isWithin || response.writableFinished) {
      refuse();
    } else {
      // The fault is in what follows that request: answers keep the order of the requests.
      response.once('finish', refuse);
    }
  };
}

interface ParserError extends NodeJS.ErrnoException {
  /** What the parser was given last. */
  readonly rawPacket?: Buffer;
  /** How far it came in that. */
  readonly bytesParsed?: number;
}

/**
 * What is wrong with a request line of which the parser knows no more than that it cannot be one: it may ask for a method, or
 * for a version of HTTP, that this server does not have. All else is no HTTP, such as the greeting of TLS.
 */
function reasonInLine({ code, rawPacket, bytesParsed = 0 }: ParserError): ProblemType | undefined {
  if (code !== 'HPE_INVALID_METHOD' && code !== 'HPE_INVALID_VERSION') return undefined;
  const bytes = rawPacket ?? Buffer.alloc(0);
  const start = bytes.subarray(0, bytesParsed).lastIndexOf('\n') + 1;
  const end = bytes.indexOf('\n', start);
  const line = bytes.subarray(start, end === -1 ? undefined : end).toString('latin1');
  const isRequestLine = (end === -1 ? startOfRequestLine : requestLine).test(line);
  if (!isRequestLine) return undefined;
  return code === 'HPE_INVALID_METHOD' ? builtIn.notImplemented : builtIn.httpVersionNotSupported;
}

/** One that comes in several pieces. */
const startOfRequestLine = /^[\w!#$%&'*+.^`|~-]+(?: [!-~]*(?: [HTP/\d.]*)?)?$/;

/** RFC 9112, section 3. */
const requestLine = /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/\d\.\d\r?$/;

/**
 * For the parser the address is a header like any other. That it was the address that ran over shows where the bytes
 * at hand begin with the request line; the rest is answered with 431.
 */
function isAddressTooLong({ code, rawPacket }: ParserError, limit: number): boolean {
  if (code !== 'HPE_HEADER_OVERFLOW' || rawPacket === undefined) return false;
  const [, target = ''] = /^[A-Z]+ (\S*)/.exec(rawPacket.toString('latin1')) ?? [];
  return target.length > limit;
}

/** Writes a problem straight to a connection and closes it. */
export function writeProblem(application: Application, socket: Duplex, type: ProblemType): void {
  const { status, fields, payload } = problemAnswer(application, socket, type);
  const head = Object.entries({ ...fields, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${String(status)} ${nodeModules.http.STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${payload}`,
  );
}

/** Refuses a tunnel by HTTP/2, where it would be one of many requests of a connection. */
export function answerConnect(application: Application, response: Http2ServerResponse): void {
  const { status, fields, payload } = problemAnswer(
    application,
    response.stream.session?.socket,
    builtIn.notImplemented,
  );
  response.writeHead(status, fields);
  response.end(payload);
}

function problemAnswer(
  application: Application,
  socket: Duplex | undefined,
  type: ProblemType,
): { status: number; fields: Record<string, string>; payload: string } {
  const traceId = randomUUID().replaceAll('-', '');
  const texts = application.textsFor(undefined);
  const { headers, body } = problemDocument({
    problem: new Problem(type),
    traceId,
    baseUrl: application.baseUrl,
    catalogue: application.catalogue,
    texts,
  });
  const payload = problemJson.write(body, problemScene(application, texts));
  return {
    status: body.status,
    fields: {
      ...headers,
      ...protection,
      ...(isEncrypted(socket) ? strictTransport : {}),
      'content-type': problemJson.contentType,
      vary: application.vary,
      'x-request-id': traceId,
      date: application.clock().toUTCString(),
      'content-length': String(Buffer.byteLength(payload)),
    },
    payload,
  };
}

function isEncrypted(socket: Duplex | undefined): boolean {
  return (socket as Partial<TLSSocket> | undefined)?.encrypted === true;
}
