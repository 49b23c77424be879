import { isDeepStrictEqual } from 'node:util';
import type { ResolvedField } from '../resolved.ts';
import { ofTheFieldAlone } from './usage.ts';

/** Keys that say how a field is used or what becomes of its row, and nothing about its values. */
const aside: ReadonlySet<string> = new Set([...ofTheFieldAlone, 'writeOnly', 'onDelete']);

/** A key by which the values of two fields differ; undefined where they have the same values. */
export function difference(one: ResolvedField, other: ResolvedField): string | undefined {
  if (one.type !== other.type) return `type (${one.type} and ${other.type})`;
  const [first, second] = [constraintsOf(one), constraintsOf(other)];
  return [...new Set([...first.keys(), ...second.keys()])].find(
    (key) => !isDeepStrictEqual(first.get(key), second.get(key)),
  );
}

function constraintsOf(field: ResolvedField): Map<string, unknown> {
  const keys = Object.entries(field).filter(([key]) => !aside.has(key));
  return new Map<string, unknown>(
    keys.map(([key, value]: [string, unknown]) => [
      key,
      key === 'values' && Array.isArray(value) ? value.toSorted() : value,
    ]),
  );
}
