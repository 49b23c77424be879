import type { Content, Shown } from '../endpoints/representations/representation.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import type { MemberAdapter, Members, ResourceAdapter } from './adapter.ts';
import type { Paths } from './paths-at.ts';

/** How contents of one kind of resource become those of an older version. */
export interface Showing extends Pick<ResourceAdapter, 'members'> {
  /** Of the newest version, as it is before anything of it is hidden from a reader. */
  readonly newest: ResourceDescription;
  /** Of the older version. */
  readonly description: ResourceDescription;
  down(newest: Members): Members;
  /** What this version calls a custom operation of the newest one; undefined where it has none. */
  customOperation(newest: string): string | undefined;
  /** Names of the parameters of its list. */
  readonly parameters: readonly string[];
  readonly paths: Paths;
}

/** Shows what a reader sees of a content as an older version does. */
export function contentAt(showing: Showing): (content: Content) => Content {
  const { paths, down, parameters, members = {} } = showing;
  const describe = descriptionsAt(showing);
  return (content) => {
    const description = describe(content.description);
    const path = paths.toOlder(content.path);
    if (content.kind === 'resource') {
      return {
        ...content,
        description,
        path,
        resource: down(content.resource) as Shown,
        customOperations: () => customOperationsAt(content.customOperations?.() ?? [], showing),
      };
    }
    return {
      ...content,
      description,
      path,
      items: content.items.map(down) as Shown[],
      ...(content.pathOf === undefined ? {} : { pathOf: pathsOf(content.pathOf, paths) }),
      customOperations: () =>
        new Map(
          [...(content.customOperations?.() ?? [])].map(([id, customOperations]) => [
            id,
            customOperationsAt(customOperations, showing),
          ]),
        ),
      parameters:
        description === showing.description
          ? parameters
          : parameters.filter((name) =>
              isShown(name.split('[', 1)[0] ?? name, content.description, showing.newest, members),
            ),
    };
  };
}

function pathsOf(pathOf: (item: Shown) => string, paths: Paths): (item: Shown) => string {
  return (item) => paths.toOlder(pathOf(item));
}

/** What came later is no custom operation of an older version. */
function customOperationsAt(
  customOperations: readonly string[],
  { customOperation, description }: Showing,
): string[] {
  return customOperations
    .flatMap((name) => customOperation(name) ?? [])
    .filter((name) => description.customOperations?.includes(name) === true);
}

/** The older description of what a reader sees: what is hidden in the newest one is hidden in it. */
function descriptionsAt(showing: Showing): (seen: ResourceDescription) => ResourceDescription {
  const { newest, description, members = {} } = showing;
  const known = new WeakMap<ResourceDescription, ResourceDescription>();
  return (seen) => {
    // Most readers see all of it.
    if (seen === newest) return description;
    const found = known.get(seen) ?? narrowed(seen);
    known.set(seen, found);
    return found;
  };

  function narrowed(seen: ResourceDescription): ResourceDescription {
    const { shown } = description.schemas;
    const properties = Object.entries(shown.properties);
    const visible = properties.filter(([name]) => isShown(name, seen, newest, members));
    return {
      ...description,
      ...(visible.length === properties.length
        ? {}
        : {
            schemas: {
              ...description.schemas,
              shown: { ...shown, properties: Object.fromEntries(visible) },
            },
          }),
      ...(seen.customOperations === undefined
        ? {}
        : { customOperations: customOperationsAt(seen.customOperations, showing) }),
    };
  }
}

/** Whether nothing that a member is made of is hidden. */
function isShown(
  name: string,
  seen: ResourceDescription,
  newest: ResourceDescription,
  members: Readonly<Record<string, MemberAdapter>>,
): boolean {
  const isHidden = (member: string) =>
    Object.hasOwn(newest.schemas.shown.properties, member) &&
    !Object.hasOwn(seen.schemas.shown.properties, member);
  return !(members[name]?.from ?? [name]).some(isHidden);
}
