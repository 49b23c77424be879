import { camelCaseOf, capitalized } from '../../specification/names/casing.ts';
import type { Expression, HookExpression } from './expression.ts';
import type { Surroundings } from './surroundings.ts';

export function hook(
  { step, resource }: Surroundings,
  path: string,
  direction: 'up' | 'down',
  given: HookExpression['given'],
  pick: string,
  isWhole = false,
): Expression {
  return { kind: 'hook', step, name: hookName(resource, path), direction, given, pick, isWhole };
}

/** Hooks are called by the resource and the one field that is taken apart or made: `orderCustomerName`. */
export function hookName(resource: string, path: string): string {
  const parts = path.split('.').map((part) => capitalized(part.replace('[]', '')));
  return camelCaseOf(resource) + parts.join('');
}
