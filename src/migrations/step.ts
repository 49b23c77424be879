import type { Column, ColumnType, Fill, TableDefinition } from './definition.ts';
import type { RowOperation } from './row-operation.ts';
import type { ValueRule } from './value-rule.ts';

/** One step of a migration: a call of a function of the library of a service, with its arguments. */
export type Step =
  | { readonly kind: 'createTable'; readonly table: string; readonly definition: TableDefinition }
  | { readonly kind: 'dropTable'; readonly table: string }
  | { readonly kind: 'renameTable'; readonly table: string; readonly to: string }
  | {
      readonly kind: 'addColumn';
      readonly table: string;
      readonly column: string;
      readonly definition: Column;
      readonly fill?: Fill;
    }
  | { readonly kind: 'dropColumn'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'renameColumn';
      readonly table: string;
      readonly column: string;
      readonly to: string;
    }
  | {
      readonly kind: 'alterColumn';
      readonly table: string;
      readonly column: string;
      readonly from: Column;
      readonly to: Column;
      readonly fill?: Fill;
      /** An expression over the row as it was. */
      readonly convert?: { readonly sql: string };
    }
  | {
      readonly kind: 'replaceValues';
      readonly table: string;
      readonly column: string;
      readonly values: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'carryRows';
      readonly table: string;
      /** Of the columns that the operations read or write. */
      readonly types: Readonly<Record<string, ColumnType>>;
      readonly operations: readonly RowOperation[];
    }
  | {
      readonly kind: 'checkValues';
      readonly table: string;
      readonly column: string;
      readonly type: ColumnType;
      readonly allows: ValueRule;
    }
  | {
      readonly kind: IndexStepKind;
      readonly table: string;
      readonly columns: readonly string[];
    };

export type IndexStepKind = 'createIndex' | 'dropIndex' | 'createUniqueIndex' | 'dropUniqueIndex';

export function isIndexStep(step: Step): step is Extract<Step, { columns: readonly string[] }> {
  return 'columns' in step;
}
