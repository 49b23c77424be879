import { field as fieldSchema } from '../../specification/schema/fields.ts';
import { isMapping } from '../../specification/plain.ts';

/** A key that a field of some type may have, as the schema describes it. */
export interface FieldKey {
  readonly name: string;
  readonly description: string;
  readonly kind: 'yes-no' | 'words' | 'number' | 'text' | 'text-or-number' | 'list' | 'json';
  /** What a key of the kind `words` may be. */
  readonly words: readonly string[];
}

/** Keys that the shorthand is for. */
const shaping = new Set(['type', 'items', 'fields', 'values', 'to']);

/** The keys of a field of that type, in the order of the schema. */
export function keysOf(type: string): FieldKey[] {
  const { oneOf } = { ...fieldSchema } as { oneOf?: unknown };
  const alternatives = Array.isArray(oneOf) ? oneOf.filter(isMapping) : [];
  const properties = alternatives
    .map((each) => each['properties'])
    .filter(isMapping)
    .find((each) => isMapping(each['type']) && each['type']['const'] === type);
  return Object.entries(properties ?? {})
    .filter(([name]) => !shaping.has(name))
    .map(([name, schema]) => keyOf(name, isMapping(schema) ? schema : {}));
}

function keyOf(name: string, schema: Readonly<Record<string, unknown>>): FieldKey {
  const { description, enum: words } = schema;
  return {
    name,
    description: typeof description === 'string' ? description : '',
    kind: kindOf(schema),
    words: Array.isArray(words) ? words.map(String) : [],
  };
}

function kindOf({ type, enum: words }: Readonly<Record<string, unknown>>): FieldKey['kind'] {
  if (Array.isArray(words)) return 'words';
  if (Array.isArray(type)) return 'text-or-number';
  if (type === 'boolean') return 'yes-no';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return 'text';
  return type === 'array' ? 'list' : 'json';
}
