import { atKey, atValue, type Issue, type Path } from '../issue.ts';
import { compareDecimals } from '../decimal.ts';
import { nearest } from '../nearest.ts';
import { defined } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import { resolveValue } from '../resolve/values.ts';
import type { Comparison, Condition } from '../schema.ts';
import { shown } from '../shown.ts';
import { exactly, isEmptyRange, validateRange, type Range } from '../values/ranges.ts';
import { isNumericRange, scaleOf, type NumericRange } from './number-bounds.ts';
import { validateValue } from '../values/value.ts';

const bounds = ['gte', 'gt', 'lte', 'lt'] as const;
/** Integers within bounds that are looked at one by one. */
const fewIntegers = 1000;

/** Whether some value of the field meets the condition. The field can be compared in all the ways that are written. */
export function conditionIssues(condition: Condition, field: ResolvedField, path: Path): Issue[] {
  if (typeof condition !== 'object') return valueIssues(condition, field, path);
  if (Array.isArray(condition)) {
    return condition.flatMap((value, position) => valueIssues(value, field, [...path, position]));
  }
  const values = [
    ...bounds.flatMap((key) => {
      const value = condition[key];
      return value === undefined ? [] : valueIssues(value, unstepped(field), [...path, key]);
    }),
    ...notIssues(condition, field, [...path, 'not']),
  ];
  if (values.length > 0) return values;
  return [
    ...presenceIssues(condition, field, path),
    ...twiceIssues(condition, path),
    ...rangeIssues(condition, field, path),
    ...nothingLeft(condition, field, path),
  ];
}

/** Whether no value of a field meets the condition; the field always has one. */
export function isNeverMet(condition: Condition, field: ResolvedField): boolean {
  if (typeof condition !== 'object') return valueIssues(condition, field, []).length > 0;
  if (Array.isArray(condition)) return condition.every((value) => isNeverMet(value, field));
  return rangeIssues(condition, field, []).length + nothingLeft(condition, field, []).length > 0;
}

/** A bound may lie between two values. */
function unstepped(field: ResolvedField): ResolvedField {
  if (field.type === 'integer' && field.values !== undefined) {
    const { values: _, ...rest } = field;
    return rest;
  }
  if (!('multipleOf' in field)) return field;
  const { multipleOf: _, ...rest } = field;
  return rest;
}

function valueIssues(value: unknown, field: ResolvedField, path: Path): Issue[] {
  const complaint = validateValue({ ...field, nullable: false }, value);
  if (complaint === undefined) return [];
  const words = wordsOf(field);
  const enumerated =
    words === undefined
      ? {}
      : { allowed: words, ...defined({ suggestion: nearest(String(value), words) }) };
  const message =
    words !== undefined ? `${shown(value)} is not one of the values of the field` : complaint;
  return [atValue(path, { code: 'value', message, found: shown(value), ...enumerated })];
}

/** The values of a field that has a list of them, as texts. */
function wordsOf(field: ResolvedField): readonly string[] | undefined {
  if (field.type === 'enum') return field.values;
  return field.type === 'integer' ? field.values?.map(String) : undefined;
}

function notIssues({ not }: Comparison, field: ResolvedField, path: Path): Issue[] {
  if (not === undefined) return [];
  if (!Array.isArray(not)) return valueIssues(not, field, path);
  return not.flatMap((value, position) => valueIssues(value, field, [...path, position]));
}

/** What is always there is never absent, and what is absent is neither more nor less than anything. */
function presenceIssues(condition: Comparison, field: ResolvedField, path: Path): Issue[] {
  if (condition.present !== false) return [];
  const place = [...path, 'present'];
  if (!field.nullable && (field.required || field.default !== undefined)) {
    const why = field.required ? 'required' : 'never without its default';
    const message = `the field is ${why}, so it always has a value`;
    return [atValue(place, { code: 'impossible', message })];
  }
  const bound = bounds.find((key) => condition[key] !== undefined);
  if (bound === undefined) return [];
  const message = `a row without a value does not meet "${bound}", so both together never hold`;
  return [atValue(place, { code: 'impossible', message })];
}

function twiceIssues(condition: Comparison, path: Path): Issue[] {
  const pairs = [
    ['gte', 'gt'],
    ['lte', 'lt'],
  ] as const;
  return pairs
    .filter(([one, other]) => condition[one] !== undefined && condition[other] !== undefined)
    .map(([one, other]) => {
      const message = `"${one}" and "${other}" both bound the same side; leave one of them out`;
      return atKey([...path, other], { code: 'contradiction', message });
    });
}

