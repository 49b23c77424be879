import { isDeepStrictEqual } from 'node:util';
import { canonicalDuration } from '../storage/durations.ts';
import type { Members } from './adapter.ts';

/** What converters leave as it is. */
type Nothing = null | undefined;

/** An object of those members that have a value. */
export function present<Given extends Members>(members: Given): Partial<Given> {
  const found = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as Partial<Given>;
}

/** The same, where one of its members has a value. */
export function someOf<Given extends Members>(members: Given): Partial<Given> | undefined {
  const found = present(members);
  return Object.values(found).every(isNothing) ? undefined : found;
}

/**
 * An object that is there where its own one is, or where a value has moved into it.
 *
 * @param own what there is of its own
 */
export function withMovedIn<Given extends Members, None extends Nothing>(
  own: object | None,
  moved: readonly unknown[],
  members: Given,
): Partial<Given> | None {
  return isNothing(own) && moved.every(isNothing) ? own : present(members);
}

/** An object that values have moved out of: with nothing else in it, it is not there. */
export function withoutMovedOut<Given extends object>(
  object: Given | Nothing,
  moved: readonly unknown[],
): Given | Nothing {
  const isLeft =
    moved.every(isNothing) || Object.values(object ?? {}).some((each) => !isNothing(each));
  return isNothing(object) || isLeft ? object : undefined;
}

/** Whether a member is sent as it was shown. JSON does not tell 0 from -0. */
export function isSame(sent: unknown, shown: unknown): boolean {
  return sent === shown || isDeepStrictEqual(sent, shown);
}

/** What is sent, or what was meant in this version by sending nothing. Null is something. */
export function orDefault<Value, Default>(value: Value, initial: Default): Value | Default {
  return value === undefined ? initial : value;
}

/** A number as JSON writes one: other texts, such as an empty one, are none. */
const numeral = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function numberOf<None extends Nothing>(value: string | number | None): number | None {
  if (isNothing(value)) return value;
  return typeof value === 'string' && !numeral.test(value) ? Number.NaN : Number(value) + 0;
}

/** The nearest whole number. Adding 0 takes the sign of -0, which JSON does not keep. */
export function wholeOf<None extends Nothing>(value: string | number | None): number | None {
  return isNothing(value) ? value : Math.round(Number(value)) + 0;
}

export function textOf<None extends Nothing>(value: string | number | None): string | None {
  return isNothing(value) ? value : String(value);
}

/** A decimal with that many digits after the point. Zero has no sign. */
export function decimalOf<None extends Nothing>(
  value: string | number | None,
  scale: number,
): string | None {
  return isNothing(value)
    ? value
    : Number(value)
        .toFixed(scale)
        .replace(/^-(?=0(?:\.0*)?$)/, '');
}

/** The instant at which a day begins in UTC. */
export function startOfDay<None extends Nothing>(date: string | None): string | None {
  return isNothing(date) ? date : `${date}T00:00:00.000Z`;
}

/** The day of an instant in UTC. */
export function dayOf<None extends Nothing>(instant: string | None): string | None {
  return isNothing(instant) ? instant : new Date(instant).toISOString().slice(0, 10);
}

export function durationOf<None extends Nothing>(seconds: number | None): string | None {
  if (isNothing(seconds)) return seconds;
  const text = `PT${String(seconds)}S`;
  return canonicalDuration(text) ?? text;
}

const isoDuration =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
/** Seconds of each unit: a year is taken for 365 days, a month for 30. */
const units = [31_536_000, 2_592_000, 604_800, 86_400, 3600, 60, 1];

export function secondsOf<None extends Nothing>(duration: string | None): number | None {
  if (isNothing(duration)) return duration;
  const [, ...amounts] = isoDuration.exec(duration) ?? [];
  return units.reduce((sum, unit, index) => sum + Number(amounts[index] ?? 0) * unit, 0);
}

export function listOf<Value extends string | number | boolean | object, None extends Nothing>(
  value: Value | None,
): Value[] | None;
/** Any JSON. */
export function listOf(value: unknown): unknown[] | Nothing;
export function listOf(value: unknown): unknown[] | Nothing {
  return isNothing(value) ? value : [value];
}

export function firstOf<Value, None extends Nothing>(
  list: readonly Value[] | None,
): Value | None | undefined {
  return isNothing(list) ? list : list[0];
}

/** What was sent along with a transition, which is kept as JSON. */
export function membersOf(value: unknown): Readonly<Record<string, never>> | Nothing {
  return value as Readonly<Record<string, never>> | Nothing;
}

/** What another version calls a value; one that is not in the table is called the same. */
export function renamed<Value extends string | number | boolean, Name>(
  value: Value | Nothing,
  names: ReadonlyMap<string, Name>,
): Value | Name | Nothing {
  if (isNothing(value)) return value;
  const name = names.get(String(value));
  return name === undefined ? value : name;
}

