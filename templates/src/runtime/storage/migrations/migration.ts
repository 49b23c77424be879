import type { Kysely } from 'kysely';
import type { EngineName } from '../engine.ts';

/** How a column keeps its values; each engine has its own data type for it (see `values.ts`). */
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

/** Refers to the `id` of another table. */
export interface Reference {
  readonly table: string;
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
}

export interface Column {
  readonly type: ColumnType;
  /** Absent: null is allowed. */
  readonly required?: true;
  readonly references?: Reference;
  /** Kept in the database, for rows that do not name the column. */
  readonly default?: string | number | boolean;
  /** A key that counts up in the order of the insertions. */
  readonly counter?: true;
}

export interface TableDefinition {
  readonly columns: Readonly<Record<string, Column>>;
  /** Absent: `['id']`. */
  readonly primaryKey?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
}

/** What a column gets in existing rows: a value as the interface shows it, another column, or an SQL expression that both engines know. */
export type Fill =
  { readonly value: unknown } | { readonly column: string } | { readonly sql: string };

/** How a column changes; `from` is what it was, so that a step can be understood and checked alone. */
export interface ColumnChange {
  readonly from: Column;
  readonly to: Column;
  /** What rows without a value get, where a value is required from now on. */
  readonly fill?: Fill;
  /** An SQL expression of the new value, where the conversion of the two types is not the one that is meant. */
  readonly convert?: { readonly sql: string };
}

/** Keywords of JSON Schema, and those that this service adds to them. */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** What the work of a migration may use: a transaction, whatever its tables. */
export type MigrationDatabase = Kysely<unknown>;

/**
 * Work of a migration on the rows, all of it or a part: on PostgreSQL each part is a transaction, so that clients wait for no more than
 * its rows, and an interrupted migration goes on with the next part. SQLite does all of them in one transaction.
 *
 * @param after where the part before ended; undefined for the first one
 * @returns where this part ended; undefined when all is done
 */
export type Work = (
  database: MigrationDatabase,
  engine: EngineName,
  after: string | undefined,
) => Promise<string | undefined | void>;

/** One change of the tables. It is plain data, so that it can be described and checked before it is carried out. */
export type Step =
  | { readonly kind: 'create-table'; readonly table: string; readonly definition: TableDefinition }
  | { readonly kind: 'drop-table'; readonly table: string }
  | { readonly kind: 'rename-table'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'add-column';
      readonly table: string;
      readonly column: string;
      readonly definition: Column;
      readonly fill?: Fill;
    }
  | { readonly kind: 'drop-column'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'rename-column';
      readonly table: string;
      readonly from: string;
      readonly to: string;
    }
  | ({
      readonly kind: 'alter-column';
      readonly table: string;
      readonly column: string;
    } & ColumnChange)
  | {
      readonly kind: 'replace-values';
      readonly table: string;
      readonly column: string;
      /** The new value by the old one. */
      readonly values: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'check-values';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      /** JSON Schema of the values that the interface takes from now on, without what it took before. */
      readonly allows: ValueSchema;
      /** Rows with another value forbid the migration; absent: they are reported, and stay. */
      readonly mustHold?: true;
    }
  | {
      readonly kind: 'create-index' | 'create-unique-index' | 'drop-index' | 'drop-unique-index';
      readonly table: string;
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'run';
      readonly title: string;
      readonly work: Work;
      /** All that it writes; absent: it may write anything. */
      readonly writes?: { readonly table: string; readonly columns: readonly string[] };
      /**
       * On PostgreSQL, what is to be done when no replica of the former release writes rows any more: part by part, until one returns
       * false.
       */
      readonly finish?: (transaction: MigrationDatabase) => Promise<boolean>;
    };

/** What a file of the folder exports as `migration`; its steps are carried out in their order. */
export interface Migration {
  readonly steps: readonly Step[];
}
