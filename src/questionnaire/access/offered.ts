import { methods as allMethods, resourceEndpoints } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { verbsOf } from '../../specification/resolve/access.ts';
import { historyOf } from '../../specification/resolve/history.ts';
import type { Draft } from '../draft.ts';
import { withAccess } from './change.ts';

/** What can be done with each resource, by its verb. */
export function offered(draft: Draft): Map<string, string[]> {
  const endpoints = resourceEndpoints(draft.endpoints);
  return new Map(
    Object.keys(draft.resources).map((name) => {
      const {
        methods = [...allMethods],
        createByReplace = false,
        actions,
      } = own(endpoints, name) ?? {};
      const transitions = Object.entries(own(draft.states, name)?.transitions ?? {})
        .filter(([, { after, at }]) => after === undefined && at === undefined)
        .map(([transition]) => transition);
      const customOperations = [...transitions, ...Object.keys(actions ?? {})];
      return [name, verbsOf({ methods, createByReplace, customOperations })];
    }),
  );
}

/** The draft without what is allowed and no longer offered. It never lets anybody do more than before. */
export function withOfferedOnly(draft: Draft): Draft {
  const { allow } = draft.authentication ?? {};
  if (allow === undefined) return draft;
  const verbs = offered(draft);
  for (const name of Object.keys(draft.resources)) {
    if (own(draft.states, name)?.history === true) verbs.set(historyOf(name), ['read']);
  }
  const left = Object.entries(allow).flatMap(([name, entry]) => {
    const known = verbs.get(name) ?? [];
    const kept = Object.entries(entry).filter(([verb]) => known.includes(verb));
    return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)] as const];
  });
  return withAccess(draft, { allow: left.length > 0 ? Object.fromEntries(left) : nothing(draft) });
}

/** The shortest spelling of no permissions at all; undefined for a resource without operations. */
export function nothing(draft: Draft): Record<string, Record<string, string[]>> | undefined {
  const first = [...offered(draft)].find(([, verbs]) => verbs.length > 0);
  const [name, [verb = ''] = []] = first ?? [];
  return name === undefined ? undefined : { [name]: { [verb]: [] } };
}
