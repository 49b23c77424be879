import type { EngineName } from '../engine.ts';
import type { ExistingTable } from './catalogue.ts';
import { postgresType, quote } from './data-types.ts';
import { changedExpression, fillExpression } from './expressions.ts';
import type { Step } from './migration.ts';

/** The rows of a table as steps will leave them, as SQL over the rows of now: it is asked before anything is changed. */
export interface ProjectedTable extends ExistingTable {
  /** SQL that stands after `from`. */
  readonly rows: string;
}

/** All tables by name. */
export type Projection = ReadonlyMap<string, ProjectedTable>;

export function projectionOf(tables: ReadonlyMap<string, ExistingTable>): Projection {
  return new Map([...tables].map(([name, table]) => [name, { ...table, rows: quote(name) }]));
}

/** @throws where the step is about a table or a column that is not there, or makes one that is */
export function project(engine: EngineName, tables: Projection, step: Step): Projection {
  switch (step.kind) {
    case 'create-table': {
      absent(tables, step.table);
      const { columns, primaryKey = ['id'] } = step.definition;
      const empty = Object.entries(columns).map(([name, { type }]) =>
        engine === 'sqlite'
          ? `null as ${quote(name)}`
          : `cast(null as ${postgresType(type).replace(' collate "C"', '')}) as ${quote(name)}`,
      );
      return new Map(tables).set(step.table, {
        columns: Object.keys(columns),
        key: primaryKey,
        rows: `(select ${empty.join(', ')} where 1 = 0)`,
      });
    }
    case 'drop-table': {
      present(tables, step.table);
      return without(tables, step.table);
    }
    case 'rename-table': {
      const table = present(tables, step.from);
      absent(tables, step.to);
      return new Map(without(tables, step.from)).set(step.to, table);
    }
    case 'add-column': {
      const table = present(tables, step.table);
      if (table.columns.includes(step.column))
        throw new Error(`${step.table}.${step.column} exists already`);
      const { definition, fill = { value: definition.default ?? null } } = step;
      return replaced(tables, step.table, [
        ...table.columns.map(keep),
        { name: step.column, value: fillExpression(engine, fill, definition.type) },
      ]);
    }
    case 'drop-column': {
      const { columns } = tableWith(tables, step.table, step.column);
      return replaced(tables, step.table, columns.filter((name) => name !== step.column).map(keep));
    }
    case 'rename-column': {
      const { columns, key } = tableWith(tables, step.table, step.from);
      if (columns.includes(step.to)) throw new Error(`${step.table}.${step.to} exists already`);
      const renamed = (name: string) => (name === step.from ? step.to : name);
      const next = columns.map((name) => ({ name: renamed(name), value: quote(name) }));
      return replaced(tables, step.table, next, key.map(renamed));
    }
    case 'alter-column':
      return changed(tables, step, changedExpression(engine, step.column, step));
    case 'replace-values':
      return changed(tables, step, replacedValue(step));
    case 'check-values':
      tableWith(tables, step.table, step.column);
      return tables;
    case 'create-index':
    case 'create-unique-index':
    case 'drop-index':
    case 'drop-unique-index':
      for (const column of step.columns) tableWith(tables, step.table, column);
      return tables;
    case 'run':
      return tables;
  }
}

/** SQL of the value that takes the place of another one. */
export function replacedValue({
  column,
  values,
}: Pick<Extract<Step, { kind: 'replace-values' }>, 'column' | 'values'>): string {
  const cases = Object.entries(values).map(([from, to]) => `when ${text(from)} then ${text(to)}`);
  return `case ${quote(column)} ${cases.join(' ')} else ${quote(column)} end`;
}

/** A text in SQL, the same on both engines. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function present(tables: Projection, table: string): ProjectedTable {
  const found = tables.get(table);
  if (found === undefined) throw new Error(`there is no table ${table}`);
  return found;
}

function tableWith(tables: Projection, table: string, column: string): ProjectedTable {
  const found = present(tables, table);
  if (!found.columns.includes(column))
    throw new Error(`the table ${table} has no column ${column}`);
  return found;
}

function absent(tables: Projection, table: string): void {
  if (tables.has(table)) throw new Error(`there is a table ${table} already`);
}

interface ProjectedColumn {
  readonly name: string;
  readonly value: string;
}

const keep = (name: string): ProjectedColumn => ({ name, value: quote(name) });

function changed(
  tables: Projection,
  { table, column }: { readonly table: string; readonly column: string },
  value: string,
): Projection {
  const { columns } = tableWith(tables, table, column);
  const next = columns.map((name) => (name === column ? { name, value } : keep(name)));
  return replaced(tables, table, next);
}

function replaced(
  tables: Projection,
  name: string,
  columns: readonly ProjectedColumn[],
  key?: readonly string[],
): Projection {
  const table = present(tables, name);
  const list = columns.map(({ name, value }) => `${value} as ${quote(name)}`);
  return new Map(tables).set(name, {
    columns: columns.map(({ name }) => name),
    key: key ?? table.key,
    rows: `(select ${list.join(', ')} from ${table.rows} as ${quote(name)})`,
  });
}

function without(tables: Projection, name: string): Projection {
  return new Map([...tables].filter(([table]) => table !== name));
}
