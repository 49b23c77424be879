import type { Column } from '../definition.ts';
import { fieldOf, type TableColumn } from '../table.ts';
import type { NamedColumn } from './match-columns.ts';
import { keptAside } from './order.ts';
import type { Phases } from './phases.ts';
import type { TableChange } from './table-change.ts';

/** A column that an older version still shows, as it is kept; undefined: it can go. */
export function keptColumn(
  { present, shown, tables }: TableChange,
  column: NamedColumn,
): TableColumn | undefined {
  const field = fieldOf(column);
  const { resource } = present;
  if (field === undefined || resource === undefined || !shown.field(resource, field.field)) {
    return undefined;
  }
  return {
    definition: keptDefinition(column.definition, tables),
    source: { ...field, isKept: true },
  };
}

/** Another field may have got its name: then it makes room for the column of that. */
export function keptName(
  { present, columns }: TableChange,
  { name }: NamedColumn,
  steps: Phases,
): string {
  if (!present.columns.has(name)) return name;
  const taken = new Set(
    columns.flatMap(({ before, present: is }) => [before?.name ?? '', is?.name ?? '']),
  );
  const to = keptAside(name, taken);
  steps.add('freeColumns', { kind: 'renameColumn', table: present.name, column: name, to });
  return to;
}

/** The service writes it no more, and what it refers to may go. */
export function keptDefinition(
  { required: _, references, ...definition }: Column,
  tables: ReadonlyMap<string, string>,
): Column {
  const table = references && tables.get(references.table);
  return table === undefined
    ? definition
    : { ...definition, references: { table, onDelete: 'set null' } };
}
