import type { Found } from '../../change.ts';
import type { Schemas } from './compare-schemas.ts';

/** Items of a list: those with a place of their own, and all others. */
export function compareArrays({ before, after, place, inside }: Schemas): readonly Found[] {
  const length = Math.max(before.prefixItems.length, after.prefixItems.length);
  const { requiredOnCreate: _, parameter, ...rest } = place;
  const at = (path: string) => ({
    ...rest,
    path,
    isItem: true,
    ...(parameter === undefined ? {} : { parameter: 'other' as const }),
  });
  const prefix = Array.from({ length }, (_, position) => {
    const was = before.prefixItems[position] ?? before.items;
    const is = after.prefixItems[position] ?? after.items;
    return inside({ was, is }, at(`${place.path}.prefixItems.${position}`));
  }).flat();
  const pair = { was: before.items, is: after.items };
  return pair.was === undefined && pair.is === undefined
    ? prefix
    : [...prefix, ...inside(pair, at(`${place.path}.items`))];
}
