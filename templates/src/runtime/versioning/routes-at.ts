import { changedContext } from '../endpoints/context.ts';
import { namesOf } from '../endpoints/operations/custom-operation-names.ts';
import type { QueryNames, QueryReader } from '../endpoints/query.ts';
import type { ResourceDescription } from '../endpoints/resource-description.ts';
import type {
  BodyDescription,
  Method,
  Operation,
  RequestContext,
  Revised,
  Route,
} from '../endpoints/route.ts';
import { checkBody } from '../endpoints/validation.ts';
import type {
  CustomOperationAdapter,
  FormerRules,
  Members,
  ResourceAdapter,
  VersionAdapter,
} from './adapter.ts';
import { contentAt } from './content-at.ts';
import { refuseUnconverted } from './converted-values.ts';
import { noteFilled } from './filled-members.ts';
import { pathsOf, type Paths } from './paths-at.ts';
import { inTermsOfIts, problemAt, type Terms } from './problem-at.ts';
import { namesAt, queryAt } from './query-at.ts';
import type { ApiVersion } from './version.ts';

/** What the routes of an older version are made with. */
interface Making {
  readonly version: ApiVersion;
  readonly adapter: VersionAdapter;
  readonly paths: Paths;
}

/** One operation of the newest version, and where it is. */
interface Place {
  /** Path of its route. */
  readonly path: string;
  /** Placeholders of the older path, in their order, with the names that they have in the newest one. */
  readonly placeholders: ReadonlyMap<string, string>;
  /** The resource that a POST to the last segment does something with. */
  readonly acted?: ResourceDescription;
}

/** What a POST below a resource does, and what its input is held to. */
interface InputAdapter {
  readonly customOperation: CustomOperationAdapter | undefined;
  readonly rules: FormerRules | undefined;
}

const same = (members: Members): Members => members;

/**
 * The routes of an older version. Each operation is that of the newest one, which alone carries it out: queries and bodies
 * are read by the schemas of the older version and become those of the newest, answers and problems go the other way.
 *
 * @param newest routes of the newest version
 * @param legacy routes of the newest kind that only older versions have
 */
export function routesAt(
  version: ApiVersion,
  adapter: VersionAdapter,
  newest: readonly Route[],
  legacy: readonly Route[] = [],
): Route[] {
  const routes = joined(newest, legacy);
  const templates = templatesAt(adapter, routes);
  const making: Making = { version, adapter, paths: pathsOf(templates) };
  return routes.flatMap((route) => {
    const path = templates.get(route.path) ?? route.path;
    const acted = resourceOfOperation(route, routes);
    const place: Place = {
      path: route.path,
      placeholders: placeholdersOf(route.path, path),
      ...(acted === undefined ? {} : { acted }),
    };
    const operations = operationsAt(making, route, place);
    return operations.length === 0
      ? []
      : [{ ...route, path, operations: Object.fromEntries(operations) }];
  });
}

function operationsAt(
  making: Making,
  { operations }: Route,
  place: Place,
): (readonly [Method, Operation])[] {
  const { absent, replacesOnly } = making.adapter;
  return (Object.entries(operations) as [Method, Operation][])
    .filter(([, { id }]) => absent?.includes(id) !== true)
    .map(([method, operation]) => {
      const replacing = replacesOnly?.includes(operation.id) === true && operation.replacing;
      const own = replacing || (operation.at?.(making.version) ?? operation);
      return [method, operationAt(making, own, place)] as const;
    });
}

/** Paths of an older version, for texts that no request asked for, such as events. */
export function pathsAt(
  adapter: VersionAdapter,
  newest: readonly Route[],
  legacy: readonly Route[] = [],
): Paths {
  return pathsOf(templatesAt(adapter, joined(newest, legacy)));
}

/**
 * Path of a collection in an older version.
 *
 * @param path of the newest version
 * @returns none where the older version does not list it
 */
export function collectionAt(
  path: string,
  adapter: VersionAdapter,
  newest: readonly Route[],
): readonly string[] {
  const listing = newest.find((route) => route.path === path)?.operations.GET;
  const isAbsent = listing !== undefined && adapter.absent?.includes(listing.id);
  return isAbsent === true ? [] : [pathsAt(adapter, newest).toOlder(path)];
}