/** The parts that there are, with a separator between them. */
export function joined(separator: string, ...parts: readonly unknown[]): string | undefined {
  let text: string | undefined;
  for (const part of parts) {
    if (!isNothing(part)) text = (text === undefined ? '' : text + separator) + String(part);
  }
  return text;
}

/** The same without the separators that empty parts at the end would leave there. */
export function joinedToEnd(separator: string, ...parts: readonly unknown[]): string | undefined {
  let text: string | undefined;
  let separators = '';
  for (const part of parts) {
    if (isNothing(part)) continue;
    // A text whose parts are all empty is there, and empty.
    if (text === undefined) {
      text = String(part);
      continue;
    }
    separators += separator;
    if (part === '') continue;
    text += separators + String(part);
    separators = '';
  }
  return text;
}

/**
 * One of several parts of a text, from 0. The last one is all the rest.
 *
 * @param missing the part of a text that has fewer parts
 */
export function partOf<None extends Nothing, Missing extends '' | Nothing>(
  text: string | None,
  separator: string,
  index: number,
  count: number,
  missing: Missing,
): string | None | Missing {
  if (isNothing(text)) return text;
  let start = 0;
  for (let at = 0; at < index; at += 1) {
    const end = text.indexOf(separator, start);
    if (end === -1) return missing;
    start = end + separator.length;
  }
  const end = index === count - 1 ? -1 : text.indexOf(separator, start);
  return end === -1 ? text.slice(start) : text.slice(start, end);
}

/** A text has many divisions only where it is made of separators. */
const mostDivisions = 256;

/**
 * All parts that are shown as a text when they are joined.
 *
 * @param missing by part, its value where the text has fewer parts
 */
export function divisionsOf(
  text: string,
  separator: string,
  missing: readonly ('' | null)[],
): (string | null)[][] {
  const found: (string | null)[][] = [];
  const pieces = text.split(separator);
  const isTrimmed = missing.at(-1) === '';
  const divide = (before: readonly (string | null)[], from: number): void => {
    if (found.length >= mostDivisions) return;
    const empty = missing[before.length];
    const isEnd = from === pieces.length;
    if (empty === undefined) {
      if (isEnd) found.push([...before]);
      return;
    }
    if (empty === null || (isEnd && isTrimmed)) divide([...before, empty], from);
    for (let to = from + 1; to <= pieces.length; to += 1) {
      const part = pieces.slice(from, to).join(separator);
      // Empty parts at the end are not shown.
      const isHidden = isTrimmed && to === pieces.length && part === '' && from > 0;
      if (!isHidden) divide([...before, part], to);
    }
  };
  divide([], 0);
  return found;
}

/** Each item once: two that were different may have become the same. */
export function distinct<Item, None extends Nothing>(
  items: readonly Item[] | None,
): readonly Item[] | None {
  if (isNothing(items)) return items;
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** How items of a list that is sent find those that are stored. */
export interface ItemConversion<Newest, Older, Shown> {
  /** An item as it is shown. */
  down(stored: Newest): Shown;
  /** A new one. */
  create(sent: Older): unknown;
  /** One that takes the place of another. */
  replace(sent: Older, seen: Newest, shown: Shown): unknown;
}

/** Each item that is sent as it was shown stays as it is stored, wherever it stood; any other replaces the one at its place. */
export function itemsOf<Newest, Older, Shown, None extends Nothing>(
  sent: readonly Older[] | None,
  seen: readonly Newest[] | Nothing,
  { down, create, replace }: ItemConversion<Newest, Older, Shown>,
): unknown[] | None {
  if (isNothing(sent)) return sent;
  const stored = (seen ?? []).map((item) => ({ item, shown: down(item), isTaken: false }));
  const same = sent.map((each) => {
    const found = stored.find(({ shown, isTaken }) => !isTaken && isSame(each, shown));
    if (found !== undefined) found.isTaken = true;
    return found;
  });
  return sent.map((each, index) => {
    const found = same[index];
    if (found !== undefined) return found.item;
    const before = stored[index];
    return before === undefined || before.isTaken
      ? create(each)
      : replace(each, before.item, before.shown);
  });
}

function isNothing(value: unknown): value is Nothing {
  return value === null || value === undefined;
}

/** The values of the newest version that are shown as a value in this one; one that is not in the table is called the same. */
export function shownAs(
  value: unknown,
  values: Readonly<Record<string, readonly unknown[]>>,
): readonly unknown[] {
  const name = String(value);
  return Object.hasOwn(values, name) ? (values[name] ?? []) : [value];
}
