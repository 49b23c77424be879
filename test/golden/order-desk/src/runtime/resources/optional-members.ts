import type { TObject, TSchema } from 'typebox';
import { Type } from './type.ts';

/** An object of which these members may be absent, and then have no default. */
export function withOptional(schema: TObject, names: readonly string[]): TObject {
  const { type: _, properties, required: __, ...options } = schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    names.includes(name) ? Type.Optional(withoutDefault(member)) : member,
  ]);
  return Type.Object(Object.fromEntries(members) as Record<string, TSchema>, options);
}

function withoutDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema as TSchema & { default?: unknown };
  return rest;
}