/** What only older versions can do is at the same paths, or at paths of its own. */
function joined(newest: readonly Route[], legacy: readonly Route[]): readonly Route[] {
  const known = new Map(newest.map((route) => [route.path, route]));
  for (const route of legacy) {
    const there = known.get(route.path);
    const operations = { ...there?.operations, ...route.operations };
    known.set(route.path, { ...route, ...there, operations });
  }
  return [...known.values()];
}

/** By the path of the newest route: that of the older one. What is below a path is below it in both. */
function templatesAt(
  { paths = {}, resources = {} }: VersionAdapter,
  routes: readonly Route[],
): ReadonlyMap<string, string> {
  const older = (path: string): string => {
    const own = paths[path];
    if (own !== undefined || path === '') return own ?? path;
    const parent = path.slice(0, path.lastIndexOf('/'));
    const segment = path.slice(parent.length + 1);
    const owner = resourceAt(parent, routes);
    const customOperations =
      owner === undefined ? {} : (resources[owner.name]?.customOperations ?? {});
    const [customOperation = segment] =
      Object.entries(customOperations).find(([, { newest }]) => newest === segment) ?? [];
    return `${older(parent)}/${customOperation}`;
  };
  return new Map(routes.map(({ path }) => [path, older(path)]));
}

/** The kind of resource that there is one of at a path. */
export function resourceAt(
  path: string,
  routes: readonly Route[],
): ResourceDescription | undefined {
  if (!path.endsWith('}')) return undefined;
  const { operations = {} } = routes.find((route) => route.path === path) ?? {};
  return Object.values(operations).find(({ resource }) => resource !== undefined)?.resource;
}

/** The resource that a POST below it does something with. */
function resourceOfOperation(
  route: Route,
  routes: readonly Route[],
): ResourceDescription | undefined {
  if (!isCustomOperationRoute(route)) return undefined;
  return resourceAt(route.path.slice(0, route.path.lastIndexOf('/')), routes);
}

/** Whether a POST there does something with what is above; a collection in which it creates something is none of that. */
export function isCustomOperationRoute({ path, operations }: Route): boolean {
  const [[method, operation] = [], ...others] = Object.entries(operations);
  const isOnlyPost = method === 'POST' && others.length === 0;
  return isOnlyPost && operation?.body?.holds === undefined && !path.endsWith('}');
}

