import { quote } from './data-types.ts';
import type { Step } from './migration.ts';
import { project, projectionOf, text, type Projection } from './projection.ts';
import { query, type Session } from './session.ts';
import { declared, readTable, tableText, type DeclaredColumn } from './sqlite-table.ts';

/** A step for which SQLite makes a table anew. */
export type RebuildStep = Extract<
  Step,
  { readonly kind: 'add-column' | 'alter-column' | 'drop-column' }
>;

/**
 * Makes a table anew with its changed columns, copies the rows, and puts it into the place of the former one
 * (https://sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes"). Foreign keys are off.
 *
 * @param steps all of one table
 */
export async function rebuild(session: Session, steps: readonly RebuildStep[]): Promise<void> {
  const table = steps[0]?.table ?? '';
  const before = await readTable(session, table);
  const indexes = await indexesOf(session, table);
  const columns = steps.reduce(columnsAfter, before.columns);
  const existing = { columns: before.columns.map(({ name }) => name), key: before.primaryKey };
  const rows = rowsAfter(projectionOf(new Map([[table, existing]])), steps);
  const made = `migration__${table}`;
  const list = columns.map(({ name }) => quote(name)).join(', ');

  await query(
    session,
    tableText(made, { ...before, columns }).replace(`"${made}_pkey"`, quote(`${table}_pkey`)),
  );
  await query(
    session,
    `insert into ${quote(made)} (${list}) select ${list} from ${rows} as ${quote(table)}`,
  );
  if (before.counts) {
    // Numbers that were given to rows which are deleted again stay used.
    await query(session, `delete from sqlite_sequence where name = ${text(made)}`);
    await query(
      session,
      `insert into sqlite_sequence (name, seq) select ${text(made)}, seq from sqlite_sequence where name = ${text(table)}`,
    );
  }
  await query(session, `drop table ${quote(table)}`);
  await query(session, `alter table ${quote(made)} rename to ${quote(table)}`);
  const names = new Set(columns.map(({ name }) => name));
  for (const index of indexes) {
    if (index.columns.every((name) => names.has(name))) await query(session, index.sql);
  }
}

function columnsAfter(columns: readonly DeclaredColumn[], step: RebuildStep): DeclaredColumn[] {
  switch (step.kind) {
    case 'add-column':
      return [...columns, declared(step.column, step.definition)];
    case 'drop-column':
      return columns.filter(({ name }) => name !== step.column);
    case 'alter-column':
      return columns.map((column) =>
        column.name === step.column ? declared(step.column, step.to) : column,
      );
  }
}

function rowsAfter(tables: Projection, steps: readonly RebuildStep[]): string {
  const after = steps.reduce((state, step) => project('sqlite', state, step), tables);
  return [...after.values()].map(({ rows }) => rows).join();
}

interface Index {
  readonly sql: string;
  readonly columns: readonly string[];
}

async function indexesOf(session: Session, table: string): Promise<Index[]> {
  const rows = await query<{ name: string; sql: string; column: string }>(
    session,
    `select m.name as name, m.sql as sql, c.name as "column"
     from sqlite_schema as m, pragma_index_info(m.name) as c
     where m.type = 'index' and m.tbl_name = ${text(table)} and m.sql is not null order by m.name, c.seqno`,
  );
  return [...Map.groupBy(rows, ({ name }) => name).values()].map((parts) => ({
    sql: parts[0]?.sql ?? '',
    columns: parts.map(({ column }) => column),
  }));
}
