import type { Endpoint } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { withSection, type Draft } from '../draft.ts';

/** The draft with the endpoints of these resources changed; one that says nothing is left out. */
export function changeAll(
  draft: Draft,
  names: readonly string[],
  change: (endpoint: Endpoint) => Endpoint,
): Draft {
  const changed = Object.keys(draft.resources).map((name): [string, Endpoint] => {
    const present = own(draft.endpoints, name) ?? {};
    return [name, names.includes(name) ? change(present) : present];
  });
  const speaking = changed.filter(([, endpoint]) => Object.keys(endpoint).length > 0);
  return withSection(draft, 'endpoints', Object.fromEntries(speaking));
}
