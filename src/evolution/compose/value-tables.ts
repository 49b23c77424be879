import type { ResolvedField } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { OperationIssue } from './members.ts';

export function tableDown(
  newer: ResolvedField,
  older: ResolvedField,
  values: Readonly<Record<string, string>>,
  others: string | undefined,
  isChecked: boolean,
): Record<string, string> {
  const back = new Map<string, string>();
  for (const [from, to] of Object.entries(values)) {
    if (!back.has(to)) back.set(to, from);
  }
  const olderValues = older.type === 'enum' ? new Set(older.values) : undefined;
  if (isChecked) refuseStrangers(newer, older, values, others);
  const newerValues = newer.type === 'enum' ? newer.values : [...back.keys()];
  const unknown: string[] = [];
  const entries = newerValues.map((name): [string, string] => {
    // A value that both versions have means the same, unless the step says otherwise.
    if (olderValues?.has(name) === true && (own(values, name) ?? name) === name)
      return [name, name];
    const found = back.get(name) ?? (olderValues?.has(name) === false ? others : name);
    if (found === undefined) unknown.push(name);
    return [name, found ?? name];
  });
  if (unknown.length > 0 && isChecked) {
    throw new OperationIssue(
      'values',
      'unknown-value',
      `clients of the older version do not know ${unknown.map((name) => `"${name}"`).join(', ')}; ` +
        'write "others" with what they are shown, or what it was called',
      [...(olderValues ?? [])],
    );
  }
  return Object.fromEntries(entries);
}

/** A value that a version does not know is a slip: nothing would ever be shown, or sent, by that name. */
function refuseStrangers(
  newer: ResolvedField,
  older: ResolvedField,
  values: Readonly<Record<string, string>>,
  others: string | undefined,
): void {
  const refuse = (key: string, which: string, value: string, { values: known }: ResolvedEnum) => {
    throw new OperationIssue(
      key,
      'unknown-value',
      `the ${which} version has no value "${value}" of it`,
      known,
    );
  };
  if (older.type === 'enum') {
    const shown = [
      ...Object.keys(values).map((value) => ['values', value] as const),
      ...(others === undefined ? [] : [['others', others] as const]),
    ];
    for (const [key, value] of shown) {
      if (!older.values.includes(value)) refuse(key, 'older', value, older);
    }
  }
  if (newer.type !== 'enum') return;
  for (const value of Object.values(values)) {
    if (!newer.values.includes(value)) refuse('values', 'newer', value, newer);
  }
}

type ResolvedEnum = Extract<ResolvedField, { type: 'enum' }>;

/** With the values of the other shape, and with its default where that is the renamed one. */
export function withValuesOf(
  field: ResolvedField,
  other: ResolvedField,
  table: Readonly<Record<string, string>>,
): ResolvedField {
  if (field.type !== 'enum' || other.type !== 'enum') return field;
  const { default: initial } = field;
  const renamed = typeof initial === 'string' ? own(table, initial) : undefined;
  const isImplied = renamed !== undefined && renamed === other.default;
  return { ...field, values: other.values, ...(isImplied && { default: renamed }) };
}
