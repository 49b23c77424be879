import { literal, quote, sqliteType } from './data-types.ts';
import type { Column, TableDefinition } from './migration.ts';
import { query, type Session } from './session.ts';
import { text } from './projection.ts';

/** A column as SQLite declares it. */
export interface DeclaredColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** SQL. */
  readonly default?: string;
  readonly references?: { readonly table: string; readonly onDelete: string };
}

/** A table as SQLite has it, so that it can be made again with another column. */
export interface DeclaredTable {
  readonly columns: readonly DeclaredColumn[];
  readonly primaryKey: readonly string[];
  /** Its key counts up, and no number comes twice. */
  readonly counts: boolean;
}

export function declared(name: string, column: Column): DeclaredColumn {
  const { type, required, references } = column;
  return {
    name,
    type: sqliteType(type),
    required: required === true,
    ...(column.default !== undefined && { default: literal('sqlite', type, column.default) }),
    ...(references && { references }),
  };
}

export function createTableText(table: string, definition: TableDefinition): string {
  const columns = Object.entries(definition.columns);
  return tableText(table, {
    columns: columns.map(([name, column]) => declared(name, column)),
    primaryKey: definition.primaryKey ?? ['id'],
    counts: columns.some(([, { counter }]) => counter === true),
  });
}

export function tableText(table: string, { columns, primaryKey, counts }: DeclaredTable): string {
  const single = primaryKey.length === 1 ? primaryKey[0] : undefined;
  const lines = columns.map((column) => {
    if (column.name !== single) return declaration(column);
    // Not null is said as well, because SQLite allows null in a key.
    const kind = counts ? 'primary key autoincrement' : 'primary key not null';
    return `${declaration({ ...column, required: false })} ${kind}`;
  });
  if (single === undefined) {
    const key = primaryKey.map(quote).join(', ');
    lines.push(`constraint ${quote(`${table}_pkey`)} primary key (${key})`);
  }
  return `create table ${quote(table)} (${lines.join(', ')}) strict`;
}

export function columnText(name: string, column: Column): string {
  return declaration(declared(name, column));
}

function declaration(column: DeclaredColumn): string {
  const { name, type, required, references } = column;
  const parts = [quote(name), type];
  if (column.default !== undefined) parts.push(`default ${column.default}`);
  if (required) parts.push('not null');
  if (references) {
    parts.push(`references ${quote(references.table)} ("id")`);
    // Without a word both engines refuse at the end of the statement, when its own cascades are done.
    const isPlain = ['restrict', 'NO ACTION'].includes(references.onDelete);
    if (!isPlain) parts.push(`on delete ${references.onDelete.toLowerCase()}`);
  }
  return parts.join(' ');
}

export async function readTable(session: Session, table: string): Promise<DeclaredTable> {
  const columns = await query<{
    name: string;
    type: string;
    required: number;
    default: string | null;
    key: number;
  }>(
    session,
    `select name, type, "notnull" as required, dflt_value as "default", pk as "key" from pragma_table_info(${text(table)}) order by cid`,
  );
  const references = await query<{ column: string; table: string; onDelete: string }>(
    session,
    `select "from" as "column", "table", on_delete as "onDelete" from pragma_foreign_key_list(${text(table)})`,
  );
  const [made] = await query<{ sql: string }>(
    session,
    `select sql from sqlite_schema where type = 'table' and name = ${text(table)}`,
  );
  return {
    columns: columns.map(({ name, type, required, ...column }) => {
      const reference = references.find((each) => each.column === name);
      return {
        name,
        type: type.toLowerCase(),
        required: required === 1,
        ...(column.default !== null && { default: column.default }),
        ...(reference && {
          references: { table: reference.table, onDelete: reference.onDelete },
        }),
      };
    }),
    primaryKey: columns
      .filter(({ key }) => key > 0)
      .sort((one, other) => one.key - other.key)
      .map(({ name }) => name),
    counts: /\bautoincrement\b/i.test(made?.sql ?? ''),
  };
}
