import { claimOf } from './attribute-rules.ts';
import { isGranted, type Grants, type Principal } from './grants.ts';

/**
 * What of a caller decides which rows exist for it.
 *
 * @param claims those that attribute rules ask for
 * @param grants those for which rows exist whatever their members say
 */
export function decidingBy(
  claims: readonly string[],
  grants: Grants,
): (caller: Principal) => readonly unknown[] {
  return (caller) => [
    ...claims.map((claim) => claimOf(caller, claim)),
    ...grants.filter((grant) => isGranted(caller, [grant])),
  ];
}
