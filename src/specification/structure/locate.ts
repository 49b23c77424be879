import type { ErrorObject } from 'ajv/dist/2020.js';
import { isMapping, own } from '../plain.ts';

/** The path of the value that an error is about. Positions in lists are numbers, keys of mappings are text. */
export function pathOf(error: ErrorObject, value: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let current: unknown = value;
  for (const part of error.instancePath.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step = Array.isArray(current) ? Number(key) : key;
    path.push(step);
    current = childOf(current, step);
  }
  return path;
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(childOf, value);
}

function childOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === 'number' ? value[key] : undefined;
  return isMapping(value) ? own(value, String(key)) : undefined;
}
