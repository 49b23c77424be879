import type { TSchema } from 'typebox';
import { isObject } from './json-object.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Applies a merge patch (RFC 7396, section 2). Where a member may be null by its schema and must not be absent,
 * null is its value and does not remove it.
 *
 * @param schema of the representation that is patched
 */
export function mergePatch(target: Json, patch: Json, schema: TSchema | undefined): Json {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const member = memberOf(schema, name);
    if (value === null) {
      if (member !== undefined && permitsNull(member)) result.set(name, null);
      else result.delete(name);
    } else if (isObject(value)) {
      const current = result.get(name);
      result.set(name, mergePatch(isObject(current) ? current : {}, value, member));
    } else {
      result.set(name, value);
    }
  }
  return Object.fromEntries(result);
}

function memberOf(schema: TSchema | undefined, name: string): TSchema | undefined {
  const { properties } = (schema ?? {}) as { properties?: Record<string, TSchema> };
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function permitsNull(schema: TSchema): boolean {
  const { type } = schema as { type?: string | readonly string[] };
  return Array.isArray(type) && type.includes('null');
}
