import type { ResolvedAttributeRule } from '../../specification/index.ts';
import type { ComposedResource, ComposedVersion } from './chain.ts';
import { visit, type Expression } from './expression.ts';

/**
 * Rules of an older version about members that no rule of the newest one is about. Clients of the older version may leave such a member
 * to their claims, and send no other value than these say; all rows exist for them.
 */
export function formerRules(
  { specification, newest }: ComposedVersion,
  composed: ComposedResource,
): ResolvedAttributeRule[] {
  const { mechanisms, rules } = newest.authentication;
  // No caller has a claim any more.
  if (mechanisms.includes('none')) return [];
  const ruled = new Set(
    rules.filter(({ resource }) => resource === composed.newest).map(({ field }) => field),
  );
  return specification.authentication.rules.filter(({ resource, field }) => {
    if (resource !== composed.older) return false;
    const made = composed.up.filter(({ expression }) => isMadeOf(expression, field));
    return made.length > 0 && made.every(({ name }) => !ruled.has(name));
  });
}

function isMadeOf(expression: Expression, field: string): boolean {
  let isFound = false;
  visit(expression, (each) => {
    isFound ||= each.kind === 'member' && each.of.kind === 'root' && each.name === field;
    return true;
  });
  return isFound;
}
