import type { FieldOperation } from '../../../evolution/steps/schema.ts';

/** What one operation of a step does to fields: their names in both versions, and what is different. */
export interface Row {
  readonly older: string;
  readonly newer: string;
  readonly what: string;
}

/** What becomes of a field, in words. */
export function rowOf(operation: FieldOperation): Row[] {
  const { rename, add, remove, retype, split, merge, move, map } = operation;
  const row = (older: string, newer: string, what: string) => [{ older, newer, what }];
  const shown = (value: unknown) => JSON.stringify(value) ?? '';
  if (rename !== undefined) return row(rename.from, rename.to, 'has another name');
  if (add !== undefined) {
    const fill = add.fill === undefined ? '' : `; rows of older clients have ${shown(add.fill)}`;
    return row('–', add.field, `is new${fill}`);
  }
  if (remove !== undefined) {
    const value =
      remove.value === undefined ? '' : `; older clients are shown ${shown(remove.value)}`;
    return row(remove.field, '–', `is gone${value}`);
  }
  if (retype !== undefined) {
    return row(retype.field, retype.field, `has another type: ${retype.by.replaceAll('-', ' ')}`);
  }
  if (split !== undefined) return row(split.field, split.into.join(', '), 'is taken apart');
  if (merge !== undefined) return row(merge.fields.join(', '), merge.into, 'is put together');
  if (move !== undefined) return row(move.from, move.to, 'is somewhere else');
  if (map !== undefined) {
    const values = Object.entries(map.values).map(([was, is]) => `${was} is ${is}`);
    return row(map.field, map.field, `has values of other names: ${values.join(', ')}`);
  }
  return presenceRow(operation, row, shown);
}

function presenceRow<Row>(
  { require: needed, nullable, default: initial }: FieldOperation,
  row: (older: string, newer: string, what: string) => Row[],
  shown: (value: unknown) => string,
): Row[] {
  if (needed !== undefined) return row(needed.field, needed.field, 'must be sent');
  if (nullable !== undefined) return row(nullable.field, nullable.field, 'may be null');
  if (initial === undefined) return [];
  const what = `has another default; it was ${shown(initial.was)}`;
  return row(initial.field, initial.field, what);
}
