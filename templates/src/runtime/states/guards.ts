import { isDeepStrictEqual } from 'node:util';

/** What the value of one field must be. All that is given must hold. */
export interface Condition {
  /** One of these. */
  readonly anyOf?: readonly unknown[];
  /** None of these. */
  readonly not?: readonly unknown[];
  /** There, and not null; or the opposite. */
  readonly present?: boolean;
  readonly gte?: number | string;
  readonly gt?: number | string;
  readonly lte?: number | string;
  readonly lt?: number | string;
  /** The value is a number in text, of as many digits after the point as the bounds: it is compared exactly. */
  readonly isExact?: true;
}

/** By field. All of them must hold. */
export type Guard = Readonly<Record<string, Condition>>;

type Row = Readonly<Record<string, unknown>>;

/**
 * The fields whose conditions do not hold.
 *
 * @param row as the store gives it: every value in its one canonical form
 */
export function unmetFields(guard: Guard, row: Row): string[] {
  return Object.entries(guard)
    .filter(([name, condition]) => !holds(condition, row[name] ?? null))
    .map(([name]) => name);
}

function holds(condition: Condition, value: unknown): boolean {
  const { anyOf, not, present, gte, gt, lte, lt } = condition;
  const equals = (other: unknown) => isDeepStrictEqual(value, other);
  /** What is not there is neither more nor less than anything. */
  const order = (bound: number | string) =>
    value === null ? Number.NaN : compare(value, bound, condition);
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

/** Negative, zero or positive. Dates, times and instants are in the order of their canonical texts. */
function compare(value: unknown, bound: number | string, { isExact }: Condition): number {
  if (typeof value === 'number') return value - Number(bound);
  const [a, b] = [String(value), String(bound)];
  if (isExact) return Number(unitsOf(a) - unitsOf(b));
  return a < b ? -1 : Number(a > b);
}

/** The digits of a decimal number without its point. */
function unitsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
