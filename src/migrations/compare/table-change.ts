import type { FieldOperation } from '../../evolution/steps/schema.ts';
import type { ResourceModel } from '../../model/model.ts';
import type { Table } from '../table.ts';
import type { KnownChanges } from './known-changes.ts';
import type { ColumnPair } from './match-columns.ts';
import type { Shown } from './shown.ts';

/** A table before and now. */
export interface TableChange {
  readonly before: Table;
  readonly present: Table;
  readonly columns: readonly ColumnPair[];
  /** Absent: a table of the library. */
  readonly resource: ResourceModel | undefined;
  /** Present names of tables by the former ones. */
  readonly tables: ReadonlyMap<string, string>;
  readonly known: KnownChanges;
  readonly shown: Shown;
}

/** What the open step does with the fields of the resource. */
export function operationsOf({ resource, known }: TableChange): readonly FieldOperation[] {
  return (resource && known.operations.get(resource.name)) ?? [];
}
