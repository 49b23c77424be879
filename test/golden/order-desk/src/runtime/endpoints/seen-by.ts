import { hash } from 'node:crypto';
import { isGranted } from '../authentication/grants.ts';
import type { Principal } from '../authentication/grants.ts';
import type { Content, PageContent } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** What of one kind of resource a caller sees. */
interface View {
  /** Part of entity tags: what is shown to one is not what is shown to the other. */
  readonly name: string;
  readonly description: ResourceDescription;
  /** What the caller may do with it. */
  readonly acts: ReadonlySet<string>;
}

/** Whether not everybody sees the same of it. */
export function isSeenDifferently(description: ResourceDescription): boolean {
  return description.grants !== undefined && description.acts !== undefined;
}

/** The content of an answer as its caller sees it. */
export function seenBy(content: Content, caller: Principal): Content {
  const view = viewOf(content.description, caller);
  return content.kind === 'page' ? pageSeen(content, view) : resourceSeen(content, view);
}

/** Name of what a caller sees; the same for all who see the same. */
export function viewName(description: ResourceDescription, caller: Principal): string {
  return viewOf(description, caller).name;
}

function resourceSeen(content: Exclude<Content, PageContent>, view: View): Content {
  return {
    ...content,
    description: view.description,
    acts: (content.acts ?? []).filter((name) => view.acts.has(name)),
  };
}

function pageSeen(content: PageContent, view: View): Content {
  return {
    ...content,
    description: view.description,
    acts: () =>
      new Map(
        [...(content.acts?.() ?? [])].map(([id, acts]) => [
          id,
          acts.filter((name) => view.acts.has(name)),
        ]),
      ),
  };
}

/** There are few for each kind: one for each set of grants that makes a difference. */
const views = new WeakMap<ResourceDescription, Map<string, View>>();

function viewOf(description: ResourceDescription, caller: Principal): View {
  const acts = (description.acts ?? []).filter((name) =>
    isGranted(caller, description.grants?.[name] ?? []),
  );
  const key = acts.join();
  const known = views.get(description) ?? new Map<string, View>();
  views.set(description, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const view: View = {
    name: hash('sha1', key, 'base64url').slice(0, 8),
    description: {
      ...description,
      acts,
    },
    acts: new Set(acts),
  };
  known.set(key, view);
  return view;
}
