import { hash } from 'node:crypto';
import { isGranted, type Principal } from '../authentication/grants.ts';
import { hiddenFrom } from '../resources/restrictions.ts';
import type { Views } from '../service/application.ts';
import { filtersBy } from './query.ts';
import type { Content, PageContent } from './representations/representation.ts';
import type { ResourceDescription } from './resource-description.ts';

/** What of one kind of resource a caller sees. */
interface View {
  /** Part of entity tags: what is shown to one is not what is shown to the other. */
  readonly name: string;
  readonly description: ResourceDescription;
  readonly hidden: readonly string[];
  /** What the caller may do with it; undefined where that is the same for everybody. */
  readonly acts: ReadonlySet<string> | undefined;
}

/** Leaves out the members that a caller does not read, and the commands that it may not send. */
export const viewsByGrants: Views = {
  hiddenFrom: (description, caller) => new Set(hiddenFrom(description.schemas, caller)),
  nameOf: (description, caller) =>
    isSeenDifferently(description) ? viewOf(description, caller).name : undefined,
  seenBy(content, caller) {
    if (!isSeenDifferently(content.description)) return content;
    const view = viewOf(content.description, caller);
    return content.kind === 'page' ? pageSeen(content, view) : resourceSeen(content, view);
  },
};

/** Whether not everybody sees the same of it. */
function isSeenDifferently({ schemas, grants, acts }: ResourceDescription): boolean {
  return schemas.restricted !== undefined || (grants !== undefined && acts !== undefined);
}

function resourceSeen(
  content: Exclude<Content, PageContent>,
  { description, hidden, acts }: View,
): Content {
  const { resource, acts: offered = [] } = content;
  return {
    ...content,
    description,
    resource: without(resource, hidden),
    ...(acts && { acts: offered.filter((name) => acts.has(name)) }),
  };
}

function pageSeen(content: PageContent, { description, hidden, acts }: View): Content {
  const hiddenNames = new Set(hidden);
  return {
    ...content,
    description,
    ...(hidden.length > 0 && {
      items: content.items.map((item) => without(item, hidden)),
      parameters: content.parameters.filter((name) => !filtersBy(name, hiddenNames)),
    }),
    ...(acts && {
      acts: () =>
        new Map(
          [...(content.acts?.() ?? [])].map(([id, offered]) => [
            id,
            offered.filter((name) => acts.has(name)),
          ]),
        ),
    }),
  };
}

/** There are few for each kind: one for each set of grants that makes a difference. */
const views = new WeakMap<ResourceDescription, Map<string, View>>();

function viewOf(description: ResourceDescription, caller: Principal): View {
  const { schemas, grants } = description;
  const hidden = hiddenFrom(schemas, caller);
  const acts = grants && description.acts?.filter((name) => isGranted(caller, grants[name] ?? []));
  const key = acts === undefined ? hidden.join() : `${hidden.join()};${acts.join()}`;
  const known = views.get(description) ?? new Map<string, View>();
  views.set(description, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const view: View = {
    name: hash('sha1', key, 'base64url').slice(0, 8),
    description: {
      ...description,
      schemas: {
        ...schemas,
        shown: {
          ...schemas.shown,
          properties: without(schemas.shown.properties, hidden),
        },
      },
      ...(acts && { acts }),
    },
    hidden,
    acts: acts && new Set(acts),
  };
  known.set(key, view);
  return view;
}

function without<Members extends object>(members: Members, names: readonly string[]): Members {
  if (names.length === 0) return members;
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !names.includes(name)),
  ) as Members;
}
