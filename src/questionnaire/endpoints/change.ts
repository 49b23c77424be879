import { resourceEndpoints, type Endpoint } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { withOfferedOnly } from '../access/offered.ts';
import { withOfferedDeprecations } from '../deprecations.ts';
import { withSection, type Draft } from '../draft.ts';
import { serviceWideOf } from './service-wide.ts';

/** The draft with the endpoints of these resources changed; one that says nothing is left out. */
export function changeAll(
  draft: Draft,
  names: readonly string[],
  change: (endpoint: Endpoint) => Endpoint,
): Draft {
  const written = resourceEndpoints(draft.endpoints);
  const changed = Object.keys(draft.resources).map((name): [string, Endpoint] => {
    const present = own(written, name) ?? {};
    return [name, names.includes(name) ? withOfferedDeprecations(change(present)) : present];
  });
  const speaking = changed.filter(([, endpoint]) => Object.keys(endpoint).length > 0);
  const answered = withSection(draft, 'endpoints', {
    ...serviceWideOf(draft),
    ...Object.fromEntries(speaking),
  });
  return withOfferedOnly(answered);
}
