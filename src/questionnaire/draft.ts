import type { Field, Resource, Specification } from '../specification/index.ts';
import { defined } from '../specification/plain.ts';
import { without } from './without.ts';

/** A specification on its way: as long as chapters are open, the name may be empty and there may be no resource. */
export type Draft = Specification;

export function beginDraft(start: Partial<Specification>): Draft {
  return { ...start, service: start.service ?? { name: '' }, resources: start.resources ?? {} };
}

/** The draft with a section replaced; a section that says nothing is left out. */
export function withSection<K extends keyof Draft>(
  draft: Draft,
  name: K,
  section: Draft[K],
): Draft {
  return inOrder({ ...draft, [name]: section });
}

/** The draft without a section: its defaults hold. */
export function withoutSection(draft: Draft, name: 'events'): Draft {
  return without(draft, name);
}

/** The sections in the order of the file, whichever was answered first. */
function inOrder(draft: Draft): Draft {
  const { service, resources, states, endpoints, authentication } = draft;
  const { events, errors, limits, versioning } = draft;
  return {
    service,
    resources,
    ...defined({
      states: speaking(states),
      endpoints: speaking(endpoints),
      authentication: speaking(authentication),
      // That there are events at all is what the section says, even when it is empty.
      events,
      errors: speaking(errors),
      limits: speaking(limits),
      versioning: speaking(versioning),
    }),
  };
}

function speaking<T extends object>(section: T | undefined): T | undefined {
  return section === undefined || Object.keys(section).length === 0 ? undefined : section;
}

export function withResource(draft: Draft, name: string, resource: Resource): Draft {
  return withSection(draft, 'resources', { ...draft.resources, [name]: resource });
}

export function withField(draft: Draft, resource: string, name: string, field: Field): Draft {
  const present = draft.resources[resource] ?? { fields: {} };
  return withResource(draft, resource, {
    ...present,
    fields: { ...present.fields, [name]: field },
  });
}
