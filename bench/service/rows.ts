// The rows of the service in SQLite, by its own statements, for the servers that it is compared with.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { RecordedStatement, Statements } from './recorded.ts';

export interface RowSettings {
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
export interface Mapping {
  fromRow(row: unknown): Entity;
  toRow(entity: unknown): Row;
}

export interface Entity {
  readonly id: string;
  readonly revision: number;
}

export interface Rows {
  /** Undefined where the caller has no such row. */
  getOne(id: string): Entity | undefined;
  /** The first page, with its envelope. */
  page(): object;
  create(body: object): Entity;
  close(): void;
}

export async function openRows(settings: RowSettings): Promise<Rows> {
  const { statements, modules, envelope, initial } = settings;
  const { fromRow, toRow } = await mapping(modules);
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

  return {
    getOne(id) {
      const row = getOne.get(id, ...within);
      return row === undefined ? undefined : fromRow(row);
    },
    page() {
      const items = page.all(...pageParameters).map(fromRow);
      if (items.length > size) items.length = size;
      if (count === undefined || countParameters === undefined) return { ...envelope, items };
      const totalItems = Number(count.get(...countParameters)?.['total']);
      const counted = { ...paging, totalItems, totalPages: Math.ceil(totalItems / size) };
      return { ...envelope, items, page: counted };
    },
    create(body) {
      const now = new Date().toISOString();
      const set = { id: newId(), createdAt: now, updatedAt: now, revision: 1 };
      const row = toRow({ ...initial, ...body, ...set });
      begin.run();
      const stored = insert.get(...insertColumns.map((column) => row[column] ?? null));
      commit.run();
      return fromRow(stored);
    },
    close: () => database.close(),
  };
}

function valuesOf({ parameters }: RecordedStatement): SQLInputValue[] {
  return [...parameters];
}

/** Those between the first parentheses of an insert. */
export function columnsOf(sql: string): string[] {
  return (/\(([^)]*)\)/.exec(sql)?.[1] ?? '').split(',').map((name) => name.trim().slice(1, -1));
}

/** Rows are mapped by the code of the service: it is plain assignment, and makes the same members. */
export async function mapping(
  modules: RowSettings['modules'],
  codec = 'sqliteValues',
): Promise<Mapping> {
  const tableOf = await load(modules.store, modules.table);
  const values = await load(modules.values, codec);
  return tableOf({ values }) as Mapping;
}

export async function load(file: string, name: string): Promise<(...args: unknown[]) => unknown> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, never>;
  const found = module[name];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found;
}
