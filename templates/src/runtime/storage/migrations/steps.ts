import type {
  Column,
  ColumnChange,
  ColumnType,
  Fill,
  Step,
  TableDefinition,
  ValueSchema,
  Work,
} from './migration.ts';

/** A step of one kind. */
export type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;

export function createTable(table: string, definition: TableDefinition): StepOf<'create-table'> {
  return { kind: 'create-table', table, definition };
}

/** Its rows are lost. */
export function dropTable(table: string): StepOf<'drop-table'> {
  return { kind: 'drop-table', table };
}

/** Its indexes get the names that follow from the new name. */
export function renameTable(from: string, to: string): StepOf<'rename-table'> {
  return { kind: 'rename-table', from, to };
}

/** A required column needs a fill as soon as the table has rows. */
export function addColumn(
  table: string,
  column: string,
  definition: Column,
  { fill }: { readonly fill?: Fill } = {},
): StepOf<'add-column'> {
  return { kind: 'add-column', table, column, definition, ...(fill && { fill }) };
}

/** Its values are lost. Indexes that have the column are dropped by their own steps before. */
export function dropColumn(table: string, column: string): StepOf<'drop-column'> {
  return { kind: 'drop-column', table, column };
}

/** Indexes that have the column get the names that follow from the new name. */
export function renameColumn(table: string, from: string, to: string): StepOf<'rename-column'> {
  return { kind: 'rename-column', table, from, to };
}

/** Changes type, precision, reference, or whether a value is required. */
export function alterColumn(
  table: string,
  column: string,
  change: ColumnChange,
): StepOf<'alter-column'> {
  return { kind: 'alter-column', table, column, ...change };
}

/** Replaces values of a column of text; those that are not listed stay. */
export function replaceValues(
  table: string,
  column: string,
  values: Readonly<Record<string, string>>,
): StepOf<'replace-values'> {
  return { kind: 'replace-values', table, column, values };
}

/**
 * Counts the rows whose value the interface takes no more, in `npm run migrate -- --plan` and before the migrations run. They stay as they
 * are and can be read; requests have to comply in the members that they change. To give them other values, put an `alterColumn` with
 * `convert`, or a `run`, before it; with `mustHold` the migration is refused as long as there is such a row.
 */
export function checkValues(
  table: string,
  column: string,
  check: { readonly type: ColumnType; readonly allows: ValueSchema; readonly mustHold?: true },
): StepOf<'check-values'> {
  return { kind: 'check-values', table, column, ...check };
}

/** Serves lists that filter by the first columns and sort by the rest; end it with `id`. */
export function createIndex(table: string, columns: readonly string[]) {
  return { kind: 'create-index', table, columns } as const;
}

export function dropIndex(table: string, columns: readonly string[]) {
  return { kind: 'drop-index', table, columns } as const;
}

/** Rows with a null among these columns do not count as equal. */
export function createUniqueIndex(table: string, columns: readonly string[]) {
  return { kind: 'create-unique-index', table, columns } as const;
}

export function dropUniqueIndex(table: string, columns: readonly string[]) {
  return { kind: 'drop-unique-index', table, columns } as const;
}

/**
 * A team's own work, in a transaction: all of it or nothing, unless it is done in parts (see `Work`). A failed statement ends that
 * transaction. What is printed of it beforehand is its title alone.
 */
export function run(title: string, work: Work): StepOf<'run'> {
  return { kind: 'run', title, work };
}
