import type { ResolvedField } from '../specification/index.ts';

/** What is in the values of a field, as far as rows have to be carried over when it changes. */
export interface Shape {
  readonly type: string;
  /** Of an enum. */
  readonly values?: readonly string[];
  /** Of an object. */
  readonly fields?: Readonly<Record<string, Shape>>;
  /** Of a list. */
  readonly items?: Shape;
  /** There always is a value. */
  readonly isAlways?: true;
  /** There may be null. */
  readonly isNullable?: true;
}

/** The shape of an object or a list; undefined: the value has no parts. */
export function shapeWithin(field: ResolvedField): Shape | undefined {
  return field.type === 'object' || field.type === 'array' ? shapeOf(field) : undefined;
}

export function shapeOf(field: ResolvedField): Shape {
  const presence = field.nullable
    ? { isNullable: true as const }
    : field.required && { isAlways: true as const };
  switch (field.type) {
    case 'object': {
      const fields = Object.entries(field.fields).map(([name, each]) => [name, shapeOf(each)]);
      const inside = Object.fromEntries(fields) as Record<string, Shape>;
      return { type: field.type, fields: inside, ...presence };
    }
    case 'array':
      return { type: field.type, items: shapeOf(field.items), ...presence };
    case 'enum':
      return { type: field.type, values: field.values, ...presence };
    default:
      return { type: field.type, ...presence };
  }
}
