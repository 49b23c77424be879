// What the service is compared with: node:http and node:sqlite, the statements of the service, the same rows and the same
// members. It checks nothing, asks for no key, and is what is left when everything else is taken away.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { RecordedStatement, Statements } from './recorded.ts';

export interface BaselineSettings {
  /** Path of the file. */
  readonly database: string;
  /** `/v1/orders` */
  readonly collection: string;
  readonly statements: Statements;
  /** Where the built service maps rows. */
  readonly modules: {
    readonly store: string;
    readonly table: string;
    readonly values: string;
    readonly identifiers: string;
  };
  /** The members of a page around its items; the total is counted anew. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The members that the service sets in a new resource. */
  readonly initial: Readonly<Record<string, unknown>>;
}

type Row = Record<string, SQLInputValue>;
interface Mapping {
  fromRow(row: unknown): { readonly id: string };
  toRow(entity: unknown): Row;
}

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BaselineSettings;
const { collection, statements, modules, envelope, initial } = settings;
const { fromRow, toRow } = await mapping();
const newId = (await load(modules.identifiers, 'createIdentifiers'))() as () => string;

const database = new DatabaseSync(settings.database);
for (const pragma of statements.pragmas) database.exec(pragma);
const getOne = database.prepare(statements.getOne.sql);
const page = database.prepare(statements.page.sql);
const count = statements.count && database.prepare(statements.count.sql);
const insert = database.prepare(statements.insert.sql);
const begin = database.prepare('begin immediate');
const commit = database.prepare('commit');
const pageParameters = valuesOf(statements.page);
const countParameters = statements.count && valuesOf(statements.count);
// The identifier, and behind it what the caller's rows have in common.
const [, ...within] = valuesOf(statements.getOne);
const insertColumns = columnsOf(statements.insert.sql);

// The service reads one row more than it shows.
const paging = envelope['page'] as { readonly size: number };
const { size } = paging;
const one = `${collection}/`;
const prefix = one.length;

const server = createServer((incoming, response) => {
  const { method, url = '' } = incoming;
  if (method === 'GET') {
    if (url === collection) readPage(response);
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
  const row = getOne.get(id, ...within);
  if (row === undefined) send(response, 404, {});
  else send(response, 200, fromRow(row));
}

function readPage(response: ServerResponse): void {
  const items = page.all(...pageParameters).map(fromRow);
  if (items.length > size) items.length = size;
  if (count === undefined || countParameters === undefined) {
    send(response, 200, { ...envelope, items });
    return;
  }
  const totalItems = Number(count.get(...countParameters)?.['total']);
  const counted = { ...paging, totalItems, totalPages: Math.ceil(totalItems / size) };
  send(response, 200, { ...envelope, items, page: counted });
}

function create(incoming: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as object;
    const now = new Date().toISOString();
    const set = { id: newId(), createdAt: now, updatedAt: now, revision: 1 };
    const row = toRow({ ...initial, ...body, ...set });
    begin.run();
    const stored = insert.get(...insertColumns.map((column) => row[column] ?? null));
    commit.run();
    send(response, 201, fromRow(stored));
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

function valuesOf({ parameters }: RecordedStatement): SQLInputValue[] {
  return [...parameters];
}

/** Those between the first parentheses of an insert. */
function columnsOf(sql: string): string[] {
  return (/\(([^)]*)\)/.exec(sql)?.[1] ?? '').split(',').map((name) => name.trim().slice(1, -1));
}

/** Rows are mapped by the code of the service: it is plain assignment, and makes the same members. */
async function mapping(): Promise<Mapping> {
  const tableOf = await load(modules.store, modules.table);
  const values = await load(modules.values, 'sqliteValues');
  return tableOf({ values }) as Mapping;
}

async function load(file: string, name: string): Promise<(...args: unknown[]) => unknown> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, never>;
  const found = module[name];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found;
}
