import type { Caller } from '../authentication/caller.ts';

type Check = (caller: Caller) => object;

/** Of bodies that became ones of the newest version: what the claims of their sender decide by rules of the older one alone. */
const checks = new WeakMap<object, Check>();

/** Remembers what is left to do with a body as soon as its sender is known. */
export function holdToClaims(body: object, check: Check): void {
  checks.set(body, check);
}

/**
 * A body as its sender may send it by the rules of an older version; any other as it is.
 *
 * @throws {Problem} 403 where claims of the sender do not say a value, 400 where they do not say which of several
 */
export function heldToClaims<Body extends object>(body: Body, caller: Caller): Body {
  return (checks.get(body)?.(caller) ?? body) as Body;
}
