import type { ResolvedCondition, ResolvedField } from '../../specification/index.ts';
import { validateValue } from '../../specification/values/value.ts';
import { sampleOf, samplesOf } from './sample.ts';

/** A value of a field; one without a value is absent. */
export interface Candidate {
  readonly value?: unknown;
}

/** How many ordinary values are tried. */
const tries = 10;

/**
 * Values of a field by which conditions can be met and failed: ordinary ones, those that the conditions name, and those
 * beside them. Each is one that the field takes.
 *
 * @param conditions what is asked of the field, at whatever time
 */
export function candidatesFor(
  field: ResolvedField,
  conditions: readonly ResolvedCondition[],
  label: string,
): Candidate[] {
  const bounds = conditions.flatMap(({ gte, gt, lte, lt }) =>
    [gte, gt, lte, lt].filter((bound) => bound !== undefined),
  );
  const values = [
    ...samples(field, label),
    ...conditions.flatMap(({ anyOf = [] }) => anyOf),
    ...bounds,
    ...bounds.flatMap((bound) => beside(field, bound)),
    ...between(field, conditions).flatMap((range) => samples(range, label)),
    ...conditions.flatMap(({ not = [] }) => not),
  ].filter((value) => value !== undefined && validateValue(field, value) === undefined);
  return [
    ...values.map((value) => ({ value })),
    ...(field.required || field.default !== undefined ? [] : [{}]),
    ...(field.nullable ? [{ value: null }] : []),
  ];
}

/** Types of which samples are all the values where there are few. */
const countable: ReadonlySet<string> = new Set(['boolean', 'enum', 'integer', 'long', 'decimal']);

/** Whether a field has a value that meets a condition. */
export function canMeet(
  field: ResolvedField,
  condition: ResolvedCondition,
  label: string,
): boolean {
  const { anyOf, not, present, gte, gt, lte, lt } = condition;
  const isMetBy = (value: unknown) =>
    validateValue(field, value) === undefined && holds(field, condition, { value });
  if (present === false) return field.nullable;
  if (anyOf !== undefined) return anyOf.some(isMetBy);
  if ([gte, gt, lte, lt].some((bound) => bound !== undefined)) {
    return candidatesFor(field, [condition], label).some((each) => holds(field, condition, each));
  }
  if (not === undefined || !countable.has(field.type)) return true;
  return [...samplesOf(field, label, not.length + 1), null].some(isMetBy);
}

/** Whether a condition holds for a value as it is kept. */
export function holds(
  field: ResolvedField,
  condition: ResolvedCondition,
  { value = null }: Candidate,
): boolean {
  const { anyOf, not, present, gte, gt, lte, lt } = condition;
  const order = (bound: unknown) => (value === null ? Number.NaN : compare(field, value, bound));
  const equals = (other: unknown) => value !== null && compare(field, value, other) === 0;
  return (
    (anyOf === undefined || anyOf.some(equals)) &&
    (not === undefined || !not.some(equals)) &&
    (present === undefined || present === (value !== null)) &&
    (gte === undefined || order(gte) >= 0) &&
    (gt === undefined || order(gt) > 0) &&
    (lte === undefined || order(lte) <= 0) &&
    (lt === undefined || order(lt) < 0)
  );
}

function samples(field: ResolvedField, label: string): unknown[] {
  return Array.from({ length: tries }, (_, index) => sampleOf(field, index, label));
}

function compare(field: ResolvedField, value: unknown, other: unknown): number {
  if (typeof value === 'number' && typeof other === 'number') return value - other;
  if (field.type === 'decimal' || field.type === 'long') {
    const scale = field.type === 'decimal' ? field.scale : 0;
    return Number(units(String(value), scale) - units(String(other), scale));
  }
  const [a, b] = [textOf(value), textOf(other)];
  return a < b ? -1 : Number(a > b);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The nearest values below and above one. */
function beside(field: ResolvedField, value: unknown): unknown[] {
  switch (field.type) {
    case 'integer':
    case 'number': {
      const step = field.multipleOf ?? 1;
      return [Number(value) + step, Number(value) - step];
    }
    case 'decimal':
    case 'long': {
      const scale = field.type === 'decimal' ? field.scale : 0;
      const step = units(field.multipleOf ?? '0', scale) || 1n;
      return [step, -step].map((each) => textOfUnits(units(String(value), scale) + each, scale));
    }
    case 'date':
    case 'date-time': {
      const length = field.type === 'date' ? 10 : 24;
      const instant = Date.parse(String(value));
      const steps = [86_400_000, -86_400_000, ...(field.type === 'date' ? [] : [1, -1])];
      return steps.map((step) => new Date(instant + step).toISOString().slice(0, length));
    }
    case 'time': {
      const instant = Date.parse(`2000-01-01T${String(value)}Z`);
      return [1000, -1000].map((step) => new Date(instant + step).toISOString().slice(11, 19));
    }
    default:
      return [];
  }
}

/** The same field, narrowed to what lies between bounds of its own and those of conditions. */
function between(field: ResolvedField, conditions: readonly ResolvedCondition[]): ResolvedField[] {
  const isNumeric = ['integer', 'number', 'long', 'decimal'].includes(field.type);
  if (!isNumeric) return [];
  const lows = conditions.flatMap(({ gte, gt }) =>
    [
      { minimum: gte, exclusiveMinimum: undefined },
      { minimum: undefined, exclusiveMinimum: gt },
    ].filter(({ minimum, exclusiveMinimum }) => (minimum ?? exclusiveMinimum) !== undefined),
  );
  const highs = conditions.flatMap(({ lte, lt }) =>
    [
      { maximum: lte, exclusiveMaximum: undefined },
      { maximum: undefined, exclusiveMaximum: lt },
    ].filter(({ maximum, exclusiveMaximum }) => (maximum ?? exclusiveMaximum) !== undefined),
  );
  return [{}, ...lows].flatMap((low) =>
    // The example is one of the whole field.
    [{}, ...highs].map(
      (high) => ({ ...field, ...low, ...high, example: undefined }) as ResolvedField,
    ),
  );
}

function units(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

function textOfUnits(count: bigint, scale: number): string {
  const digits = (count < 0n ? -count : count).toString().padStart(scale + 1, '0');
  const sign = count < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
