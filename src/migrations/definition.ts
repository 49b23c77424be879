/** Tables as data: the same shapes as those of the library of a service, `src/runtime/storage/migrations/migration.ts`. */
export type ColumnType =
  | 'boolean'
  | 'integer'
  | 'long'
  | 'number'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'duration'
  | 'text'
  | 'json'
  | 'binary'
  | 'uuid'
  | { readonly decimal: readonly [precision: number, scale: number] };

export interface Reference {
  readonly table: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
}

export interface Column {
  readonly type: ColumnType;
  /** Absent: null is allowed. */
  readonly required?: true;
  readonly references?: Reference;
  /** Kept in the database; of the library's own tables only. */
  readonly default?: string | number | boolean;
  /** A key that counts up. */
  readonly counter?: true;
}

export interface TableDefinition {
  readonly columns: Readonly<Record<string, Column>>;
  /** Absent: `id`. */
  readonly primaryKey?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
}

/** What a column gets in rows that are there: a value as the interface shows it, another column, or an expression of SQL. */
export type Fill =
  { readonly value: unknown } | { readonly column: string } | { readonly sql: string };
