import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { RecordedStatement } from '../recorded.ts';

/** Stands between a service and its PostgreSQL, passes everything on, and keeps the statements that the service runs. */
export interface RecordingProxy extends AsyncDisposable {
  readonly port: number;
  all(): readonly RecordedStatement[];
}

/** @param target host and port of the server */
export async function recordingProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<RecordingProxy> {
  const statements: RecordedStatement[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target);
    const parse = messageParser((statement) => statements.push(statement));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Closing one side closes the other one, by the pipe between them.
      socket.on('error', () => socket.destroy());
    }
    client.on('data', parse);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    all: () => statements,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Reads what a client sends (PostgreSQL, section 55.7, message formats): `Parse` names a statement, `Bind` gives its parameters, and
 * `Query` is a statement without any.
 */
function messageParser(record: (statement: RecordedStatement) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let waiting = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      // The first message of a connection has no type.
      const header = hasStarted ? 1 : 0;
      if (waiting.length < header + 4) return;
      const end = header + waiting.readInt32BE(header);
      if (waiting.length < end) return;
      const type = hasStarted ? String.fromCodePoint(waiting[0] ?? 0) : '';
      const body = waiting.subarray(header + 4, end);
      waiting = waiting.subarray(end);
      hasStarted = true;
      if (type === 'Q') record({ sql: textAt(body, 0).text, parameters: [] });
      if (type === 'P') {
        const name = textAt(body, 0);
        prepared.set(name.text, textAt(body, name.end).text);
      }
      if (type === 'B') {
        const statement = textAt(body, textAt(body, 0).end);
        const sql = prepared.get(statement.text);
        if (sql !== undefined) record({ sql, parameters: parametersAt(body, statement.end) });
      }
    }
  };
}

function textAt(body: Buffer, start: number): { readonly text: string; readonly end: number } {
  const zero = body.indexOf(0, start);
  return { text: body.toString('utf8', start, zero), end: zero + 1 };
}

function parametersAt(body: Buffer, start: number): (string | null)[] {
  let at = start + 2 + 2 * body.readInt16BE(start);
  const parameters: (string | null)[] = [];
  const count = body.readInt16BE(at);
  at += 2;
  for (let index = 0; index < count; index += 1) {
    const length = body.readInt32BE(at);
    at += 4;
    parameters.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return parameters;
}
