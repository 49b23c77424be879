import type { ResolvedField } from '../../specification/index.ts';
import { isNumeric, rangeWithin } from '../proofs/shown-ranges.ts';
import type { FieldOperation } from '../steps/schema.ts';
import type { LinkedOperation } from './link.ts';
import { newest } from './expression.ts';
import { isWithin, memberAt } from './members.ts';
import { membersOf } from './shape.ts';

/** A field that has another type since a step, or that is a part of a former text, where it is by then. */
interface Converted {
  readonly path: string;
  /** What its values are made of. */
  readonly older: ResolvedField;
}

/** Converters between values that stand for each other, whatever they are. */
const total: ReadonlySet<string> = new Set([
  'boolean-to-enum',
  'enum-to-boolean',
  'date-to-date-time',
  'date-time-to-date',
]);

/** More than any number, date or truth has as a text. */
const longestText = 64;

/**
 * Fields of the newest version that converters and separators make of values which it cannot always hold: clients of the older version may
 * send a text that is no number, a number beyond its bounds, or a text of which a part is too long. What functions of people make is theirs.
 *
 * @param steps operations of each step, oldest first
 * @param fields of the newest version
 */
export function convertedPaths(
  steps: readonly (readonly LinkedOperation[])[],
  fields: Readonly<Record<string, ResolvedField>>,
): string[] {
  const members = membersOf(fields, newest);
  const found = steps.flat().reduce<readonly Converted[]>(withOperation, []);
  const unfit = found.filter(({ path, older }) => {
    const now = memberAt(members, path, 'newest')?.field;
    return now !== undefined && !holdsAll(now, older);
  });
  return [...new Set(unfit.map(({ path }) => path))];
}

function withOperation(
  before: readonly Converted[],
  { operation, older: shape }: LinkedOperation,
): readonly Converted[] {
  const moved = before.flatMap((each) => {
    const path = pathAfter(each.path, operation);
    return path === undefined ? [] : [{ ...each, path }];
  });
  const { retype, split } = operation;
  const whole = split && memberAt(shape, split.field, 'older')?.field;
  if (split !== undefined && whole !== undefined && split.by === undefined) {
    return [...moved, ...split.into.map((path) => ({ path, older: whole }))];
  }
  const older = retype && memberAt(shape, retype.field, 'older')?.field;
  if (retype === undefined || older === undefined) return moved;
  return retype.by === 'hook' || total.has(retype.by)
    ? moved
    : [...moved, { path: retype.field, older }];
}

/** What an operation makes of a path; undefined: there is nothing any more, or something else. */
function pathAfter(path: string, operation: FieldOperation): string | undefined {
  const { rename, move, split, merge, remove } = operation;
  const renamed = rename ?? move;
  if (renamed !== undefined && isWithin(path, renamed.from)) {
    return renamed.to + path.slice(renamed.from.length);
  }
  const gone = [...(merge?.fields ?? []), split?.field, remove?.field];
  return gone.some((each) => each !== undefined && isWithin(path, each)) ? undefined : path;
}

/** Whether each value of a field, converted, is one of another field. */
function holdsAll(now: ResolvedField, older: ResolvedField): boolean {
  if (isNumeric(now) && isNumeric(older)) {
    const isStepped = now.multipleOf !== undefined || ('values' in now && now.values !== undefined);
    return !isStepped && Object.keys(rangeWithin(now, older)).length === 0;
  }
  if (now.type !== 'string' && now.type !== 'text') return false;
  const isFree = now.pattern === undefined && now.minLength === 0 && !('format' in now);
  return isFree && now.maxLength >= lengthOf(older);
}

function lengthOf(field: ResolvedField): number {
  if (field.type === 'enum') return Math.max(...field.values.map(({ length }) => length));
  return 'maxLength' in field ? field.maxLength : longestText;
}