function placeholdersOf(newest: string, older: string): ReadonlyMap<string, string> {
  const own = namesIn(newest);
  return new Map(namesIn(older).map((name, index) => [name, own[index] ?? name]));
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function operationAt(making: Making, operation: Operation, place: Place): Operation {
  const { adapter, paths } = making;
  const { resource } = operation;
  const own = resource && adapter.resources?.[resource.name];
  const acted = place.acted && adapter.resources?.[place.acted.name];
  const [segment, customOperation] = customOperationOf(place, acted);
  const description =
    (resource && own?.others?.[resource.names.one]) ?? own?.description ?? resource;
  const terms = termsOf(place, acted ?? own, customOperation, segment);
  const query =
    operation.query === undefined || own?.list === undefined
      ? operation.query
      : (queryAt(own, own.list, operation.query) as QueryReader<unknown>);
  const inputs = { customOperation, rules: acted?.formerRules };
  const body = operation.body && bodyAt(operation.body, own, inputs);
  const statuses = adapter.statuses?.[operation.id] ?? {};
  return {
    ...operation,
    ...namedAt(making, operation, place, acted, segment),
    ...operation.worded?.(terms.state),
    ...(description === undefined ? {} : { resource: description }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    answers: Object.fromEntries(
      Object.entries(operation.worded?.(terms.state).answers ?? operation.answers).map(
        ([status, answer]) => [statuses[Number(status)] ?? status, answer],
      ),
    ),
    older: {
      newest: operation,
      contextOf: contextsAt(making, place, own),
      problemOf: (error) => problemAt(error, terms),
      show:
        description === undefined
          ? (content) => content
          : contentAt({
              newest: resource ?? description,
              description,
              down: own?.down ?? same,
              customOperation: terms.customOperation,
              parameters: (query?.parameters ?? []).map(({ name }) => name),
              paths,
              ...(own?.members === undefined ? {} : { members: own.members }),
            }),
      pathOf: paths.toOlder,
      statuses,
    },
  };
}

/** Segment of the custom operation in this version, and what adapts it. */
function customOperationOf(
  { path, acted }: Place,
  adapter: ResourceAdapter | undefined,
): readonly [segment?: string, customOperation?: CustomOperationAdapter] {
  if (acted === undefined) return [];
  const newest = path.slice(path.lastIndexOf('/') + 1);
  return (
    Object.entries(adapter?.customOperations ?? {}).find(
      ([, customOperation]) => customOperation.newest === newest,
    ) ?? [newest]
  );
}

function termsOf(
  { placeholders }: Place,
  adapter: ResourceAdapter | undefined,
  customOperation: CustomOperationAdapter | undefined,
  asked: string | undefined,
): Terms {
  const { pointer = (at: string) => at, state = (name: string) => name } = adapter ?? {};
  const { customOperations = {}, offers } = adapter ?? {};
  const known = new Map(
    Object.entries(customOperations).map(([name, { newest }]) => [newest, name]),
  );
  const customOperationAt = (newest: string) => {
    const own = known.get(newest) ?? newest;
    return offers?.includes(own) === false ? undefined : own;
  };
  const parameters = new Map([...placeholders].map(([older, newest]) => [newest, older]));
  return {
    // The body of an action holds no resource. A violation of a rule about the resource names members of the resource.
    pointer: customOperation?.pointer ?? pointer,
    parameter: (newest) => parameters.get(newest) ?? newest,
    state,
    customOperation: customOperationAt,
    customOperations(newest) {
      const own = newest.flatMap((name) => customOperationAt(name) ?? []);
      return offers === undefined ? own : offers.filter((name) => own.includes(name));
    },
    ...(asked === undefined ? {} : { asked }),
  };
}

/** The id, the summary and the heading of an operation, by the names of this version. */
function namedAt(
  { adapter }: Making,
  { id, summary, tag, resource }: Operation,
  { path, acted }: Place,
  actedAdapter: ResourceAdapter | undefined,
  segment: string | undefined,
): Pick<Operation, 'id' | 'summary' | 'tag'> {
  const own = adapter.operations?.[id];
  const described = acted ?? resource;
  const owning = resource && adapter.resources?.[resource.name];
  const older =
    acted === undefined
      ? ((resource && owning?.others?.[resource.names.one]) ?? owning?.description)
      : actedAdapter?.description;
  const named = { id: own ?? id, summary, tag };
  if (older === undefined || described === undefined) return named;
  if (segment !== undefined) {
    const names = namesOf(older, segment);
    // What does not have the usual names keeps its own.
    const usual = namesOf(described, path.slice(path.lastIndexOf('/') + 1));
    return {
      id: own ?? (id === usual.id ? names.id : id),
      summary: summary === usual.summary ? names.summary : summary,
      tag: older.names.many,
    };
  }
  const { one, many } = described.names;
  const [from, to] = id.endsWith(many) ? [many, older.names.many] : [one, older.names.one];
  return {
    id: own ?? (id.endsWith(from) ? id.slice(0, -from.length) + to : id),
    summary: summary.replace(many.toLowerCase(), older.names.many.toLowerCase()),
    tag: tag === many ? older.names.many : tag,
  };
}

function bodyAt(
  body: BodyDescription<unknown>,
  own: ResourceAdapter | undefined,
  inputs: InputAdapter,
): BodyDescription<unknown> {
  if (body.holds === undefined) return inputAt(body, inputs);
  if (own === undefined || body.of === undefined) return body;
  const { down = same, replace = same, formerRules } = own;
  const read = body.of(own.description);
  return {
    ...read,
    parse(value, mediaType, limits) {
      const parsed = read.parse(value, mediaType, limits);
      if (body.holds === 'new') return newestOf(own, parsed as Members);
      const { over, asNew } = parsed as Revised & { asNew?(id: string): Members };
      const revised: Revised = {
        over(seen) {
          const newest = seen();
          let shown: Members | undefined;
          // A patch is made of what is shown, and what it makes is compared with the same.
          const patched = () =>
            over(() => {
              shown ??= down(newest);
              return shown;
            });
          return inTermsOfIts(() => {
            const replacing = (sent: Members, before?: Members): Members => {
              const replaced = replace(sent, newest, before);
              refuseUnconverted(own, replaced, newest);
              return replaced;
            };
            if (formerRules === undefined) return replacing(patched(), shown);
            const before = down(newest);
            // What a replacement leaves to claims stays what it is.
            const sent = { ...only(formerRules.members, before), ...patched() };
            const replaced = replacing(sent, before);
            formerRules.holdChange(replaced, sent, before);
            return replaced;
          });
        },
      };
      return asNew === undefined
        ? revised
        : { ...revised, asNew: (id: string) => inTermsOfIts(() => newestOf(own, asNew(id))) };
    },
  };
}

/** The body of a new resource as one of the newest version. */
function newestOf(own: ResourceAdapter, body: Members): Members {
  const newest = own.create?.(body) ?? body;
  refuseUnconverted(own, newest);
  noteFilled(own, body, newest);
  own.formerRules?.holdNew(newest, body, (sent) => {
    const made = own.create?.(sent) ?? sent;
    noteFilled(own, body, made);
    return made;
  });
  return newest;
}

function only(names: readonly string[], members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)));
}

