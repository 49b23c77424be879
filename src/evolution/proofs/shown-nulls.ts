import type { ComposedResource } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';

/** Members of objects that clients of the older version are shown as null where nothing is stored: `gift.message`, `parcels[].note`. */
export function shownNulls({ down }: ComposedResource): string[] {
  return down.flatMap(({ name, expression }) => nullsWithin(expression, name));
}

function nullsWithin(of: Expression, path: string): string[] {
  if (of.kind === 'fallback') return nullsWithin(of.of, path);
  if (of.kind === 'list') return nullsWithin(of.item, `${path}[]`);
  if (of.kind !== 'object') return [];
  return of.members.flatMap(([name, each]) => {
    const place = `${path}.${name}`;
    return [...(isNullWhereAbsent(each) ? [place] : []), ...nullsWithin(each, place)];
  });
}

function isNullWhereAbsent(of: Expression): boolean {
  return of.kind === 'fallback' && of.when === 'absent' && of.value === null;
}
