import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import type { Members, ResourceAdapter } from './adapter.ts';

/** Of bodies that became ones of the newest version: the members that their senders said nothing about. */
const filled = new WeakMap<object, ReadonlySet<string>>();

/** The same of members about which claims decide and that the version of the sender does not have. */
const claimed = new WeakMap<object, ReadonlySet<string>>();

/**
 * Remembers which members of the body of a new resource come from the step between two versions alone. A
 * caller that may not set such a member has not tried to.
 *
 * @param sent the body by the older version; what has its default there says nothing
 */
export function noteFilled(
  { description, members = {}, claimed: decided }: ResourceAdapter,
  sent: Members,
  newest: Members,
): void {
  const properties: Readonly<Record<string, TSchema & { readonly default?: unknown }>> =
    description.schemas.create.properties;
  const said = new Set(
    Object.entries(sent)
      .filter(([name, value]) => !isDeepStrictEqual(value, properties[name]?.default))
      .flatMap(([name]) => members[name]?.from ?? [name]),
  );
  if (decided !== undefined) claimed.set(newest, new Set(decided));
  filled.set(newest, new Set(Object.keys(newest).filter((name) => !said.has(name))));
}

/** Whether a member is in a body although its sender said nothing about it. */
export function isFilled(body: Members, name: string): boolean {
  return filled.get(body)?.has(name) === true;
}

/** Whether a member has a value by a step alone, in whose place a claim of the sender comes. */
export function isForClaim(body: Members, name: string): boolean {
  return claimed.get(body)?.has(name) === true;
}
