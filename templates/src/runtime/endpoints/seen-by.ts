import { hash } from 'node:crypto';
// {{#if hasGrantedLinks}}
import { isGranted } from '../authentication/grants.ts';
// {{/if}}
import type { Principal } from '../authentication/grants.ts';
// {{#if hasRestricted}}
import { hiddenFrom } from '../resources/restrictions.ts';
import { filtersBy } from './query.ts';
// {{/if}}
import type { Content, PageContent } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** What of one kind of resource a caller sees. */
interface View {
  /** Part of entity tags: what is shown to one is not what is shown to the other. */
  readonly name: string;
  readonly description: ResourceDescription;
  // {{#if hasRestricted}}
  readonly hidden: readonly string[];
  // {{/if}}
  // {{#if hasGrantedLinks}}
  /** What the caller may do with it. */
  readonly acts: ReadonlySet<string>;
  // {{/if}}
}

/** Whether not everybody sees the same of it. */
export function isSeenDifferently(description: ResourceDescription): boolean {
  // {{#if hasGrantedLinks}}
  // {{#if hasRestricted}}
  if (description.schemas.restricted !== undefined) return true;
  // {{/if}}
  return description.grants !== undefined && description.acts !== undefined;
  // {{else}}
  // return description.schemas.restricted !== undefined;
  // {{/if}}
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
    // {{#if hasRestricted}}
    resource: without(content.resource, view.hidden),
    // {{/if}}
    // {{#if hasGrantedLinks}}
    acts: (content.acts ?? []).filter((name) => view.acts.has(name)),
    // {{/if}}
  };
}

function pageSeen(content: PageContent, view: View): Content {
  // {{#if hasRestricted}}
  const hidden = new Set(view.hidden);
  // {{/if}}
  return {
    ...content,
    description: view.description,
    // {{#if hasRestricted}}
    items: content.items.map((item) => without(item, view.hidden)),
    parameters: content.parameters.filter((name) => !filtersBy(name, hidden)),
    // {{/if}}
    // {{#if hasGrantedLinks}}
    acts: () =>
      new Map(
        [...(content.acts?.() ?? [])].map(([id, acts]) => [
          id,
          acts.filter((name) => view.acts.has(name)),
        ]),
      ),
    // {{/if}}
  };
}

/** There are few for each kind: one for each set of grants that makes a difference. */
const views = new WeakMap<ResourceDescription, Map<string, View>>();

function viewOf(description: ResourceDescription, caller: Principal): View {
  // {{#if hasRestricted}}
  const hidden = hiddenFrom(description.schemas, caller);
  // {{/if}}
  // {{#if hasGrantedLinks}}
  const acts = (description.acts ?? []).filter((name) =>
    isGranted(caller, description.grants?.[name] ?? []),
  );
  // {{#if hasRestricted}}
  const key = `${hidden.join()};${acts.join()}`;
  // {{else}}
  // const key = acts.join();
  // {{/if}}
  // {{else}}
  // const key = hidden.join();
  // {{/if}}
  const known = views.get(description) ?? new Map<string, View>();
  views.set(description, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const view: View = {
    name: hash('sha1', key, 'base64url').slice(0, 8),
    description: {
      ...description,
      // {{#if hasRestricted}}
      schemas: {
        ...description.schemas,
        shown: {
          ...description.schemas.shown,
          properties: without(description.schemas.shown.properties, hidden),
        },
      },
      // {{/if}}
      // {{#if hasGrantedLinks}}
      acts,
      // {{/if}}
    },
    // {{#if hasRestricted}}
    hidden,
    // {{/if}}
    // {{#if hasGrantedLinks}}
    acts: new Set(acts),
    // {{/if}}
  };
  known.set(key, view);
  return view;
}

// {{#if hasRestricted}}
function without<Members extends object>(members: Members, names: readonly string[]): Members {
  if (names.length === 0) return members;
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !names.includes(name)),
  ) as Members;
}
// {{/if}}
