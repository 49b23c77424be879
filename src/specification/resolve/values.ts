import { isMapping, mapValues, own } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import { canonicalDuration } from '../values/duration.ts';
import { decimalTextOf, longText } from './numbers.ts';

/** A value in its canonical form, as the service keeps and shows it, also inside lists and groups. */
export function resolveValue(field: ResolvedField, value: unknown): unknown {
  switch (field.type) {
    case 'long':
      return isNumeric(value) ? longText(value) : value;
    case 'decimal':
      return isNumeric(value) ? decimalTextOf(value, field.scale) : value;
    case 'uuid':
    case 'date-time':
    case 'duration':
      return typeof value === 'string' ? canonicalText(field.type, value) : value;
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

/** The one text of a value whose type has several; what is no value of the type stays as it is. */
export function canonicalText(type: ResolvedField['type'], text: string): string {
  switch (type) {
    case 'uuid':
      return text.toLowerCase();
    case 'duration':
      return canonicalDuration(text) ?? text;
    case 'date-time': {
      const instant = new Date(text);
      return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
    }
    default:
      return text;
  }
}

function isNumeric(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
