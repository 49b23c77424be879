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
import { own } from '../../specification/plain.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';
import { fieldsOf } from '../compose/shape.ts';

/**
 * Bounds as keywords of the JSON Schema of a member, or of what is in it: of numbers that are text, `x-minimum` and `x-maximum`; below
 * `properties` and `items`, those of members and of items.
 */
export interface ShownRange {
  readonly [keyword: string]: string | number | boolean | ShownRange;
}

/** A place in the newest version, from a member of the resource: `gift`, `message`; `[]` stands for the items of a list. */
type Place = readonly string[];

/** A list or a resource that expressions begin at, and what it has. */
interface Held {
  readonly place: Place;
  readonly fields: Readonly<Record<string, ResolvedField>>;
}

/**
 * What an older version promised of values, by members of the newest one. The newest one may take others, where its type has more room or
 * its bounds are wider: readers of the older version may meet these, as the change says, and of another type nothing can be shown for them.
 */
export function shownRanges(
  { newest, specification }: ComposedVersion,
  { newest: resource, older: former, down }: ComposedResource,
): Record<string, ShownRange> {
  const formerFields = fieldsOf(specification, former);
  const root: Held = { place: [], fields: fieldsOf(newest, resource) };
  const found: Record<string, ShownRange> = {};
  for (const { name, expression } of down) {
    const older = formerFields[name];
    if (older === undefined) continue;
    for (const [[member = '', ...within], range] of rangesOf(expression, older, [root])) {
      found[member] = merged(found[member] ?? {}, below(within, range));
    }
  }
  return found;
}

/**
 * Members of the newest version with narrower bounds than an older one promised: its clients may send values beyond them, as its owner has
 * accepted, and readers of the newest version meet these.
 */
export function narrowedMembers(
  { newest, specification }: ComposedVersion,
  { newest: resource, older: former, up }: ComposedResource,
): string[] {
  const fields = fieldsOf(newest, resource);
  const root: Held = { place: [], fields: fieldsOf(specification, former) };
  return up.flatMap(({ name, expression }) => {
    const field = fields[name];
    return field !== undefined && rangesOf(expression, field, [root]).length > 0 ? [name] : [];
  });
}

/** The ranges of what an expression shows, by their places in the newest version. */
function rangesOf(
  of: Expression,
  older: ResolvedField,
  held: readonly Held[],
): (readonly [Place, ShownRange])[] {
  switch (of.kind) {
    case 'convert':
    case 'fallback':
      return rangesOf(of.of, older, held);
    case 'root':
    case 'member': {
      const found = fieldAt(of, held);
      return found === undefined ? [] : rangesBetween(older, found);
    }
    case 'object':
      return of.members.flatMap(([name, each]) => {
        const inner = older.type === 'object' ? older.fields[name] : undefined;
        return inner === undefined ? [] : rangesOf(each, inner, held);
      });
    case 'list': {
      const list = fieldAt(of.of, held);
      if (list?.field.type !== 'array' || older.type !== 'array') return [];
      const { items } = list.field;
      const item: Held = {
        place: [...list.place, '[]'],
        fields: items.type === 'object' ? items.fields : { '': items },
      };
      const own = boundsWithin(older, list.field);
      return [...ranged(list.place, own), ...rangesOf(of.item, older.items, [...held, item])];
    }
    default:
      return [];
  }
}

interface Found {
  readonly place: Place;
  readonly field: ResolvedField;
}

/** The newest field that a path of members leads to. */
function fieldAt(of: Expression, held: readonly Held[]): Found | undefined {
  if (of.kind === 'root') {
    const { place = [], fields = {} } = held[of.depth] ?? {};
    // Items that are no objects are their only member.
    const { '': field } = fields;
    return field && { place, field };
  }
  if (of.kind !== 'member') return undefined;
  const { name } = of;
  if (of.of.kind === 'root') {
    const { place = [], fields = {} } = held[of.of.depth] ?? {};
    const field = own(fields, name);
    return field && { place: [...place, name], field };
  }
  const around = fieldAt(of.of, held);
  const field = around?.field.type === 'object' ? own(around.field.fields, name) : undefined;
  return around && field && { place: [...around.place, name], field };
}

/** The ranges of a field of both versions, and of all that is in it. */
function rangesBetween(
  older: ResolvedField,
  { place, field: now }: Found,
): (readonly [Place, ShownRange])[] {
  const range =
    isNumeric(older) && isNumeric(now) ? rangeWithin(older, now) : boundsWithin(older, now);
  const inside =
    older.type === 'array' && now.type === 'array'
      ? rangesBetween(older.items, { place: [...place, '[]'], field: now.items })
      : older.type === 'object' && now.type === 'object'
        ? Object.entries(older.fields).flatMap(([name, each]) => {
            const field = own(now.fields, name);
            return field === undefined
              ? []
              : rangesBetween(each, { place: [...place, name], field });
          })
        : [];
  return [...ranged(place, range), ...inside];
}

function ranged(place: Place, range: ShownRange): (readonly [Place, ShownRange])[] {
  return Object.keys(range).length === 0 ? [] : [[place, range]];
}

/** A range of what is at a place within a member, as a range of the member. */
function below([first, ...rest]: Place, range: ShownRange): ShownRange {
  if (first === undefined) return range;
  const inner = below(rest, range);
  return first === '[]' ? { items: inner } : { properties: { [first]: inner } };
}

function merged(one: ShownRange, other: ShownRange): ShownRange {
  const both = Object.entries(other).map(([key, value]) => {
    const before = one[key];
    const isInside = typeof before === 'object' && typeof value === 'object';
    return [key, isInside ? merged(before, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
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

export function isNumeric(field: ResolvedField): field is NumericField {
  return ['integer', 'number', 'long', 'decimal'].includes(field.type);
}

/** Bounds of a number that are narrower than those of another one, as keywords for that. */
export function rangeWithin(older: NumericField, now: NumericField): ShownRange {
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
