import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What is asked of rows; a driver answers at once, or later. */
export interface RawRows {
  /** Undefined where the caller has no such row. */
  getOne(id: string): object | undefined | Promise<object | undefined>;
  page(): object | Promise<object>;
  create(body: object): object | Promise<object>;
}

/** node:http alone: it checks nothing and asks for no key. Says where it listens. */
export function serveRaw(collection: string, rows: RawRows): void {
  const one = `${collection}/`;
  const prefix = one.length;
  const server = createServer((incoming, response) => {
    const { method, url = '' } = incoming;
    if (method === 'GET') {
      if (url === collection) answer(response, 200, rows.page());
      else if (url.startsWith(one)) answer(response, 200, rows.getOne(url.slice(prefix)));
      else send(response, 404, {});
    } else if (method === 'POST' && url === collection) {
      create(incoming, response, rows);
    } else {
      send(response, 405, {});
    }
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    process.stdout.write(`Listening on http://127.0.0.1:${String(address.port)}\n`);
  });
  process.once('SIGTERM', () => process.exit());
}

function create(incoming: IncomingMessage, response: ServerResponse, rows: RawRows): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as object;
    answer(response, 201, rows.create(body));
  });
}

type Found = object | undefined;

function answer(response: ServerResponse, status: number, found: Found | Promise<Found>): void {
  if (found instanceof Promise) {
    void found.then((later) => send(response, later === undefined ? 404 : status, later ?? {}));
  } else {
    send(response, found === undefined ? 404 : status, found ?? {});
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
