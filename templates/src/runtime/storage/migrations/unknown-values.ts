import type { Step } from './migration.ts';

/** By table: columns whose values are known only when the work before has been done. */
export type UnknownValues = ReadonlyMap<string, ReadonlySet<string>>;

export const nothingUnknown: UnknownValues = new Map();

/** Whether what rows mean for a step depends on values that are not known yet. */
export function isAboutUnknown(unknown: UnknownValues, step: Step): boolean {
  const columns = 'table' in step ? unknown.get(step.table) : undefined;
  return columns !== undefined && columnsOf(step, columns).some((column) => columns.has(column));
}

/** What is unknown behind a step. */
export function unknownBehind(unknown: UnknownValues, step: Step): UnknownValues {
  const next = new Map(unknown);
  if (step.kind === 'run' && step.writes !== undefined) {
    const { table, columns } = step.writes;
    return next.set(table, new Set([...(unknown.get(table) ?? []), ...columns]));
  }
  if (step.kind === 'rename-table') {
    const columns = unknown.get(step.from);
    next.delete(step.from);
    return columns === undefined ? next : next.set(step.to, columns);
  }
  if (step.kind === 'drop-table') next.delete(step.table);
  const columns = 'table' in step ? unknown.get(step.table) : undefined;
  if (columns === undefined || !('table' in step)) return next;
  if (step.kind === 'rename-column' && columns.has(step.from)) {
    const others = [...columns].filter((column) => column !== step.from);
    return next.set(step.table, new Set([...others, step.to]));
  }
  const isDerived = step.kind === 'add-column' || step.kind === 'alter-column';
  return isDerived && isAboutUnknown(unknown, step)
    ? next.set(step.table, new Set([...columns, step.column]))
    : next;
}

/** The columns that a step reads; all that are unknown where it reads by SQL. */
function columnsOf(step: Step, unknown: ReadonlySet<string>): readonly string[] {
  if ('columns' in step) return step.columns;
  if (!('column' in step)) return [];
  const { column } = step;
  const fill = 'fill' in step ? step.fill : undefined;
  if (('convert' in step && step.convert !== undefined) || (fill !== undefined && 'sql' in fill)) {
    return [...unknown];
  }
  return fill !== undefined && 'column' in fill ? [column, fill.column] : [column];
}
