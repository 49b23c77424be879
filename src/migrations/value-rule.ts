import { decimalText, largestDecimal } from '../specification/decimal.ts';
import type { ResolvedField } from '../specification/index.ts';
import { int64 } from '../specification/resolve/numbers.ts';

/** Which values a field takes, beside its type: keywords of JSON Schema, and those that services add to them. */
export type ValueRule = Readonly<Record<string, unknown>>;

/**
 * What a request has to comply with in the value of a field, without what the column cannot hold. An enumeration has its values in the
 * snapshot by themselves.
 */
export function ruleOf(field: ResolvedField): ValueRule {
  if (field.type === 'enum') return {};
  const rule = nestedRule(field);
  if (field.type !== 'long' && field.type !== 'decimal') return rule;
  const { least, most } = field.type === 'long' ? int64 : decimalEdges(field);
  return Object.fromEntries(
    Object.entries(rule).filter(([, bound]) => bound !== least && bound !== most),
  );
}

function decimalEdges({ precision, scale }: Extract<ResolvedField, { type: 'decimal' }>) {
  const most = decimalText(largestDecimal(precision, scale), scale);
  return { least: `-${most}`, most };
}

function nestedRule(field: ResolvedField): ValueRule {
  switch (field.type) {
    case 'string':
    case 'text':
      return {
        ...('format' in field ? { format: field.format } : {}),
        ...(field.minLength > 0 ? { minLength: field.minLength } : {}),
        maxLength: field.maxLength,
        ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
      };
    case 'uri':
    case 'email':
      return { format: field.type, maxLength: field.maxLength };
    case 'enum':
      return enumeration(field.values, field);
    case 'integer':
      return field.values === undefined ? range(field) : enumeration(field.values, field);
    case 'number':
      return range(field);
    case 'long':
    case 'decimal':
      // Numbers that are text on the wire have keywords of their own.
      return Object.fromEntries(
        Object.entries(range(field)).map(([key, value]) => [`x-${key}`, value]),
      );
    case 'json':
      return { 'x-maxLength': field.maxLength };
    case 'binary':
      return { 'x-maxBytes': field.maxLength };
    case 'array':
      return {
        ...(field.minItems > 0 ? { minItems: field.minItems } : {}),
        maxItems: field.maxItems,
        ...(field.uniqueItems ? { uniqueItems: true } : {}),
        items: nestedRule(field.items),
      };
    case 'object': {
      const members = Object.entries(field.fields);
      return {
        properties: Object.fromEntries(members.map(([name, member]) => [name, nestedRule(member)])),
        required: members.filter(([, { required }]) => required).map(([name]) => name),
      };
    }
    default:
      return {};
  }
}

/** Other keywords let null pass by themselves. */
function enumeration(
  values: readonly unknown[],
  { nullable }: { readonly nullable: boolean },
): ValueRule {
  return { enum: nullable ? [...values, null] : values };
}

const bounds = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
] as const;

type Bounds = { readonly [Key in (typeof bounds)[number]]?: string | number };

function range(field: Bounds): ValueRule {
  return Object.fromEntries(
    bounds.flatMap((key) => (field[key] === undefined ? [] : [[key, field[key]]])),
  );
}
