// What the service is compared with: node:http and node:sqlite, the statements of the service, the same rows and the same
// members. It checks nothing, asks for no key, and is what is left when everything else is taken away.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openRows, type RowSettings } from './rows.ts';

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as RowSettings;
const { collection } = settings;
const rows = await openRows(settings);
const one = `${collection}/`;
const prefix = one.length;

const server = createServer((incoming, response) => {
  const { method, url = '' } = incoming;
  if (method === 'GET') {
    if (url === collection) send(response, 200, rows.page());
    else if (url.startsWith(one)) readOne(url.slice(prefix), response);
    else send(response, 404, {});
  } else if (method === 'POST' && url === collection) {
    create(incoming, response);
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

function readOne(id: string, response: ServerResponse): void {
  const found = rows.getOne(id);
  if (found === undefined) send(response, 404, {});
  else send(response, 200, found);
}

function create(incoming: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    send(response, 201, rows.create(JSON.parse(Buffer.concat(chunks).toString()) as object));
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
