import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { once } from 'node:events';
import { answerOf, type TestAnswer } from './client.ts';
import { certificate } from './certificate.ts';
import { requestFor } from './selected.ts';

/** One connection of HTTP/2 to a service that shows the certificate of the tests. */
export interface Http2Client {
  readonly session: ClientHttp2Session;
  /** A request whose head has the pseudo-header fields that are given, and GET of the path otherwise. */
  send(
    path: string,
    headers?: OutgoingHttpHeaders,
    body?: string | { readonly begins: string },
  ): Promise<TestAnswer>;
  /** Opens a request and leaves the rest to the test. */
  open(path: string, headers?: OutgoingHttpHeaders): ClientHttp2Stream;
  /** Fulfilled when the service ends the connection, with the code of its GOAWAY. */
  readonly ended: Promise<number | undefined>;
  close(): void;
}

export async function http2Client(address: string): Promise<Http2Client> {
  // What Node's client would not do by itself is what a test may want to.
  const session = connect(address, {
    ca: certificate,
    maxOutstandingPings: 10_000,
    maxSendHeaderBlockLength: 1_000_000,
  });
  let code: number | undefined;
  session.on('goaway', (errorCode: number) => {
    code = errorCode;
  });
  // `ended` says what ended it.
  session.on('error', () => undefined);
  const ended = new Promise<number | undefined>((resolve) => {
    session.once('close', () => {
      resolve(code);
    });
  });
  await once(session, 'connect');
  return {
    session,
    ended,
    send(path, headers = {}, body) {
      const stream = session.request(headOf(path, headers), { endStream: body === undefined });
      if (typeof body === 'string') stream.end(body);
      else if (body !== undefined) stream.write(body.begins);
      return answerTo(stream);
    },
    open(path, headers = {}) {
      return session.request(headOf(path, headers), { endStream: true });
    },
    close() {
      session.destroy();
    },
  };
}

const settings = { type: 4, flags: 0 } as const;
/** With the end of the head and of the request. */
const head = { type: 1, flags: 5 } as const;
const reset = { type: 3, flags: 0 } as const;

/** What a client of HTTP/2 sends that asks for so many things and gives each up at once (RFC 9113, section 4). */
export function openedAndReset(count: number): Buffer {
  // GET, https and / are in the static table of RFC 7541; what follows them is the authority `a`.
  const get = [0x82, 0x87, 0x84, 0x01, 0x01, 0x61];
  const requests = Array.from({ length: count }, (_, index) => {
    const stream = 2 * index + 1;
    return [frame(head, stream, get), frame(reset, stream, [0, 0, 0, constants.NGHTTP2_CANCEL])];
  });
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  return Buffer.concat([preface, frame(settings, 0, []), ...requests.flat()]);
}

function frame(
  { type, flags }: { readonly type: number; readonly flags: number },
  stream: number,
  payload: readonly number[],
): Buffer {
  const start = Buffer.alloc(9);
  start.writeUIntBE(payload.length, 0, 3);
  start.writeUInt8(type, 3);
  start.writeUInt8(flags, 4);
  start.writeUInt32BE(stream, 5);
  return Buffer.concat([start, Buffer.from(payload)]);
}

/** The version is named as clients name it. */
export function headOf(path: string, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const {
    target,
    headers: { host, ...named },
  } = requestFor(path, Object.fromEntries(texts));
  return {
    ':path': target,
    ...(host === undefined ? {} : { ':authority': host }),
    ...headers,
    ...named,
  };
}

export async function answerTo(stream: ClientHttp2Stream): Promise<TestAnswer> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [head] = (await once(stream, 'response')) as [Record<string, string | string[]>];
  if (!stream.readableEnded) await once(stream, 'end');
  const headers = new Headers();
  for (const [name, value] of Object.entries(head)) {
    if (!name.startsWith(':')) headers.append(name, String(value));
  }
  return answerOf(Number(head[':status']), headers, Buffer.concat(chunks).toString());
}