/** Whether anything lies between the bounds and is a value of the field. */
function rangeIssues(condition: Comparison, field: ResolvedField, path: Path): Issue[] {
  const key = bounds.find((each) => condition[each] !== undefined);
  if (key === undefined || twiceIssues(condition, path).length > 0) return [];
  const one = (bound: (typeof bounds)[number]) => {
    const value = condition[bound];
    return value === undefined ? undefined : resolveValue(field, value);
  };
  const isEmpty = isNumericRange(field)
    ? isEmptyOfValues(field, numericRange(one)) ||
      isEmptyRange(meet(field, numericRange(one)), scaleOf(field))
    : isEmptyText(
        one('gte') ?? one('gt'),
        one('lte') ?? one('lt'),
        one('gt') !== undefined || one('lt') !== undefined,
      );
  if (!isEmpty) return [];
  const message = 'no value of the field lies within these bounds';
  return [atValue([...path, key], { code: 'impossible', message })];
}

/** Whether none of the only values of a field lies within the bounds. */
function isEmptyOfValues(field: NumericRange, range: Range): boolean {
  if (field.type !== 'integer' || field.values === undefined) return false;
  return field.values.every((value) => validateRange(value, range) !== undefined);
}

function numericRange(one: (bound: (typeof bounds)[number]) => unknown): Range {
  const number = (bound: (typeof bounds)[number]) => {
    const value = one(bound);
    return typeof value === 'number' || typeof value === 'string' ? value : undefined;
  };
  return defined({
    minimum: number('gte'),
    exclusiveMinimum: number('gt'),
    maximum: number('lte'),
    exclusiveMaximum: number('lt'),
  });
}

/** Both ranges at once: of each side the edge that is further in. */
function meet(field: Range, guard: Range): Range {
  return {
    ...inner(field, guard, 'minimum', 'exclusiveMinimum', 1),
    ...inner(field, guard, 'maximum', 'exclusiveMaximum', -1),
    ...defined({ multipleOf: field.multipleOf }),
  };
}

function inner(
  one: Range,
  other: Range,
  closed: 'minimum' | 'maximum',
  open: 'exclusiveMinimum' | 'exclusiveMaximum',
  direction: 1 | -1,
): Range {
  const edges = [one, other].flatMap((range) => {
    const value = range[open] ?? range[closed];
    const exact = value === undefined ? undefined : exactly(value);
    return exact === undefined ? [] : [{ value, exact, isOpen: range[open] !== undefined }];
  });
  const [furthest] = edges.toSorted(
    (a, b) => -direction * compareDecimals(a.exact, b.exact) || Number(b.isOpen) - Number(a.isOpen),
  );
  if (furthest === undefined) return {};
  return defined({ [furthest.isOpen ? open : closed]: furthest.value });
}

/** Dates, times and instants are in the order of their texts. */
function isEmptyText(low: unknown, high: unknown, isOpen: boolean): boolean {
  if (low === undefined || high === undefined) return false;
  return String(low) > String(high) || (isOpen && String(low) === String(high));
}

/** Every value of the field is excluded, and a value it must have. */
function nothingLeft({ not, present }: Comparison, field: ResolvedField, path: Path): Issue[] {
  if (not === undefined) return [];
  const values = valuesOf(field);
  const excluded = new Set<unknown>([not].flat());
  if (values === undefined || values.some((value) => !excluded.has(value))) return [];
  const isThere = !field.nullable && (field.required || field.default !== undefined);
  if (!isThere && present !== true) return [];
  const message = 'this excludes every value that the field can have';
  return [atValue([...path, 'not'], { code: 'impossible', message })];
}

/** All values of a field that has few. */
function valuesOf(field: ResolvedField): readonly unknown[] | undefined {
  if (field.type === 'enum') return field.values;
  if (field.type === 'integer') return field.values ?? integersIn(field);
  return field.type === 'boolean' ? [true, false] : undefined;
}

function integersIn(range: {
  readonly [bound in keyof Range]?: number | undefined;
}): number[] | undefined {
  const low = Math.ceil(range.minimum ?? range.exclusiveMinimum ?? -Infinity);
  const high = Math.floor(range.maximum ?? range.exclusiveMaximum ?? Infinity);
  if (!(high - low < fewIntegers)) return undefined;
  return Array.from({ length: high - low + 1 }, (_, index) => low + index).filter(
    (value) => validateRange(value, defined(range)) === undefined,
  );
}
