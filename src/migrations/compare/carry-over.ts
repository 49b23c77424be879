import { columnOf, columnsOf, sourcesOf, targetsOf } from '../row-operation.ts';
import { carriedRows, rowOperations } from './carried-rows.ts';
import { keptColumn, keptName } from './kept-columns.ts';
import type { ColumnPair } from './match-columns.ts';
import type { Phases } from './phases.ts';
import { operationsOf, type TableChange } from './table-change.ts';

/** What becomes of columns whose values are carried over. */
export interface CarriedOver {
  /** Names of columns of before that the table has no more, where these have others for the time of the migration, or for good. */
  readonly gone: ReadonlyMap<string, string>;
  /** New columns that get their values from others. */
  readonly made: ReadonlySet<string>;
}

/** Adds the step that gives rows their values in the places of now. */
export function carryOver(change: TableChange, steps: Phases): CarriedOver {
  const { present, columns, resource } = change;
  const operations = resource && carriedRows(operationsOf(change), columns, resource);
  const sources = new Set(operations?.flatMap(sourcesOf).map(({ root }) => root.column));
  const gone = new Map<string, string>();
  for (const { before, present: is } of columns) {
    if (before === undefined || is !== undefined) continue;
    const isKept = keptColumn(change, before) !== undefined;
    if (isKept || (sources.has(before.name) && isInTheWay(columns, before.name))) {
      gone.set(before.name, keptName(change, before, steps));
    }
  }
  const done = rowOperations(operations ?? [], ({ name, column }) => {
    if (column === undefined) return resource?.fields.find((each) => each.name === name)?.column;
    const now = columns.find(({ before }) => before?.name === column)?.present;
    return now?.name ?? gone.get(column) ?? column;
  });
  if (done.length === 0) return { gone, made: new Set() };
  const types = columnsOf(done).flatMap((name) => {
    const pair = columns.find(
      ({ before, present: is }) =>
        (is?.name ?? gone.get(before?.name ?? '') ?? before?.name) === name,
    );
    const { definition } = pair?.before ?? pair?.present ?? {};
    return definition === undefined ? [] : [[name, definition.type] as const];
  });
  steps.add('carryRows', {
    kind: 'carryRows',
    table: present.name,
    types: Object.fromEntries(types),
    operations: done,
  });
  return { gone, made: new Set(done.flatMap(targetsOf).map(columnOf)) };
}

/** Whether another column gets its name. */
export function isInTheWay(columns: readonly ColumnPair[], name: string): boolean {
  return columns.some(({ before, present }) => present?.name === name && before?.name !== name);
}
