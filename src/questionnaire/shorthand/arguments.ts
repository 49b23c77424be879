import { defined } from '../../specification/plain.ts';
import { separatorProblem } from './alternatives.ts';
import { exactOf, readRange, wholeOf } from './range.ts';
import { argumentsOf } from './tokens.ts';
import type { TypedType } from './types.ts';

/** The keys of a field that follow from what stands between the parentheses; a text says what is wrong with it. */
type Constraints = Readonly<Record<string, unknown>> | string;

/** `string(80)` and `string(2..80)`. */
function lengths(given: readonly string[]): Constraints {
  const [only = ''] = given;
  const range = readRange(only);
  const maxLength = wholeOf(range === undefined ? only : range.most);
  const minLength = wholeOf(range?.least);
  if (given.length > 1 || (maxLength === undefined && minLength === undefined)) {
    return 'a length is written string(80) or string(2..80)';
  }
  return defined({ minLength, maxLength });
}

/** `json(2000)`. */
function maxLength(given: readonly string[]): Constraints {
  const most = wholeOf(given[0]);
  if (given.length > 1 || most === undefined)
    return 'a length is written as a number, such as (80)';
  return { maxLength: most };
}

/** `integer(1..999)`, and `integer(1,2,5)` for the only values. */
function integers(given: readonly string[], type: TypedType): Constraints {
  const problem =
    given.length === 1
      ? separatorProblem(given[0] ?? '', (words) => `integer(${words})`)
      : undefined;
  if (problem !== undefined) return problem;
  const values = given.map(wholeOf);
  return given.length > 1 && !values.includes(undefined) ? { enum: values } : bounds(given, type);
}

/** `number(1..999)`. */
function bounds(given: readonly string[], type: TypedType): Constraints {
  const range = readRange(given[0] ?? '');
  if (given.length > 1 || range === undefined)
    return `bounds are written ${type}(1..999), ${type}(1..)`;
  const bound = type === 'integer' || type === 'number' ? numberOf : exactOf;
  return defined({ minimum: bound(range.least), maximum: bound(range.most) });
}

/** `decimal(12,2)`, `decimal(0..)` and `decimal(12,2,0..)`. */
function decimal(given: readonly string[]): Constraints {
  const range = given.map(readRange).find((each) => each !== undefined);
  const sizes = given.filter((each) => readRange(each) === undefined).map(wholeOf);
  const [precision, scale] = sizes;
  if (sizes.length > 2 || sizes.includes(undefined) || given.length > sizes.length + 1) {
    return 'a decimal is written decimal(12,2) for 12 digits of which 2 after the point, decimal(0..) for bounds';
  }
  return defined({
    precision,
    scale,
    minimum: exactOf(range?.least),
    maximum: exactOf(range?.most),
  });
}

/** `enum(EUR,USD)`. */
function values(given: readonly string[]): Constraints {
  const [first] = given;
  if (first === undefined) return 'the allowed values are missing: enum(EUR,USD)';
  const problem =
    given.length === 1 ? separatorProblem(first, (words) => `enum(${words})`) : undefined;
  if (problem !== undefined) return problem;
  return { values: given };
}

/** `reference(order)` and `reference(order,cascade)`. */
function target(given: readonly string[]): Constraints {
  const [to, onDelete] = given;
  if (to === undefined || given.length > 2) {
    return 'the resource that is referred to is missing: reference(order)';
  }
  return defined({ to, onDelete });
}

const none = (given: readonly string[], type: TypedType): Constraints =>
  given.length === 0 ? {} : `${type} takes nothing in parentheses`;

const optional =
  (read: (given: readonly string[], type: TypedType) => Constraints) =>
  (given: readonly string[], type: TypedType): Constraints =>
    given.length === 0 ? {} : read(given, type);

const readers: Readonly<
  Record<Exclude<TypedType, 'object'>, (given: readonly string[], type: TypedType) => Constraints>
> = {
  string: optional(lengths),
  text: optional(lengths),
  integer: optional(integers),
  number: optional(bounds),
  long: optional(bounds),
  decimal: optional(decimal),
  boolean: none,
  date: none,
  time: none,
  'date-time': none,
  duration: none,
  uuid: none,
  uri: optional(maxLength),
  email: optional(maxLength),
  enum: values,
  json: optional(maxLength),
  binary: optional(maxLength),
  reference: target,
};

export function constraintsOf(type: Exclude<TypedType, 'object'>, given: string): Constraints {
  return readers[type](argumentsOf(given), type);
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}
