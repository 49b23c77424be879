import type { ComposedResource } from '../compose/chain.ts';
import type { Expression } from '../compose/expression.ts';

/**
 * Objects that clients of the older version are not shown where no member of them has a value: `gift`, `parcels[].size`. The newest version
 * keeps their members in other places.
 */
export function unshownObjects({ down }: ComposedResource): string[] {
  return down.flatMap(({ name, expression }) => unshownWithin(expression, name));
}

function unshownWithin(of: Expression, path: string): string[] {
  if (of.kind === 'fallback') return unshownWithin(of.of, path);
  if (of.kind === 'list') return unshownWithin(of.item, `${path}[]`);
  if (of.kind !== 'object') return [];
  const isUnshown = of.presence === 'any' || of.movedOut !== undefined;
  const inside = of.members.flatMap(([name, each]) => unshownWithin(each, `${path}.${name}`));
  return [...inside, ...(isUnshown ? [path] : [])];
}
