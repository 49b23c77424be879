import type { EngineName } from '../engine.ts';
import { query, type Session } from './session.ts';

/** A table as it is now. */
export interface ExistingTable {
  readonly columns: readonly string[];
  /** The columns of its primary key. */
  readonly key: readonly string[];
}

/** Columns that a retype has begun to fill start with it; they are no part of the tables yet. */
export const unfinished = 'migration__';

const columnsOn: Readonly<Record<EngineName, string>> = {
  sqlite: `
    select m.name as "table", c.name as "column", c.pk as "key"
    from sqlite_schema as m, pragma_table_xinfo(m.name) as c
    where m.type = 'table' and m.name not like 'sqlite\\_%' escape '\\'
    order by m.name, c.cid`,
  postgres: `
    select t.relname as "table", a.attname as "column",
           coalesce(array_position(k.conkey, a.attnum), 0) as "key"
    from pg_class as t
    join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint as k on k.conrelid = t.oid and k.contype = 'p'
    where t.relkind in ('r', 'p') and t.relnamespace = to_regnamespace(quote_ident(current_schema()))
    order by t.relname, a.attnum`,
};

/** The tables of this service's schema, by name. */
export async function readTables(
  engine: EngineName,
  session: Session,
): Promise<Map<string, ExistingTable>> {
  const rows = await query<{ table: string; column: string; key: number }>(
    session,
    columnsOn[engine],
  );
  return new Map(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => [
      table,
      {
        columns: columns
          .map(({ column }) => column)
          .filter((column) => !column.startsWith(unfinished)),
        key: columns
          .filter(({ key }) => key > 0)
          .sort((one, other) => one.key - other.key)
          .map(({ column }) => column),
      },
    ]),
  );
}
