import type { Operation, Route } from '../endpoints/route.ts';
import type { Grants } from './grants.ts';

type Permission = Grants | 'authenticated';

/** An operation with those who may do it. */
export function grantedTo<Query, Body>(
  allowed: Permission,
  operation: Operation<Query, Body>,
): Operation<Query, Body> {
  const { description } = operation;
  const permitted = inWords(allowed);
  const { at, replacing } = operation;
  return {
    ...operation,
    allowed,
    description: description === undefined ? permitted : `${description} ${permitted}`,
    ...(at && { at: (version) => grantedTo(allowed, at(version)) }),
    ...(replacing && { replacing: grantedTo(allowed, replacing) }),
  };
}

/** The same for every operation of some routes. */
export function routesGrantedTo(allowed: Permission, routes: readonly Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    operations: Object.fromEntries(
      Object.entries(route.operations).map(([method, operation]) => [
        method,
        grantedTo(allowed, operation),
      ]),
    ),
  }));
}

function inWords(allowed: Permission): string {
  if (allowed === 'authenticated') return 'Permitted to everybody with a valid credential.';
  if (allowed.length === 0) return 'Forbidden for every caller.';
  return `Permitted to: ${allowed.map((grant) => `\`${grant}\``).join(', ')}.`;
}
