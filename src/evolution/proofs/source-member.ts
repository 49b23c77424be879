import type { Expression } from '../compose/expression.ts';

/**
 * The member of the older version that is kept as another one; undefined: it is made otherwise. Its values may have other names now, and
 * one of them may stand for a missing one.
 */
export function sourceMember(of: Expression | undefined): string | undefined {
  if (of?.kind === 'map' || of?.kind === 'fallback') return sourceMember(of.of);
  return of?.kind === 'member' ? of.name : undefined;
}
