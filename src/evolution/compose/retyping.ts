import type { ResolvedField } from '../../specification/index.ts';
import { conversionCall, conversions, fitting } from '../steps/converters.ts';
import type { FieldOperation } from '../steps/schema.ts';
import { convert, map } from './expression.ts';
import { hook } from './hooks.ts';
import { lastName, OperationIssue } from './members.ts';
import { at } from './places.ts';
import { counterpart, type Members, type Surroundings } from './surroundings.ts';

export function retyped(
  members: Members,
  { field: path, by, values }: NonNullable<FieldOperation['retype']>,
  around: Surroundings,
  direction: 'up' | 'down',
): Members {
  const there = counterpart(path, around).field;
  return at(members, path, around, (member) => {
    const { expression, field: here } = member;
    const [older, newer] = direction === 'up' ? [here, there] : [there, here];
    if (by === 'hook') {
      const given = [[lastName(path), expression] as const];
      return {
        ...member,
        field: there,
        expression: hook(around, path, direction, given, lastName(path), true),
      };
    }
    if (by === 'boolean-to-enum' || by === 'enum-to-boolean') {
      const isUp = by === 'boolean-to-enum' ? direction === 'up' : direction === 'down';
      const table = isUp
        ? textsOf(values)
        : booleansOf(values, by === 'boolean-to-enum' ? newer : older);
      return { ...member, field: there, expression: map(table, expression) };
    }
    if (around.isChecked) refuseMisfit(by, older, newer);
    const call = conversionCall(by, direction, { older: scaleOf(older), newer: scaleOf(newer) });
    return { ...member, field: there, expression: convert(call, expression) };
  });
}

function refuseMisfit(
  by: keyof typeof conversions,
  older: ResolvedField,
  newer: ResolvedField,
): void {
  const names = fitting(older.type, newer.type);
  if (names.includes(by)) return;
  throw new OperationIssue(
    'by',
    'wrong-converter',
    `${by} does not fit: the field is ${older.type} in the older version and ${newer.type} in the newer one`,
    [...names, 'hook'],
  );
}

function scaleOf(field: ResolvedField): number {
  return field.type === 'decimal' ? field.scale : 0;
}

function textsOf(values: readonly string[] | undefined): Record<string, unknown> {
  const [no, yes] = pair(values);
  return { false: no, true: yes };
}

function booleansOf(
  values: readonly string[] | undefined,
  field: ResolvedField,
): Record<string, unknown> {
  const [, yes] = pair(values);
  const all = field.type === 'enum' ? field.values : pair(values);
  return Object.fromEntries(all.map((each) => [each, each === yes]));
}

function pair(values: readonly string[] | undefined): readonly [string, string] {
  const [no, yes] = values ?? [];
  if (no === undefined || yes === undefined) {
    throw new OperationIssue(
      'by',
      'missing-key',
      'write "values" too: what stands for false, and what for true',
    );
  }
  return [no, yes];
}
