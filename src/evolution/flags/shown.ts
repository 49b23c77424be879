import { atKey, type Issue, type Path } from '../../specification/issue.ts';
import type { ResolvedField } from '../../specification/index.ts';
import { validateValue } from '../../specification/values/value.ts';
import { partOf } from '../compose/evaluate.ts';
import type { LinkedOperation, LinkedStep } from '../compose/link.ts';
import { memberAt } from '../compose/members.ts';
import { conversionCall, conversions } from '../steps/converters.ts';
import type { FieldOperation } from '../steps/schema.ts';

/**
 * Clients that do not ask for a flag read the rows of those that do: each value of a field with the flag has to become one of
 * the field without it. Bounds and lengths are not compared.
 */
export function shownIssues(step: LinkedStep, place: Path): Issue[] {
  return step.resources.flatMap(({ operations }) =>
    operations.flatMap((linked) => {
      const [kind = ''] = Object.keys(linked.operation);
      return complaintsAbout(linked).map((message) =>
        atKey([...place, ...linked.path, kind, 'was'], { code: 'wrong-value', message }),
      );
    }),
  );
}

function complaintsAbout({ operation, older, newer }: LinkedOperation): string[] {
  const { retype, split, merge } = operation;
  const wasAt = (path: string) => memberAt(older, path, 'older')?.field;
  const nowAt = (path: string) => memberAt(newer, path, 'newest')?.field;
  if (retype !== undefined) {
    const [was, now] = [wasAt(retype.field), nowAt(retype.field)];
    return was === undefined || now === undefined ? [] : ofRetyped(retype, was, now);
  }
  if (split !== undefined) {
    const was = wasAt(split.field);
    return was === undefined ? [] : ofSplit(split, was, split.into.map(nowAt));
  }
  const now = merge && nowAt(merge.into);
  return merge === undefined || now === undefined
    ? []
    : merge.fields.flatMap((path, index) => ofMerged(merge, wasAt(path), now, index));
}

type Part<K extends keyof FieldOperation> = NonNullable<FieldOperation[K]>;

function ofRetyped({ field, by }: Part<'retype'>, was: ResolvedField, now: ResolvedField) {
  if (!isConversion(by)) return [];
  if (was.type === 'array') return complaint(field, was.items, now);
  if (now.type === 'array') return complaint(field, was, now.items);
  const call = conversionCall(by, 'down', { older: 0, newer: 0 });
  if (call === undefined) return complaint(field, was, now);
  if (by === 'duration-to-seconds') return ofSeconds(field, now);
  if (by === 'seconds-to-duration' && was.type === 'integer') return [partOfSecond(field)];
  // Converters of other types take every value of theirs.
  if (!isFree(now)) return [];
  return complaint(field, was, now, (value) => call.converter.apply(value, ...call.parameters));
}

/** A duration is not negative, and has milliseconds at the least. */
function ofSeconds(path: string, now: ResolvedField): string[] {
  if (now.type !== 'integer' && now.type !== 'number') return [];
  const { minimum, exclusiveMinimum, multipleOf } = now;
  const isNegative = (minimum ?? exclusiveMinimum ?? -1) < 0;
  const isWhole =
    now.type === 'integer' || (multipleOf !== undefined && Number.isInteger(multipleOf));
  return [
    ...(isNegative
      ? [`"${path}" can be below 0, which no duration without the flag is; give it the minimum 0`]
      : []),
    ...(isWhole
      ? []
      : [
          `"${path}" can have more digits than a duration without the flag; make it an integer, or give it a whole multipleOf`,
        ]),
  ];
}

function partOfSecond(path: string): string {
  return `"${path}" can have a fraction of a second, and the integer without the flag cannot; write number in its "was"`;
}

function isConversion(by: string): by is keyof typeof conversions {
  return Object.hasOwn(conversions, by);
}

function ofSplit(
  { field, into, separator = '' }: Part<'split'>,
  was: ResolvedField,
  parts: readonly (ResolvedField | undefined)[],
): string[] {
  if (isAnyText(was)) return [];
  const known = parts.map((part) => part && valuesOf(part)?.[0]);
  const unknown = known.indexOf(undefined);
  if (unknown !== -1) return [unlimited(into[unknown] ?? field, was)];
  return wrong(field, was, [known.join(separator)]);
}

function ofMerged(
  { fields, into, separator = '' }: Part<'merge'>,
  was: ResolvedField | undefined,
  now: ResolvedField,
  index: number,
): string[] {
  if (was === undefined || isAnyText(was)) return [];
  const count = fields.length;
  return complaint(into, was, now, (value) =>
    partOf(String(value), { separator, index, count, missing: '' }),
  );
}

function complaint(
  path: string,
  was: ResolvedField,
  now: ResolvedField,
  down: (value: unknown) => unknown = (value) => value,
): string[] {
  const values = valuesOf(now);
  if (values !== undefined) return wrong(path, was, values.map(down));
  const isSame = was.type === now.type && !isFree(was);
  return isSame || (isAnyText(was) && texts.has(now.type)) ? [] : [unlimited(path, was)];
}

function wrong(path: string, was: ResolvedField, values: readonly unknown[]): string[] {
  const [first] = values.flatMap((value) => validateValue(was, value) ?? []);
  return first === undefined
    ? []
    : [
        `clients without the flag are shown values of "${path}" that it cannot have there: ${first}`,
      ];
}

function unlimited(path: string, was: ResolvedField): string {
  return `"${path}" can be what no ${was.type} without the flag is, and clients without it are shown that; write a "was" that takes every text, or limit "${path}" by values, or by a pattern with an example`;
}

/** Values that stand for all that the field can have; undefined where its type alone says what these are. */
function valuesOf(field: ResolvedField): readonly unknown[] | undefined {
  if (field.type === 'enum') return field.values;
  const { example } = field;
  return patternOf(field) === undefined || example === undefined ? undefined : [example];
}

/** Types whose values are text. */
const texts: ReadonlySet<string> = new Set(conversions['text-to-text'].from);

function isAnyText(field: ResolvedField): boolean {
  const { format } = field.type === 'string' ? field : {};
  return isFree(field) && patternOf(field) === undefined && format === undefined;
}

function patternOf(field: ResolvedField): string | undefined {
  return isFree(field) ? field.pattern : undefined;
}

function isFree(field: ResolvedField) {
  return field.type === 'string' || field.type === 'text';
}
