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
export type ShownRange = Readonly<Record<string, string | number | boolean>>;

/**
 * What an older version promised of values, by members of the newest one. The newest one may take others, where its type has more room or
 * its bounds are wider: readers of the older version may meet these, as the change says, and of another type nothing can be shown for them.
 */
export function shownRanges(
  { newest, specification }: ComposedVersion,
  { newest: resource, older: former, down }: ComposedResource,
): Record<string, ShownRange> {
  const fields = fieldsOf(newest, resource);
  const formerFields = fieldsOf(specification, former);
  return Object.fromEntries(
    down.flatMap((member): [string, ShownRange][] => {
      const name = memberOf(member.expression);
      const now = name === undefined ? undefined : fields[name];
      const older = formerFields[member.name];
      if (name === undefined || now === undefined || older === undefined) return [];
      const range =
        isNumeric(older) && isNumeric(now) ? rangeWithin(older, now) : boundsWithin(older, now);
      return Object.keys(range).length === 0 ? [] : [[name, range]];
    }),
  );
}

/** The newest member that a number is converted from. */
function memberOf(of: Expression): string | undefined {
  if (of.kind === 'convert') return memberOf(of.of);
  return of.kind === 'member' && of.of.kind === 'root' ? of.name : undefined;
}

/** Bounds of texts and lists that are wider now. */
function boundsWithin(older: ResolvedField, now: ResolvedField): ShownRange {
  if (isText(older) && isText(now)) {
    const isWider = now.pattern === undefined && older.pattern !== undefined;
    return {
      ...(older.maxLength < now.maxLength ? { maxLength: older.maxLength } : {}),
      ...(older.minLength > now.minLength ? { minLength: older.minLength } : {}),
      ...(isWider ? { pattern: older.pattern } : {}),
    };
  }
  if (older.type === 'binary' && now.type === 'binary') {
    return older.maxLength < now.maxLength ? { 'x-maxBytes': older.maxLength } : {};
  }
  if (older.type !== 'array' || now.type !== 'array') return {};
  return {
    ...(older.maxItems < now.maxItems ? { maxItems: older.maxItems } : {}),
    ...(older.minItems > now.minItems ? { minItems: older.minItems } : {}),
    ...(older.uniqueItems && !now.uniqueItems ? { uniqueItems: true } : {}),
  };
}

type TextField = Extract<ResolvedField, { type: 'string' | 'text' }>;

function isText(field: ResolvedField): field is TextField {
  return field.type === 'string' || field.type === 'text';
}

function isNumeric(field: ResolvedField): field is NumericField {
  return ['integer', 'number', 'long', 'decimal'].includes(field.type);
}

function rangeWithin(older: NumericField, now: NumericField): ShownRange {
  const [least, most] = boundsOf(older);
  const [low, high] = boundsOf(now);
  const step: Decimal = { digits: 1n, scale: now.type === 'decimal' ? now.scale : 0 };
  const isText = now.type === 'long' || now.type === 'decimal';
  // Between two numbers there is always another one.
  const firstFrom = (value: Decimal) =>
    now.type === 'number' ? value : firstMultiple(value, step);
  const written = (value: Decimal) => {
    const text = decimalText(value, now.type === 'number' ? value.scale : step.scale);
    return isText ? text : Number(text);
  };
  const key = (name: string) => (isText ? `x-${name}` : name);
  const isSame = older.type === now.type;
  const lower = isSame && older.exclusiveMinimum !== undefined ? 'exclusiveMinimum' : 'minimum';
  const upper = isSame && older.exclusiveMaximum !== undefined ? 'exclusiveMaximum' : 'maximum';
  const isHigher = least !== undefined && (low === undefined || compareDecimals(least, low) > 0);
  const isLower = most !== undefined && (high === undefined || compareDecimals(most, high) < 0);
  return {
    ...(isHigher ? { [key(lower)]: written(firstFrom(least)) } : {}),
    ...(isLower ? { [key(upper)]: written(negated(firstFrom(negated(most)))) } : {}),
  };
}

/** Those that are excluded count as if they were not: of another type, one value more or less makes no difference. */
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
