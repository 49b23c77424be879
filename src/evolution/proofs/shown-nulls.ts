import type { ComposedResource } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';

/** Members of objects that clients of the older version are shown as null where nothing is stored: `gift.message`, `parcels[].note`. */
export function shownNulls({ down, up }: ComposedResource): string[] {
  const nullable = new Set(up.flatMap(({ name, field }) => (field.nullable ? [name] : [])));
  return down.flatMap(({ name, expression }) => nullsWithin(expression, name, nullable));
}

function nullsWithin(of: Expression, path: string, nullable: ReadonlySet<string>): string[] {
  if (of.kind === 'fallback') return nullsWithin(of.of, path, nullable);
  if (of.kind === 'list') return nullsWithin(of.item, `${path}[]`, nullable);
  if (of.kind !== 'object') return [];
  return of.members.flatMap(([name, each]) => {
    const place = `${path}.${name}`;
    const isNull = isNullWhereAbsent(each, nullable);
    return [...(isNull ? [place] : []), ...nullsWithin(each, place, nullable)];
  });
}

/** @param nullable members of the newest version that are null where they have no value */
function isNullWhereAbsent(of: Expression, nullable: ReadonlySet<string>): boolean {
  if (of.kind === 'fallback') return of.when === 'absent' && of.value === null;
  if (of.kind === 'convert' || of.kind === 'map') return isNullWhereAbsent(of.of, nullable);
  const isOfResource = of.kind === 'member' && of.of.kind === 'root' && of.of.depth === 0;
  return isOfResource && nullable.has(of.name);
}
