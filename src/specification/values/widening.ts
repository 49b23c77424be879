import { compareDecimals } from '../decimal.ts';
import { mapValues, own } from '../plain.ts';
import type { ResolvedField, ResolvedNumber } from '../resolved.ts';
import { validateNumber } from './numbers.ts';
import { exactly, type Range } from './ranges.ts';

/** A key by which one field takes more than another, and why. */
export interface Widening {
  readonly key: string;
  readonly message: string;
}

/**
 * Why not every value of `input` is one of `field`, where their keys show it: both are of one type.
 * A pattern is as wide as any other pattern.
 */
export function widening(input: ResolvedField, field: ResolvedField): Widening | undefined {
  if (input.type !== field.type) return wider('type', `its type is "${field.type}"`);
  if (input.nullable && !field.nullable) return wider('nullable', 'it is not nullable');
  return (
    rangeWidening(input, field) ?? lengthWidening(input, field) ?? insideWidening(input, field)
  );
}

function rangeWidening(input: Range & ResolvedField, field: Range & ResolvedField) {
  if (input.type === 'integer' && input.values !== undefined) return valuesWidening(input, field);
  if (field.type === 'integer' && field.values !== undefined) {
    return wider('enum', `its values are ${field.values.join(', ')}`);
  }
  if (input.type === 'decimal' && field.type === 'decimal') {
    if (input.scale > field.scale) return wider('scale', `its scale is ${field.scale}`);
  }
  const low = edgeOf(input, 'minimum', 'exclusiveMinimum');
  const lowest = edgeOf(field, 'minimum', 'exclusiveMinimum');
  if (isBeyond(low, lowest, -1)) return wider(low?.key, `${lowest?.key} is ${lowest?.value}`);
  const high = edgeOf(input, 'maximum', 'exclusiveMaximum');
  const highest = edgeOf(field, 'maximum', 'exclusiveMaximum');
  if (isBeyond(high, highest, 1)) return wider(high?.key, `${highest?.key} is ${highest?.value}`);
  if (field.multipleOf === undefined || input.multipleOf === field.multipleOf) return undefined;
  return wider('multipleOf', `multipleOf is ${field.multipleOf}`);
}

function valuesWidening({ values = [] }: ResolvedNumber, field: ResolvedField) {
  const stranger = values.find(
    (value) => validateNumber(field as ResolvedNumber, value) !== undefined,
  );
  return stranger === undefined ? undefined : wider('enum', `${stranger} is not one of its values`);
}

interface Edge {
  readonly key: string;
  readonly value: string | number;
  readonly isExclusive: boolean;
}

function edgeOf<K extends keyof Range>(range: Range, inclusive: K, exclusive: K): Edge | undefined {
  const [open, closed] = [range[exclusive], range[inclusive]];
  if (open !== undefined) return { key: exclusive, value: open, isExclusive: true };
  return closed === undefined ? undefined : { key: inclusive, value: closed, isExclusive: false };
}

/** Whether the first edge lets something through that the second does not; `direction` is 1 for upper edges. */
function isBeyond(edge: Edge | undefined, limit: Edge | undefined, direction: 1 | -1): boolean {
  const [one, other] = [edge, limit].map((each) => each && exactly(each.value));
  if (one === undefined || other === undefined) return false;
  const order = direction * compareDecimals(one, other);
  return order > 0 || (order === 0 && limit?.isExclusive === true && edge?.isExclusive !== true);
}

const most = ['maxLength', 'maxItems'] as const;
const least = ['minLength', 'minItems'] as const;

function lengthWidening(input: ResolvedField, field: ResolvedField): Widening | undefined {
  const of = (each: ResolvedField, key: string) => {
    const value = own(Object.fromEntries<unknown>(Object.entries(each)), key);
    return typeof value === 'number' ? value : undefined;
  };
  for (const key of [...most, ...least]) {
    const [one, other] = [of(input, key), of(field, key)];
    if (one === undefined || other === undefined) continue;
    const isMost = key === 'maxLength' || key === 'maxItems';
    if (isMost ? one > other : one < other) return wider(key, `${key} is ${other}`);
  }
  return undefined;
}

function insideWidening(input: ResolvedField, field: ResolvedField): Widening | undefined {
  if (input.type === 'enum' && field.type === 'enum') {
    const known = new Set(field.values);
    const stranger = input.values.find((value) => !known.has(value));
    return stranger === undefined
      ? undefined
      : wider('values', `${JSON.stringify(stranger)} is not one of its values`);
  }
  if (input.type === 'string' && field.type === 'string' && field.format !== input.format) {
    return field.format === undefined
      ? undefined
      : wider('format', `its format is ${field.format}`);
  }
  if (input.type === 'reference' && field.type === 'reference' && input.to !== field.to) {
    return wider('to', `it refers to "${field.to}"`);
  }
  if (input.type === 'array' && field.type === 'array') {
    if (field.uniqueItems && !input.uniqueItems)
      return wider('uniqueItems', 'its items are unique');
    const items = widening(input.items, field.items);
    return items === undefined ? undefined : wider('items', `of an item, ${items.message}`);
  }
  return input.type === 'object' && field.type === 'object'
    ? memberWidening(input.fields, field.fields)
    : undefined;
}

type Members = Readonly<Record<string, ResolvedField>>;

function memberWidening(input: Members, field: Members): Widening | undefined {
  const found = Object.values(
    mapValues(input, (member, name) => {
      const other = own(field, name);
      if (other === undefined) return `it has no member "${name}"`;
      const inside = widening(member, other);
      return inside === undefined ? undefined : `of the member "${name}", ${inside.message}`;
    }),
  ).find((message) => message !== undefined);
  if (found !== undefined) return wider('fields', found);
  const missing = Object.entries(field).find(
    ([name, member]) => member.required && own(input, name)?.required !== true,
  );
  return missing === undefined
    ? undefined
    : wider('fields', `its member "${missing[0]}" is required`);
}

function wider(key: string | undefined, message: string): Widening {
  return { key: key ?? 'type', message };
}
