import { hash } from 'node:crypto';
import { isGranted, type Principal } from '../authentication/grants.ts';
import { hiddenFrom } from '../resources/member-access.ts';
import type { Views } from '../service/application.ts';
import { onceForEach } from '../storage/once-for-each.ts';
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
  readonly customOperations: ReadonlySet<string> | undefined;
}

/** Leaves out the members that a caller does not read, and the custom operations that it may not send. */
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
function isSeenDifferently({ schemas, grants, customOperations }: ResourceDescription): boolean {
  return (
    schemas.memberAccess !== undefined || (grants !== undefined && customOperations !== undefined)
  );
}

function resourceSeen(
  content: Exclude<Content, PageContent>,
  { description, hidden, customOperations }: View,
): Content {
  return {
    ...content,
    description,
    resource: without(content.resource, hidden),
    ...(customOperations && {
      customOperations: () =>
        (content.customOperations?.() ?? []).filter((name) => customOperations.has(name)),
    }),
  };
}

function pageSeen(content: PageContent, { description, hidden, customOperations }: View): Content {
  const hiddenNames = new Set(hidden);
  return {
    ...content,
    description,
    ...(hidden.length > 0 && {
      items: content.items.map((item) => without(item, hidden)),
      parameters: content.parameters.filter((name) => !filtersBy(name, hiddenNames)),
    }),
    ...(customOperations && {
      customOperations: () =>
        new Map(
          [...(content.customOperations?.() ?? [])].map(([id, offered]) => [
            id,
            offered.filter((name) => customOperations.has(name)),
          ]),
        ),
    }),
  };
}

function viewOf(description: ResourceDescription, caller: Principal): View {
  return viewsOf(description)(caller);
}

const viewsOf = onceForEach((description: ResourceDescription) => {
  const { schemas, grants } = description;
  // There are few: one for each set of grants that makes a difference.
  const views = new Map<string, View>();
  return onceForEach((caller: Principal): View => {
    const hidden = hiddenFrom(schemas, caller);
    const customOperations =
      grants &&
      description.customOperations?.filter((name) => isGranted(caller, grants[name] ?? []));
    const key =
      customOperations === undefined
        ? hidden.join()
        : `${hidden.join()};${customOperations.join()}`;
    const view = views.get(key) ?? newView(description, hidden, customOperations, key);
    views.set(key, view);
    return view;
  });
});

function newView(
  description: ResourceDescription,
  hidden: readonly string[],
  customOperations: readonly string[] | undefined,
  key: string,
): View {
  const { schemas } = description;
  const properties = without(schemas.shown.properties, hidden);
  return {
    name: hash('sha1', key, 'base64url').slice(0, 8),
    description: {
      ...description,
      schemas: { ...schemas, shown: { ...schemas.shown, properties } },
      ...(customOperations && { customOperations }),
    },
    hidden,
    customOperations: customOperations && new Set(customOperations),
  };
}

function without<Members extends object>(members: Members, names: readonly string[]): Members {
  if (names.length === 0) return members;
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !names.includes(name)),
  ) as Members;
}
