import { isMapping, own } from '../plain.ts';
import type { ResolvedArray, ResolvedField, ResolvedObject } from '../resolved.ts';
import { resolveList } from '../resolve/values.ts';
import { shown } from '../shown.ts';
import { canonical, first, validateJson } from './json.ts';
import { validateDecimal, validateLong, validateNumber } from './numbers.ts';
import { validateBinary, validateKind, validateString } from './texts.ts';

/** What is wrong with a value of the field, in words; undefined for a value that the service would accept. */
export function validateValue(field: ResolvedField, value: unknown): string | undefined {
  if (value === null) {
    return field.nullable ? undefined : 'null is a value of nullable fields only';
  }
  switch (field.type) {
    case 'string':
    case 'text':
      return validateString(field, value);
    case 'integer':
    case 'number':
      return validateNumber(field, value);
    case 'long':
      return validateLong(field, value);
    case 'decimal':
      return validateDecimal(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${shown(value)} is neither true nor false`;
    case 'date':
    case 'time':
    case 'date-time':
    case 'duration':
    case 'uuid':
      return validateKind(field.type, value);
    case 'uri':
    case 'email':
      return validateKind(field.type, value, field.maxLength);
    case 'enum':
      return validateWord(field.values, value);
    case 'json':
      return validateJson(value, field.maxLength);
    case 'binary':
      return validateBinary(field, value);
    case 'array':
      return validateList(field, value);
    case 'object':
      return validateGroup(field, value);
    case 'reference':
      return validateKind('uuid', value);
  }
}

function validateWord(values: readonly string[], value: unknown): string | undefined {
  if (typeof value === 'string' && values.includes(value)) return undefined;
  return `${shown(value)} is not one of ${values.map(shown).join(', ')}`;
}

function validateList(field: ResolvedArray, value: unknown): string | undefined {
  if (!Array.isArray(value)) return `${shown(value)} is not a list`;
  const { items, minItems, maxItems, uniqueItems } = field;
  if (value.length < minItems) return `${value.length} items; at least ${minItems} are needed`;
  if (value.length > maxItems) return `${value.length} items; at most ${maxItems} are allowed`;
  const complaint = first(value.entries(), ([position, item]) => {
    const said = validateValue(items, item);
    return said === undefined ? undefined : `item ${position + 1}: ${said}`;
  });
  if (complaint !== undefined) return complaint;
  // `10` and `10.00` are one decimal, and stand for it in one spelling in documents.
  const texts = resolveList(items, value).map(canonical);
  const different = new Set(texts).size === value.length;
  return uniqueItems && !different ? 'two items are the same' : undefined;
}

function validateGroup(field: ResolvedObject, value: unknown): string | undefined {
  if (!isMapping(value)) return `${shown(value)} is not a mapping`;
  const missing = Object.entries(field.fields).find(
    ([name, member]) => member.required && !Object.hasOwn(value, name),
  );
  if (missing !== undefined) return `the member "${missing[0]}" is missing`;
  return first(Object.entries(value), ([name, member]) => {
    const known = own(field.fields, name);
    if (known === undefined) return `there is no member ${shown(name)}`;
    const said = validateValue(known, member);
    return said === undefined ? undefined : `member "${name}": ${said}`;
  });
}
