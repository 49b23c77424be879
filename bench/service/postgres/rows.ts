// The rows of the service in PostgreSQL, by its own statements, for the server that it is compared with.
import { Pool, type CustomTypesConfig } from 'pg';
import { totalIn } from '../../../templates/src/runtime/storage/list-statements.ts';
import type { RecordedStatement } from '../recorded.ts';
import { columnsOf, load, mapping, type Entity, type RowSettings } from '../rows.ts';

export interface PostgresSettings extends RowSettings {
  /** Where the built service has how the driver reads values. */
  readonly types: string;
}

export interface PostgresRows {
  getOne(id: string): Promise<Entity | undefined>;
  /** The first page, with its envelope. */
  page(): Promise<object>;
  create(body: object): Promise<Entity>;
}

/** As many as the service has. */
const connections = 10;

/** @param settings `database` is an address */
export async function openPostgresRows(settings: PostgresSettings): Promise<PostgresRows> {
  const { statements, modules, envelope, initial } = settings;
  const { fromRow, toRow } = await mapping(modules, 'postgresValues');
  const newId = (await load(modules.identifiers, 'createIdentifiers'))() as () => string;
  const types = (await load(settings.types, 'postgresTypes'))() as CustomTypesConfig;
  const pool = new Pool({ connectionString: settings.database, types, max: connections });
  const named = (name: string, { sql }: RecordedStatement, values: readonly unknown[]) => ({
    name,
    text: sql,
    values: [...values],
  });
  const [, ...within] = statements.getOne.parameters;
  const insertColumns = columnsOf(statements.insert.sql);
  const paging = envelope['page'] as { readonly size: number };
  const { size } = paging;

  async function counted(query: ReturnType<typeof named>): Promise<number> {
    const { rows } = await pool.query(query);
    return Number((rows[0] as { total: unknown }).total);
  }

  return {
    async getOne(id) {
      const { rows } = await pool.query(named('one', statements.getOne, [id, ...within]));
      return rows.length === 0 ? undefined : fromRow(rows[0]);
    },
    async page() {
      const { page, count } = statements;
      const found = await pool.query(named('page', page, page.parameters));
      const items = found.rows.map(fromRow);
      if (items.length > size) items.length = size;
      const totalItems =
        count === undefined
          ? totalIn(found.rows)
          : await counted(named('count', count, count.parameters));
      if (totalItems === undefined) return { ...envelope, items };
      const all = { ...paging, totalItems, totalPages: Math.ceil(totalItems / size) };
      return { ...envelope, items, page: all };
    },
    async create(body) {
      const now = new Date().toISOString();
      const set = { id: newId(), createdAt: now, updatedAt: now, revision: 1 };
      const row = toRow({ ...initial, ...body, ...set }) as Readonly<Record<string, unknown>>;
      const values = insertColumns.map((column) => row[column] ?? null);
      const client = await pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query(named('insert', statements.insert, values));
        await client.query('commit');
        return fromRow(rows[0]);
      } finally {
        client.release();
      }
    },
  };
}
