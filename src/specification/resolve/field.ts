import { defaults } from '../schema/defaults.ts';
import { defined, mapValues } from '../plain.ts';
import type { ResolvedField } from '../resolved.ts';
import type { Field, Input, Item, Member } from '../schema.ts';
import { resolveFlags } from './flags.ts';
import * as numbers from './numbers.ts';
import { deprecatedAmong } from './deprecated-values.ts';
import { resolveString } from './string.ts';
import { canonicalText, resolveGroup, resolveList } from './values.ts';
import { translated, written } from './written.ts';

/** A field of a resource, an input, a member of an object or an item of an array, with every default filled in. */
export function resolveField(field: Field | Input | Member | Item): ResolvedField {
  const flags = resolveFlags(field);
  switch (field.type) {
    case 'string':
      return resolveString(field, flags);
    case 'text': {
      const { type, minLength = 0, maxLength = defaults.textLength, pattern } = field;
      return { type, ...flags, minLength, maxLength, ...defined({ pattern }), ...written(field) };
    }
    case 'integer':
      return { type: field.type, ...flags, ...numbers.integers(field), ...written(field) };
    case 'number':
      return { type: field.type, ...flags, ...numbers.numberRange(field), ...written(field) };
    case 'long': {
      const values = translated(field, numbers.longText);
      return { type: field.type, ...flags, ...numbers.longRange(field), ...values };
    }
    case 'decimal': {
      const {
        type,
        precision = defaults.precision,
        scale = Math.min(defaults.scale, precision),
      } = field;
      const range = numbers.decimalRange(field, precision, scale);
      const values = translated(field, (value) => numbers.decimalTextOf(value, scale));
      return { type, ...flags, precision, scale, ...range, ...values };
    }
    case 'boolean':
      return { type: field.type, ...flags, ...written(field) };
    case 'date':
    case 'time':
    case 'date-time':
    case 'duration':
    case 'uuid': {
      const { type } = field;
      const canonical = (value: string) => canonicalText(type, value);
      return { type, ...flags, ...translated(field, canonical) };
    }
    case 'uri':
      return {
        type: field.type,
        ...flags,
        maxLength: field.maxLength ?? defaults.uriLength,
        ...written(field),
      };
    case 'email':
      return {
        type: field.type,
        ...flags,
        maxLength: field.maxLength ?? defaults.emailLength,
        ...written(field),
      };
    case 'enum':
      return {
        type: field.type,
        ...flags,
        values: field.values,
        ...deprecatedAmong(field.values, field.deprecatedValues),
        ...written(field),
      };
    case 'json':
      return {
        type: field.type,
        ...flags,
        maxLength: field.maxLength ?? defaults.jsonLength,
        ...written(field),
      };
    case 'binary':
      return {
        type: field.type,
        ...flags,
        maxLength: field.maxLength ?? defaults.binaryLength,
        ...written(field),
      };
    case 'array': {
      const items = { ...resolveField(field.items), required: true };
      const { type, minItems = 0, maxItems = defaults.items, uniqueItems = false } = field;
      const values = translated(field, (list) => resolveList(items, list));
      return { type, ...flags, items, minItems, maxItems, uniqueItems, ...values };
    }
    case 'object': {
      const fields = mapValues(field.fields, resolveField);
      const values = translated(field, (group) => resolveGroup(fields, group));
      return { type: field.type, ...flags, fields, ...values };
    }
    case 'reference': {
      const { type, to } = field;
      const onDelete = ('onDelete' in field ? field.onDelete : undefined) ?? defaults.onDelete;
      return { type, ...flags, to, onDelete };
    }
  }
}
