import type { TObject } from 'typebox';
import type { Method, Operation, Route } from '../endpoints/route.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import { Type } from '../resources/type.ts';
import type {
  CustomOperationAdapter,
  MemberAdapter,
  Members,
  ResourceAdapter,
  VersionedList,
} from './adapter.ts';
import type { ChangedResource, FeatureChange } from './feature-change.ts';
import { isCustomOperationRoute, routesAt } from './routes-at.ts';
import type { ApiVersion } from './version.ts';

type Asked = Readonly<Record<string, MemberAdapter>>;
type CustomOperations = Readonly<Record<string, CustomOperationAdapter>>;

/**
 * Routes of which each operation is also there for clients that lack features. Features that change one resource are put
 * together once for each set of them that clients lack, when the first of these clients comes.
 *
 * @param changed by the name of their descriptions
 */
export function withFeatures(
  version: ApiVersion,
  changed: Readonly<Record<string, ChangedResource>>,
  routes: readonly Route[],
): Route[] {
  const lacking = Object.entries(changed).map(([name, resource]) => {
    const own = routes.filter((route) => isOf(name, route, routes));
    const known = new Map<string, ReadonlyMap<string, Route>>();
    return {
      paths: new Set(own.map(({ path }) => path)),
      at(lacks: readonly string[]): ReadonlyMap<string, Route> | undefined {
        const changes = resource.changes.filter(([feature]) => lacks.includes(feature));
        if (changes.length === 0) return undefined;
        const key = changes.map(([feature]) => feature).join();
        const description = descriptionOf(name, own);
        const found =
          known.get(key) ??
          new Map(
            routesAt(
              version,
              {
                resources: {
                  [name]: adapterWithout(
                    resource,
                    changes.map(([, change]) => change).toReversed(),
                    description,
                  ),
                },
              },
              own,
            ).map((route) => [route.path, route]),
          );
        known.set(key, found);
        return found;
      },
    };
  });
  return routes.map((route) => {
    const of = lacking.find(({ paths }) => paths.has(route.path));
    if (of === undefined) return route;
    const operations = Object.entries(route.operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        lacking: (lacks: readonly string[]) =>
          of.at(lacks)?.get(route.path)?.operations[method as Method],
      } satisfies Operation,
    ]);
    return { ...route, operations: Object.fromEntries(operations) as Route['operations'] };
  });
}

/** The same routes, for clients that lack these features. */
export function routesLacking(routes: readonly Route[], lacks: readonly string[]): Route[] {
  return routes.map((route) => ({
    ...route,
    operations: Object.fromEntries(
      Object.entries(route.operations).map(([method, operation]) => [
        method,
        operation.lacking?.(lacks) ?? operation,
      ]),
    ),
  }));
}

/** Whether a route is about one kind of resource, or about something that is done with it. */
function isOf(name: string, route: Route, routes: readonly Route[]): boolean {
  if (Object.values(route.operations).some(({ resource }) => resource?.name === name)) return true;
  const above = route.path.slice(0, route.path.lastIndexOf('/'));
  const owner = above.endsWith('}') ? routes.find(({ path }) => path === above) : undefined;
  return isCustomOperationRoute(route) && owner !== undefined && isOf(name, owner, routes);
}

function descriptionOf(name: string, routes: readonly Route[]): ResourceDescription {
  const described = routes
    .flatMap(({ operations }) => Object.values(operations))
    .find(({ resource }) => resource?.name === name)?.resource;
  if (described === undefined) throw new TypeError(`no route is about ${name}`);
  return described;
}

/**
 * What a kind of resource is for clients that lack features.
 *
 * @param changes those of the features, the last one first
 */
export function adapterWithout(
  { members, schemasOf, list }: ChangedResource,
  changes: readonly FeatureChange[],
  newest: ResourceDescription,
): ResourceAdapter {
  const asked = changes.reduce<Asked>(askedWithout, {});
  const down = (resource: Members) => changes.reduce(shownWithout, resource);
  const pointers = changes.flatMap(({ pointer }) => pointer ?? []);
  const without = changes.reduce(membersWithout, members);
  const unshown = unshownExamples(without);
  return {
    description: {
      ...newest,
      schemas: schemasOf(without, (example) => ({ ...unshown, ...down(example) })),
      ...(newest.references === undefined
        ? {}
        : { references: referencesBy(asked, newest.references) }),
    },
    down,
    create: (body) => changes.reduceRight((sent, change) => sentWith(change, sent), body),
    replace: (body, seen) => replaced(changes, body, seen),
    members: asked,
    pointer: (at) => pointers.reduce((found, pointer) => pointer(found), at),
    customOperations: changes.reduce<CustomOperations>(customOperationsWithout, {}),
    list: changes.reduce(listWithout, list),
  };
}

