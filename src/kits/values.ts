import { isDeepStrictEqual } from 'node:util';
import { isMapping, own } from '../specification/plain.ts';
import type { KeyPath, Mapping } from './kit.ts';

/** The mapping `over` on top of `under`: mappings are united, everything else is replaced. */
export function merged(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isMapping(under) || !isMapping(over)) return over;
  const keys = [...new Set([...Object.keys(under), ...Object.keys(over)])];
  return Object.fromEntries(keys.map((key) => [key, merged(own(under, key), own(over, key))]));
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return typeof key === 'number' ? inner[key] : undefined;
    return isMapping(inner) ? own(inner, String(key)) : undefined;
  }, value);
}

/** A mapping that has nothing but this value, at this path. */
export function alone(path: KeyPath, value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** The mapping without what stands at a path; mappings that are empty then go too. */
export function withoutPath(value: Mapping, [key = '', ...rest]: KeyPath): Mapping {
  if (!Object.hasOwn(value, key)) return value;
  const { [key]: inner, ...others } = value;
  if (rest.length === 0 || !isMapping(inner)) return rest.length === 0 ? others : value;
  const left = withoutPath(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...value, [key]: left };
}

/** Whether what is written says anything else than the value; a part of a mapping is no contradiction. */
export function contradicts(written: unknown, value: unknown): boolean {
  return written !== undefined && !isDeepStrictEqual(merged(value, written), value);
}

/** A path with `*` as one path for each resource. */
export function expanded(path: KeyPath, resources: readonly string[]): KeyPath[] {
  const star = path.indexOf('*');
  if (star === -1) return [path];
  return resources.map((name) => [...path.slice(0, star), name, ...path.slice(star + 1)]);
}

/** On one line, as people write it in YAML; cut where it is long. */
export function shownValue(value: unknown): string {
  const text = Array.isArray(value)
    ? `[${value.map(shownValue).join(', ')}]`
    : isMapping(value)
      ? `{ ${Object.entries(value)
          .map(([key, inner]) => `${key}: ${shownValue(inner)}`)
          .join(', ')} }`
      : String(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
