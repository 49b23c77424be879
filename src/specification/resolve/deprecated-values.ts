import type { ResolvedDeprecation } from '../resolved.ts';

/** Those of the deprecated values that there are: an input has those of the field that it sets, and may take fewer values. */
export function deprecatedAmong(
  values: readonly string[],
  deprecated: Readonly<Record<string, ResolvedDeprecation>> = {},
): { readonly deprecatedValues?: Readonly<Record<string, ResolvedDeprecation>> } {
  const among = Object.entries(deprecated).filter(([value]) => values.includes(value));
  return among.length === 0 ? {} : { deprecatedValues: Object.fromEntries(among) };
}
