import { isMapping, own } from './plain.ts';
import { definitions, specificationSchema } from './schema.ts';

/** What the schema says of a key. */
export interface KeySchema {
  readonly description?: string;
  /** What holds where the key is left out, as far as that is one value. */
  readonly default?: unknown;
}

/** The schema of the value at a path; undefined: there is no such key. */
export function keySchemaAt(path: readonly (string | number)[]): KeySchema | undefined {
  let places: unknown[] = [specificationSchema];
  for (const key of path) places = places.flatMap((schema) => below(schema, key));
  const found = places.flatMap(alternatives).find(isMapping);
  if (found === undefined) return undefined;
  const { description, default: defaultValue } = found;
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}

/** The names of the keys that a mapping can have; none where its authors choose them. */
export function keysAt(path: readonly (string | number)[]): string[] {
  let places: unknown[] = [specificationSchema];
  for (const key of path) places = places.flatMap((schema) => below(schema, key));
  const names = places
    .flatMap(alternatives)
    .flatMap((schema) =>
      isMapping(schema) && isMapping(schema['properties']) ? Object.keys(schema['properties']) : [],
    );
  return [...new Set(names)];
}

function below(schema: unknown, key: string | number): unknown[] {
  return alternatives(schema).flatMap((each) => {
    if (!isMapping(each)) return [];
    const { properties, additionalProperties, items } = each;
    if (typeof key === 'number') return items === undefined ? [] : [items];
    const named = isMapping(properties) ? own(properties, key) : undefined;
    if (named !== undefined) return [named];
    return isMapping(additionalProperties) ? [additionalProperties] : [];
  });
}

/** A schema as it is, and what it refers to or chooses from. */
function alternatives(schema: unknown): unknown[] {
  if (!isMapping(schema)) return [];
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/$defs/'.length);
    return alternatives(own(definitions as Readonly<Record<string, unknown>>, name));
  }
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : [];
  return [schema, ...choices.flatMap(alternatives)];
}
