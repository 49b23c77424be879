import type { ResolvedCondition, ResolvedField } from '../../specification/index.ts';
import { sampleOf } from './sample.ts';

/** A value of a field; one without a value is absent. */
export interface Candidate {
  readonly value?: unknown;
}

/** How many ordinary values are tried. */
const tries = 10;

/**
 * A value of a field with which a condition holds, or with which it does not.
 *
 * @returns undefined where none was found
 */
export function candidateFor(
  field: ResolvedField,
  condition: ResolvedCondition,
  label: string,
  isToHold: boolean,
): Candidate | undefined {
  const { anyOf = [], not = [], gte, gt, lte, lt } = condition;
  const bounds = [gte, gt, lte, lt].filter((bound) => bound !== undefined);
  const samples = Array.from({ length: tries }, (_, index) => sampleOf(field, index, label));
  const values = [
    ...anyOf,
    ...bounds,
    ...bounds.flatMap((bound) => beside(field, bound)),
    ...samples,
    ...not,
  ].filter((value) => value !== undefined && isWithin(field, value));
  const canBeAbsent = !field.required && field.default === undefined;
  const candidates = [...values.map((value) => ({ value })), ...(canBeAbsent ? [{}] : [])];
  return candidates.find((candidate) => holds(field, condition, candidate) === isToHold);
}

function holds(field: ResolvedField, condition: ResolvedCondition, candidate: Candidate): boolean {
  const { value = null } = candidate;
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
    case 'number':
      return [Number(value) + 1, Number(value) - 1];
    case 'decimal':
    case 'long': {
      const scale = field.type === 'decimal' ? field.scale : 0;
      return [1n, -1n].map((step) => textOfUnits(units(String(value), scale) + step, scale));
    }
    case 'date':
    case 'date-time': {
      const length = field.type === 'date' ? 10 : 24;
      const instant = Date.parse(String(value));
      return [1, -1].map((days) =>
        new Date(instant + days * 86_400_000).toISOString().slice(0, length),
      );
    }
    default:
      return [];
  }
}

/** What `beside` makes up may be out of the field's own range. */
function isWithin(field: ResolvedField, value: unknown): boolean {
  if (field.type === 'integer' && field.values !== undefined) {
    return field.values.some((each) => each === value);
  }
  if (!('minimum' in field || 'maximum' in field)) return true;
  const { minimum, maximum } = field;
  return (
    (minimum === undefined || compare(field, value, minimum) >= 0) &&
    (maximum === undefined || compare(field, value, maximum) <= 0)
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
