import {
  compareDecimals,
  decimalOf,
  decimalText,
  firstMultiple,
  negated,
  type Decimal,
} from '../../specification/decimal.ts';
import type { NumericField } from '../../model/samples/grid.ts';
import type { ResolvedField } from '../../specification/index.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';
import { fieldsOf } from '../compose/shape.ts';

/** Bounds as keywords of the JSON Schema of a member: of numbers that are text, `x-minimum` and `x-maximum`. */
export type ShownRange = Readonly<Record<string, string | number>>;

/**
 * Ranges of the numbers that an older version can show, by members of the newest one. The newest one may take others, where its type has
 * more room: nothing of another type can be shown for those.
 */
export function shownRanges(
  { newest }: ComposedVersion,
  { newest: resource, down }: ComposedResource,
): Record<string, ShownRange> {
  const fields = fieldsOf(newest, resource);
  return Object.fromEntries(
    down.flatMap(({ field: older, expression }): [string, ShownRange][] => {
      const name = memberOf(expression);
      const now = name === undefined ? undefined : fields[name];
      if (name === undefined || now === undefined || !isNumeric(older) || !isNumeric(now))
        return [];
      if (older.type === now.type) return [];
      const range = rangeWithin(older, now);
      return Object.keys(range).length === 0 ? [] : [[name, range]];
    }),
  );
}

/** The newest member that a number is converted from. */
function memberOf(of: Expression): string | undefined {
  if (of.kind === 'convert') return memberOf(of.of);
  return of.kind === 'member' && of.of.kind === 'root' ? of.name : undefined;
}

function isNumeric(field: ResolvedField): field is NumericField {
  return ['integer', 'number', 'long', 'decimal'].includes(field.type);
}

function rangeWithin(older: NumericField, now: NumericField): ShownRange {
  const [least, most] = boundsOf(older);
  const [low, high] = boundsOf(now);
  const step: Decimal = { digits: 1n, scale: now.type === 'decimal' ? now.scale : 0 };
  const isText = now.type === 'long' || now.type === 'decimal';
  const written = (value: Decimal) => {
    const text = decimalText(value, step.scale);
    return isText ? text : Number(text);
  };
  const key = (name: string) => (isText ? `x-${name}` : name);
  const isHigher = least !== undefined && (low === undefined || compareDecimals(least, low) > 0);
  const isLower = most !== undefined && (high === undefined || compareDecimals(most, high) < 0);
  return {
    ...(isHigher ? { [key('minimum')]: written(firstMultiple(least, step)) } : {}),
    ...(isLower ? { [key('maximum')]: written(negated(firstMultiple(negated(most), step))) } : {}),
  };
}

/** Those that are excluded count as if they were not: one value more or less makes no difference here. */
function boundsOf(
  field: NumericField,
): readonly [least: Decimal | undefined, most: Decimal | undefined] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = field;
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  return [
    low === undefined ? undefined : decimalOf(String(low)),
    high === undefined ? undefined : decimalOf(String(high)),
  ];
}