/** The body of what a POST does with a resource. */
function inputAt(
  body: BodyDescription<unknown>,
  { customOperation, rules }: InputAdapter,
): BodyDescription<unknown> {
  const { schema, input = same } = customOperation ?? {};
  if (schema === undefined) return rules === undefined ? body : heldInput(body, rules);
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return {
    ...body,
    schemas: { 'application/json': schema },
    isOptional: required.length === 0,
    parse(value) {
      checkBody(schema, value);
      const sent = value as Members;
      const newest = input(sent);
      refuseUnconverted(customOperation ?? {}, newest);
      rules?.holdChange(newest, sent);
      return newest;
    },
  };
}

/** The same of one that is the body of the newest version, held to rules of the older one. */
function heldInput(body: BodyDescription<unknown>, rules: FormerRules): BodyDescription<unknown> {
  return {
    ...body,
    parse(...given) {
      const input = body.parse(...given) as Members;
      rules.holdChange(input, input);
      return input;
    },
  };
}

/** How parameters are called, for each way that a representation calls them. */
function namesFor(
  adapter: ResourceAdapter | undefined,
): (names: QueryNames | undefined) => QueryNames | undefined {
  if (adapter?.members === undefined && adapter?.list === undefined) return (names) => names;
  const plain = namesAt(undefined, adapter);
  const known = new WeakMap<QueryNames, QueryNames>();
  return (names) => {
    if (names === undefined) return plain;
    const found = known.get(names) ?? namesAt(names, adapter);
    known.set(names, found);
    return found;
  };
}

/** Requests as they would be of the newest version. */
function contextsAt(
  { paths, adapter }: Making,
  { placeholders }: Place,
  own: ResourceAdapter | undefined,
): (context: RequestContext) => RequestContext {
  const namesOf = namesFor(own);
  const isSame = [...placeholders].every(([older, newest]) => older === newest);
  const parametersOf = ({ parameters }: RequestContext) =>
    isSame
      ? parameters
      : Object.fromEntries(
          Object.entries(parameters).map(([name, value]) => [
            placeholders.get(name) ?? name,
            value,
          ]),
        );
  const { lacks } = adapter;
  return (context) =>
    changedContext(context, {
      path: paths.toNewest(context.path),
      link: (path) => context.link(paths.toOlder(path)),
      parameters: parametersOf(context),
      queryNames: namesOf(context.queryNames),
      ...(lacks && { lacks }),
    });
}
