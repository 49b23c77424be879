import { isMapping, mapValues, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import { decimalTextOf, longText } from './numbers.ts';

/** A value as on the wire: 64-bit numbers and decimals become text, also inside lists and groups. */
export function resolveValue(field: ResolvedField, value: unknown): unknown {
  switch (field.type) {
    case 'long':
      return isNumeric(value) ? longText(value) : value;
    case 'decimal':
      return isNumeric(value) ? decimalTextOf(value, field.scale) : value;
    case 'array':
      return Array.isArray(value) ? resolveList(field.items, value) : value;
    case 'object':
      return isMapping(value) ? resolveGroup(field.fields, value) : value;
    default:
      return value;
  }
}

export function resolveList(items: ResolvedField, list: readonly unknown[]): unknown[] {
  return list.map((item) => resolveValue(items, item));
}

export function resolveGroup(
  fields: Readonly<Record<string, ResolvedField>>,
  group: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return mapValues(group, (value, name) => {
    const field = own(fields, name);
    return field === undefined ? value : resolveValue(field, value);
  });
}

function isNumeric(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