/** Members that are never shown are not in what `down` makes of an example: each brings its own. */
function unshownExamples({ properties }: TObject): Members {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const { writeOnly = false, examples = [] } = schema as Flags;
      return writeOnly ? examples.slice(0, 1).map((example) => [name, example]) : [];
    }),
  );
}

interface Flags {
  readonly writeOnly?: boolean;
  readonly examples?: readonly unknown[];
}

/** Members without a feature, in the place of those with it. */
function membersWithout({ properties }: TObject, { made, members }: FeatureChange): TObject {
  const names = Object.keys(properties);
  const first = names.findIndex((name) => made.includes(name));
  const place = first === -1 ? names.length : first;
  const entries = Object.entries(properties);
  const kept = (some: typeof entries) => some.filter(([name]) => !made.includes(name));
  return Type.Object(
    Object.fromEntries([
      ...kept(entries.slice(0, place)),
      ...Object.entries(members.properties),
      ...kept(entries.slice(place)),
    ]),
  );
}

function without(names: readonly string[], members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

function shownWithout(resource: Members, { made, down }: FeatureChange): Members {
  return { ...without(made, resource), ...down(resource) };
}

function sentWith({ members, create }: FeatureChange, body: Members): Members {
  return { ...without(Object.keys(members.properties), body), ...create(body) };
}

/** Each feature puts what is sent over what is shown without the features that come after it. */
function replaced(changes: readonly FeatureChange[], body: Members, seen: Members): Members {
  const [change, ...others] = changes;
  if (change === undefined) return body;
  const sent = replaced(others, body, shownWithout(seen, change));
  return {
    ...without(Object.keys(change.members.properties), sent),
    ...change.replace({ body: sent, seen }),
  };
}

/** How lists are asked for what there is without a feature, where it is known how they are asked with it. */
function askedWithout(known: Asked, { made, asked = {} }: FeatureChange): Asked {
  const others = Object.entries(known).filter(([name]) => !made.includes(name));
  const own = Object.entries(asked).map(([name, member]) => [name, throughout(member, known)]);
  return Object.fromEntries([...others, ...own]) as Asked;
}

function throughout(member: MemberAdapter, known: Asked): MemberAdapter {
  const { from, sort = from, equal = same, bound = (value: unknown) => value } = member;
  const next = from.map((name) => known[name] ?? { from: [name] });
  const [only] = next;
  return {
    from: next.flatMap((each) => each.from),
    sort: sort.flatMap((name) => known[name]?.sort ?? known[name]?.from ?? [name]),
    equal: (value) => equal(value).flatMap((row) => rowsOf(row, next)),
    bound: (value) => {
      const own = bound(value);
      return only?.bound === undefined ? own : only.bound(own);
    },
  };
}

/** Every combination of what the values of one row can be. */
function rowsOf(
  row: readonly unknown[],
  members: readonly MemberAdapter[],
): readonly (readonly unknown[])[] {
  return members.reduce<readonly (readonly unknown[])[]>(
    (rows, { equal = same }, index) =>
      rows.flatMap((before) => equal(row[index]).map((values) => [...before, ...values])),
    [[]],
  );
}

function same(value: unknown): readonly (readonly unknown[])[] {
  return [[value]];
}

/** A member that refers to another resource may be called otherwise. */
function referencesBy(
  asked: Asked,
  references: NonNullable<ResourceDescription['references']>,
): NonNullable<ResourceDescription['references']> {
  const names = new Map(Object.entries(asked).map(([name, { from }]) => [from.join(), name]));
  return Object.fromEntries(
    Object.entries(references).map(([name, reference]) => [names.get(name) ?? name, reference]),
  );
}

/** The body of a custom operation is described by the earliest feature that changes it, which the others ask for. */
function customOperationsWithout(
  known: CustomOperations,
  { customOperations = {} }: FeatureChange,
): CustomOperations {
  const own = Object.entries(customOperations).map(([segment, customOperation]) => {
    const { input, pointer } = known[segment] ?? {};
    return [
      segment,
      {
        ...customOperation,
        input: (body: Members) => {
          const sent = customOperation.input?.(body) ?? body;
          return input?.(sent) ?? sent;
        },
        pointer: (newest: string) => {
          const at = pointer?.(newest) ?? newest;
          return customOperation.pointer?.(at) ?? at;
        },
      } satisfies CustomOperationAdapter,
    ];
  });
  return { ...known, ...Object.fromEntries(own) } as CustomOperations;
}

function listWithout(list: VersionedList, { made, filter = [], sort = [] }: FeatureChange) {
  const kept = (names: readonly string[]) => names.filter((name) => !made.includes(name));
  return {
    ...list,
    filter: [...kept(list.filter), ...filter],
    sort: [...kept(list.sort), ...sort],
  };
}
