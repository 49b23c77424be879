import { field as fieldSchema } from '../../specification/schema/fields.ts';
import { isMapping } from '../../specification/plain.ts';

/** A key that a field of some type may have, as the schema describes it. */
export interface FieldKey {
  readonly name: string;
  readonly description: string;
  readonly kind: 'yes-no' | 'words' | 'number' | 'text' | 'text-or-number' | 'list' | 'json';
  /** What a key of the kind `words` may be. */
  readonly words: readonly string[];
  /** A value as it is typed. */
  readonly example: string;
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
    .map(([name, schema]) => keyOf(type, name, isMapping(schema) ? schema : {}));
}

function keyOf(type: string, name: string, schema: Readonly<Record<string, unknown>>): FieldKey {
  const kind = kindOf(schema);
  const { description, enum: words } = schema;
  return {
    name,
    description: typeof description === 'string' ? description : '',
    kind,
    words: Array.isArray(words) ? words.map(String) : [],
    example: exampleOf(type, name, kind),
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

/** By the name of a key, where it has a meaning of its own. */
const byName: Readonly<Record<string, string>> = {
  description: 'Without tax.',
  enum: 'EUR, USD',
  pattern: '^[A-Z]{2}-[0-9]{6}$',
  readableBy: 'admin, scope:orders:audit',
  replacedBy: 'netTotal',
  writableBy: 'admin',
};

/** Values of types whose form is their own. */
const byType: Readonly<Record<string, string>> = {
  binary: 'aGVsbG8=',
  date: '2026-03-01',
  'date-time': '2026-03-01T09:30:00Z',
  decimal: '9.90',
  duration: 'PT15M',
  email: 'orders@acme.example',
  long: '9007199254740993',
  time: '09:30:00',
  uri: 'https://acme.example/terms',
  uuid: '018f4a6e-7c1b-7d2e-9a3f-5b6c7d8e9f00',
};

const byKind: Readonly<Record<FieldKey['kind'], string>> = {
  'yes-no': 'yes',
  words: '',
  number: '10',
  'text-or-number': '10',
  text: 'new',
  list: 'new, open',
  json: '{ "city": "Bern" }',
};

function exampleOf(type: string, name: string, kind: FieldKey['kind']): string {
  const isValue = name === 'default' || name === 'example';
  return byName[name] ?? (isValue ? byType[type] : undefined) ?? byKind[kind];
}
