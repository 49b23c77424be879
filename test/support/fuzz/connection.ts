import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer, read from the bytes of the connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Why there is no answer. */
export class NoAnswer extends Error {
  readonly reason: 'hang' | 'closed' | 'malformed';

  constructor(reason: NoAnswer['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** One connection at a time, kept while the service keeps it. It sends what other clients refuse to send. */
export interface Connection {
  /**
   * @param method decides whether the answer has a body
   * @param isWhole whether nothing follows: the sending side is closed then
   * @throws {NoAnswer}
   */
  send(bytes: Buffer, method: string, isWhole?: boolean): Promise<RawAnswer>;
  close(): void;
}

/** @param limit time for an answer, in milliseconds */
export function connectionTo(address: string, limit: number): Connection {
  const { hostname, port } = new URL(address);
  let socket: Socket | undefined;

  function open(): Socket {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    // Errors are told by the request that waits; without one they mean nothing.
    opened.on('error', () => undefined);
    return opened;
  }

  function close(): void {
    socket?.destroy();
    socket = undefined;
  }

  return {
    close,
    async send(bytes, method, isWhole = false) {
      // A connection that was closed while it was idle is no fault of the service.
      if (socket === undefined || !socket.writable || socket.readableEnded || socket.destroyed) {
        close();
        socket = open();
      }
      const used = socket;
      try {
        const answer = await exchange(used, bytes, method, limit, isWhole);
        if (isWhole || isStream(answer) || headerOf(answer, 'connection') === 'close') close();
        return answer;
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

/** The values of a header, joined as RFC 9110, section 5.3, permits. */
export function headerOf({ headers }: RawAnswer, name: string): string | undefined {
  const values = headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

function exchange(
  socket: Socket,
  bytes: Buffer,
  method: string,
  limit: number,
  isWhole: boolean,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => {
      fail(new NoAnswer('hang', `no answer after ${String(limit)} ms`));
    }, limit);

    function onData(chunk: Buffer): void {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      attempt(false);
    }
    function onEnd(): void {
      attempt(true);
      fail(new NoAnswer('closed', `closed after ${String(received.length)} bytes`));
    }
    function attempt(isOver: boolean): void {
      try {
        const read = readAnswer(received, method, isOver);
        if (read === undefined) return;
        if (read.rest > 0 && !isWhole) {
          throw new NoAnswer('malformed', `${String(read.rest)} bytes after the answer`);
        }
        finish();
        resolve(decoded(read.answer));
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    }
    function fail(error: Error): void {
      finish();
      reject(error);
    }
    function finish(): void {
      clearTimeout(timer);
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
    }

    socket.on('data', onData).on('end', onEnd).on('close', onEnd);
    if (isWhole) socket.end(bytes);
    else socket.write(bytes);
  });
}

function isStream(answer: RawAnswer): boolean {
  return headerOf(answer, 'content-type')?.startsWith('text/event-stream') === true;
}

/** Without the coding that the answer says to have. */
function decoded(answer: RawAnswer): RawAnswer {
  const coding = headerOf(answer, 'content-encoding');
  if (coding === undefined || answer.body.length === 0) return answer;
  try {
    const decode = coding === 'br' ? brotliDecompressSync : gunzipSync;
    return { ...answer, body: decode(answer.body) };
  } catch (error) {
    throw new NoAnswer('malformed', `content coding ${coding}: ${String(error)}`);
  }
}

/** Undefined while bytes are missing. Answers before the final one (RFC 9110, section 15.2) are skipped. */
function readAnswer(
  bytes: Buffer,
  method: string,
  isOver: boolean,
): { readonly answer: RawAnswer; readonly rest: number } | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(`${line} `)?.[1]);
  if (Number.isNaN(status)) throw new NoAnswer('malformed', `status line ${line.slice(0, 100)}`);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswer(rest, method, isOver);
  const headers = fields.map((field): [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/.exec(field) ?? [];
    if (name === undefined || value === undefined) {
      throw new NoAnswer('malformed', `header line ${field.slice(0, 100)}`);
    }
    return [name, value];
  });
  const answer = { status, headers, body: Buffer.alloc(0) };
  if (method === 'HEAD' || status === 204 || status === 304) return { answer, rest: rest.length };
  // It does not end: that it has begun is the answer.
  if (isStream(answer)) return { answer, rest: 0 };
  if (headerOf(answer, 'transfer-encoding') === 'chunked') return unchunked(answer, rest);
  const length = Number(headerOf(answer, 'content-length') ?? (isOver ? rest.length : Number.NaN));
  // Without a length it lasts until the connection ends.
  if (Number.isNaN(length) || rest.length < length) return undefined;
  return { answer: { ...answer, body: rest.subarray(0, length) }, rest: rest.length - length };
}

function unchunked(
  answer: RawAnswer,
  bytes: Buffer,
): { readonly answer: RawAnswer; readonly rest: number } | undefined {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', position);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', position, end), 16);
    if (Number.isNaN(size)) throw new NoAnswer('malformed', 'size of a chunk');
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) {
      return { answer: { ...answer, body: Buffer.concat(chunks) }, rest: bytes.length - next };
    }
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    position = next;
  }
}
