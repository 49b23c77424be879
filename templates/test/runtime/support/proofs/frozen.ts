import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { Behaviours } from '../../../../src/runtime/resources/rules.ts';
import { everything } from '../../../contract.ts';
import { contractOf, type DocumentedOperation } from '../document-contract.ts';
import type { AttributeSample, ResourceSample } from '../sample.ts';
import { withAddedMembers } from './added-members.ts';

export type Schema = Readonly<Record<string, unknown>>;
export type Members = Readonly<Record<string, unknown>>;

/** What the steps between an older version and the newest one say of it, where nothing else could. */
export interface DeclaredVersion {
  readonly label: string;
  /** An instant at which it answers, and so does the newest one. */
  readonly now: string;
  /** By its own singular names. */
  readonly resources: Readonly<Record<string, DeclaredResource>>;
  /** Events that the service no longer sends, by its own names. */
  readonly withdrawn?: readonly string[];
  /** Its webhooks are gone; absent: they are as they were, or it had none. */
  readonly hasNoWebhooks?: true;
  /** Behaviours that came after it. */
  readonly lacks: readonly (keyof Behaviours)[];
  /** Problems that have another code now: the newest by the one that this version has. */
  readonly problems: Readonly<Record<string, string>>;
  /** Rows that the service refers to in the place of what its clients leave out: the steps name them. */
  readonly filled?: readonly { readonly to: ResourceSample; readonly id: string }[];
}

export interface DeclaredResource {
  /** The same resource in the newest version. */
  readonly newest: ResourceSample;
  /** Those of the newest version. */
  readonly rules: object;
  /** Members that need not come back as they were sent, or that a change may lose. */
  readonly lossy: readonly string[];
  /** Members that the next minor release adds: no frozen file has them. */
  readonly added?: Readonly<Record<string, FrozenField>>;
  /** What lists can be asked for besides from the next minor release on. */
  readonly addedFilters?: readonly string[];
  readonly addedSorts?: readonly string[];
  /** Members that are made of all others now. */
  readonly computed?: readonly string[];
  /** Members that are stored no more. */
  readonly removed?: readonly string[];
  /** Only older versions have it: what the newest one has of it is what this one has. */
  readonly isFormer?: true;
  /** What only older versions do with it by a POST. */
  readonly formerCustomOperations?: readonly string[];
  /** What no caller may do: verbs, such as `read`, and segments of what is asked for by a POST. */
  readonly closed?: readonly string[];
  /** Transitions and actions that have a condition now which they did not have. */
  readonly conditional?: readonly string[];
  /** Its states where they were changed: rows of all versions are in the same. */
  readonly machine?: MachineNow;
  /** Headers that requests have to have now. */
  readonly demanded?: readonly string[];
  /** Headers that requests had to have, and need not have now. */
  readonly undemanded?: readonly string[];
  /** Bounds of this version that are wider now, or whose type has more room: by the newest member. */
  readonly shownRanges?: Readonly<Record<string, Schema>>;
  /** Members of the newest version with narrower bounds than this one promised: it may hold values beyond them. */
  readonly narrowed?: readonly string[];
  /** Members of objects that are shown as null where there is nothing: `gift.message`, `parcels[].note`. */
  readonly shownNulls?: readonly string[];
  /** Objects that are not shown where no member of them has a value: `gift`, `parcels[].size`. */
  readonly unshownObjects?: readonly string[];
  /** Members that have another type now which cannot hold all their values: some that it holds, and one that is refused. */
  readonly convertible?: Readonly<Record<string, ConvertibleValues>>;
  /** The same of what transitions and actions are sent, by their segments. */
  readonly convertibleInputs?: Readonly<
    Record<string, Readonly<Record<string, ConvertibleValues>>>
  >;
  /** Members whose values claims of the caller say, with their names in the newest version. */
  readonly claimed?: Readonly<Record<string, string>>;
  /** Those of them that have a value of the step where they are left out, which is none of the claims. */
  readonly filledClaims?: readonly string[];
  /** What this version calls values of such members, by the newest values. */
  readonly claimedValues?: Readonly<Record<string, Members>>;
  /** Rules that this version alone has, by its own names. */
  readonly formerRules?: readonly AttributeSample[];
  /** Members that claims of the caller said: they have to be sent now. */
  readonly unclaimed?: readonly string[];
  /** Actions that are done before their answer now, and were done after it, or the other way round. */
  readonly reanswered?: readonly string[];
  /** Members that no two rows share any more, alone or together. */
  readonly unique?: readonly string[];
  /** Those that rows may share now, although they could not. */
  readonly shared?: readonly (readonly string[])[];
  /** Members that no caller may send. */
  readonly unwritable?: readonly string[];
  /** Members that no caller is shown. */
  readonly unreadable?: readonly string[];
  /** What lists were asked for and cannot be asked for any more. */
  readonly lostFilters?: readonly string[];
  readonly lostSorts?: readonly string[];
  /** Their other parameters, such as `cursor`. */
  readonly lostParameters?: readonly string[];
  /** Media types of representations that are gone. */
  readonly lostTypes?: readonly string[];
  /** Statuses by which PUT succeeds no more: 201 where it created what was not there. */
  readonly lostStatuses?: readonly string[];
  /** What lists do nearly as they did it. */
  readonly nearFilters?: readonly string[];
  /** With the members that the newest version has in their place. */
  readonly nearSorts?: NearSorts;
}

/** What the states and transitions of a version are now, as far as it is another thing; by its own names. */
export interface MachineNow {
  readonly initial?: string;
  readonly transitions: Readonly<Record<string, Pick<FrozenTransition, 'from' | 'to'>>>;
}

export interface ConvertibleValues {
  readonly taken: readonly unknown[];
  readonly refused?: unknown;
}

/** What a version promised, from its frozen files alone. */
export interface Frozen extends Document {
  readonly label: string;
  readonly resources: readonly FrozenResource[];
  readonly errors: Readonly<Record<string, { readonly status: number }>>;
  /** `purchase.placed` */
  readonly events: readonly string[];
  /** Those of them that the service no longer sends. */
  readonly withdrawn: readonly string[];
  readonly hasNoWebhooks: boolean;
  /** Whether events hold the resource as it is shown. */
  readonly hasFullEvents: boolean;
  readonly vendor: string;
}

export interface FrozenResource {
  /** As the version calls it. */
  readonly name: string;
  /** `/purchases/{id}/lines` */
  readonly path: string;
  readonly newest: ResourceSample;
  readonly isFormer: boolean;
  readonly formerCustomOperations: readonly string[];
  readonly shownRanges: Readonly<Record<string, Schema>>;
  /** Members of the newest version that may hold values beyond its bounds. */
  readonly narrowed: readonly string[];
  /** What members of objects are shown as null where there is nothing. */
  readonly shownNulls: readonly string[];
  /** Objects that are not shown where no member of them has a value. */
  readonly unshownObjects: readonly string[];
  /** Members that have another type now which cannot hold all their values. */
  readonly convertible: Readonly<Record<string, ConvertibleValues>>;
  /** Values of members that claims of the caller of tests say. */
  readonly claimed: ReadonlyMap<string, unknown>;
  /** Those of them of which the claims say several: bodies have to say which. */
  readonly chosen: ReadonlySet<string>;
  /** Rules that the newest version has no more. */
  readonly formerRules: readonly AttributeSample[];
  readonly rules: object;
  readonly lossy: ReadonlySet<string>;
  readonly computed: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  /** With those that the next minor release adds. */
  readonly fields: Readonly<Record<string, FrozenField>>;
  readonly added: Readonly<Record<string, FrozenField>>;
  /** Members that no caller may send. */
  readonly unwritable: ReadonlySet<string>;
  /** Members that are unique, alone or with others, and those that have become so since. */
  readonly unique: readonly string[];
  /** Members that claims of the caller said: they have to be sent now. */
  readonly unclaimed: readonly string[];
  /** Actions whose answers are others now. */
  readonly reanswered: readonly string[];
  /** What a path offers. */
  readonly offered: readonly Method[];
  /** Those of them that somebody may use. */
  readonly methods: readonly Method[];
  /** Whether somebody may do it: a verb, or a segment of what is asked for by a POST. */
  isOpen(what: string): boolean;
  /** Headers that requests have to have now. */
  readonly demanded: readonly string[];
  /** Headers that they had to have, and need not have now. */
  readonly undemanded: readonly string[];
  /** What lists are asked for as they were. */
  readonly filter: readonly string[];
  readonly sort: readonly string[];
  /** Those of them that the next minor release adds. */
  readonly addedParameters: Asked;
  /** What they do nearly so. */
  readonly near: { readonly filter: readonly string[]; readonly sort: NearSorts };
  /** What they cannot be asked for any more. */
  readonly lost: Asked & { readonly parameters: readonly string[] };
  /** Media types in which it is not read or shown any more. */
  readonly lostTypes: readonly string[];
  /** Statuses by which PUT succeeds no more. */
  readonly lostStatuses: readonly string[];
  /** Whether PUT created what it did not find. */
  readonly createByReplace: boolean;
  readonly size: number;
  readonly maxSize: number;
  readonly machine?: FrozenMachine;
  /** Segments of what can be asked for besides transitions. */
  readonly actions: readonly string[];
  /** What transitions and actions are sent, by their segments. */
  readonly inputs: Readonly<Record<string, Readonly<Record<string, FrozenField>>>>;
  /** Address of a collection for its address in the newest version. */
  collection(newest: string): string;
  /** Of the bodies of a method, and of what it answers. */
  readonly request: (method: string, below?: string) => Schema;
  readonly shown: Schema;
}

/** By a member that lists are sorted by: the newest members that they are sorted by instead. */
type NearSorts = Readonly<Record<string, readonly string[]>>;

/** Names of members. */
export interface Asked {
  readonly filter: readonly string[];
  readonly sort: readonly string[];
}

export interface FrozenField {
  readonly type: string;
  readonly to?: string;
  readonly unique: boolean;
  readonly immutable: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

export interface FrozenMachine {
  readonly field: string;
  readonly initial: string;
  readonly transitions: Readonly<Record<string, FrozenTransition>>;
}

export interface FrozenTransition {
  readonly from: readonly string[];
  readonly to: string;
  readonly after?: number;
  readonly at?: string;
  /** Whether rows have to meet a condition, of the version or of the newest one. */
  readonly isConditional: boolean;
  readonly input: Readonly<Record<string, FrozenField>>;
}

export type Method = ResourceSample['methods'][number];

/** Read as stored: `contracts/v1/1.0.0/specification.json`. */
interface Specification {
  readonly service: { readonly vendor: string };
  readonly resources: Readonly<Record<string, Resource>>;
  readonly states: Readonly<Record<string, Machine>>;
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly errors: { readonly codes: Readonly<Record<string, { readonly status: number }>> };
  readonly events?: {
    readonly emit: readonly { readonly resource: string; readonly event: string }[];
    readonly data: 'full' | 'thin';
  };
}

interface Resource {
  readonly plural: string;
  readonly segment?: string;
  readonly parent?: string;
  readonly fields: Readonly<Record<string, FrozenField>>;
  readonly unique: readonly (readonly string[])[];
}

interface Machine extends Omit<FrozenMachine, 'transitions'> {
  readonly transitions: Readonly<
    Record<string, Omit<FrozenTransition, 'isConditional'> & { readonly when: object }>
  >;
}

interface Endpoint {
  readonly methods: readonly Method[];
  readonly createByReplace: boolean;
  readonly filter: readonly string[];
  readonly sort: readonly string[];
  readonly pagination: { readonly size: number; readonly maxSize: number };
  readonly actions: Readonly<Record<string, Pick<FrozenTransition, 'input'>>>;
}

/** The newest release of a version. */
export function readFrozen(declared: DeclaredVersion): Frozen {
  const { label } = declared;
  const directory = new URL(`../../../../contracts/v${label}/`, import.meta.url);
  const release = readdirSync(directory).toSorted(byNumbers).at(-1) ?? '';
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`${release}/${name}`, directory), 'utf8'));
  const specification = read('specification.json') as Specification;
  const document = documentWith(declared, specification, read('openapi.json') as Schema);
  const { events, errors, service } = specification;
  return {
    ...document,
    label,
    errors: errors.codes,
    withdrawn: declared.withdrawn ?? [],
    hasNoWebhooks: declared.hasNoWebhooks === true,
    events: (events?.emit ?? []).map(({ resource, event }) => `${resource}.${event}`),
    hasFullEvents: events?.data === 'full',
    vendor: service.vendor,
    resources: Object.entries(declared.resources).map(([name, resource]) =>
      frozenResource(name, resource, label, specification, document),
    ),
  };
}

/** The frozen document; where the next minor release adds members, with those in what is shown. */
function documentWith(
  { resources: all }: DeclaredVersion,
  { resources }: Specification,
  value: Schema,
): Document {
  const document = documentOf(value);
  const added = Object.entries(all).flatMap(([name, each]) =>
    each.added === undefined ? [] : [[pathOf(name, resources), Object.keys(each.added)] as const],
  );
  return added.length === 0
    ? document
    : documentOf(withAddedMembers(value, document, new Map(added)));
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function frozenResource(
  name: string,
  declared: DeclaredResource,
  label: string,
  specification: Specification,
  document: Document,
): FrozenResource {
  const { resources, endpoints, states } = specification;
  const resource = resources[name];
  const endpoint = endpoints[name];
  assert.ok(resource !== undefined && endpoint !== undefined, `${label} has no ${name}`);
  const path = pathOf(name, resources);
  const one = `${path}/{id}`;
  const machine = machineOf(states[name], declared);
  const { newest, rules, added = {}, computed = [], removed = [], unique = [] } = declared;
  const { shared = [], unreadable = [], formerRules = [], unclaimed = [] } = declared;
  const claimed = claimsOf(declared);
  const unwritable = new Set(declared.unwritable);
  const { lostFilters = [], lostSorts = [], lostParameters = [] } = declared;
  const { nearFilters = [], nearSorts = {}, addedFilters = [], addedSorts = [] } = declared;
  const isOpen = (what: string) => declared.closed?.includes(what) !== true;
  const filters = new Set([...lostFilters, ...nearFilters]);
  const sorts = new Set([...lostSorts, ...Object.keys(nearSorts)]);
  for (const member of unreadable) {
    filters.add(member);
    sorts.add(member);
  }
  return {
    name,
    path,
    newest,
    isFormer: declared.isFormer === true,
    formerCustomOperations: declared.formerCustomOperations ?? [],
    shownRanges: declared.shownRanges ?? {},
    narrowed: declared.narrowed ?? [],
    shownNulls: declared.shownNulls ?? [],
    unshownObjects: declared.unshownObjects ?? [],
    convertible: declared.convertible ?? {},
    claimed: new Map(claimed.map(({ member, own }) => [member, own])),
    chosen: new Set([
      ...claimed
        .filter(({ claim }) => [everything.claims[claim] ?? []].flat().length > 1)
        .map(({ member }) => member),
      ...(declared.filledClaims ?? []),
    ]),
    formerRules,
    rules,
    // Of members that came later, the frozen document does not know what is shown.
    lossy: new Set([...declared.lossy, ...Object.keys(added)]),
    added,
    computed: new Set(computed),
    removed: new Set(removed),
    fields: Object.fromEntries(
      Object.entries({ ...added, ...resource.fields }).map(([member, field]) => [
        member,
        {
          ...field,
          unique: field.unique && !shared.some((key) => key.length === 1 && key[0] === member),
          writeOnly: field.writeOnly || unreadable.includes(member),
        },
      ]),
    ),
    unwritable,
    unique: [
      ...Object.keys(resource.fields).filter((each) => resource.fields[each]?.unique === true),
      ...resource.unique.flat().filter((each) => each in resource.fields),
      ...unique,
    ],
    unclaimed,
    reanswered: declared.reanswered ?? [],
    offered: endpoint.methods,
    methods: endpoint.methods.filter((method) => isOpen(method === 'list' ? 'read' : method)),
    isOpen,
    demanded: declared.demanded ?? [],
    undemanded: declared.undemanded ?? [],
    filter: [...endpoint.filter, ...addedFilters].filter((member) => !filters.has(member)),
    sort: [...endpoint.sort, ...addedSorts].filter((member) => !sorts.has(member)),
    addedParameters: { filter: addedFilters, sort: addedSorts },
    near: { filter: nearFilters, sort: nearSorts },
    lost: { filter: lostFilters, sort: lostSorts, parameters: lostParameters },
    lostTypes: declared.lostTypes ?? [],
    lostStatuses: declared.lostStatuses ?? [],
    createByReplace: endpoint.createByReplace,
    size: endpoint.pagination.size,
    maxSize: endpoint.pagination.maxSize,
    ...(machine === undefined ? {} : { machine }),
    actions: Object.keys(endpoint.actions),
    inputs: Object.fromEntries(
      Object.entries({ ...machine?.transitions, ...endpoint.actions }).map(
        ([customOperation, { input }]) => [customOperation, input],
      ),
    ),
    collection(newestAddress) {
      const ids = newestAddress
        .split('/')
        .filter((_, index) => index % 2 === 1)
        .slice(1);
      return `/v${label}${path.replaceAll(/\{id\}/g, () => ids.shift() ?? '')}`;
    },
    request(method, below) {
      if (below !== undefined) {
        const input = document.request(method, `${one}/${below}`);
        return taking(declared.convertibleInputs?.[below] ?? {}, input);
      }
      const body = document.request(method, method === 'POST' ? path : one);
      const sent = without(unwritable, taking(declared.convertible ?? {}, body));
      return method === 'PATCH' ? sent : demanding(unclaimed, sent);
    },
    shown: endpoint.methods.includes('read') ? document.answer('GET', one) : {},
  };
}

/** A schema of a body with those values alone that the newest version can hold. */
function taking(convertible: Readonly<Record<string, ConvertibleValues>>, schema: Schema): Schema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, Schema>> };
  if (properties === undefined || Object.keys(convertible).length === 0) return schema;
  const members = Object.entries(properties).map(([name, each]) => {
    const { taken } = convertible[name] ?? {};
    if (taken === undefined) return [name, each];
    const isNullable = [each['type']].flat().includes('null');
    return [name, { ...each, enum: [...taken, ...(isNullable ? [null] : [])] }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

/** Rules about members of the older version, by its own names: those of the newest version, and its own. */
function claimsOf({
  newest,
  claimed = {},
  claimedValues = {},
  formerRules = [],
}: DeclaredResource): readonly AttributeSample[] {
  const present = Object.entries(claimed).flatMap(([member, name]) => {
    const names = claimedValues[member] ?? {};
    const shown = (value: unknown) => names[String(value)] ?? value;
    return newest.attributes
      .filter((each) => each.member === name)
      .map(({ own, other, ...each }): AttributeSample => ({
        ...each,
        member,
        own: shown(own),
        ...(other === undefined ? {} : { other: shown(other) }),
      }));
  });
  return [...present, ...formerRules];
}

function machineOf(
  machine: Machine | undefined,
  { conditional = [], machine: now }: DeclaredResource,
): FrozenMachine | undefined {
  if (machine === undefined) return undefined;
  const transitions = Object.entries(machine.transitions).map(([name, { when, ...transition }]) => {
    const isConditional = Object.keys(when).length > 0 || conditional.includes(name);
    return [name, { ...transition, ...now?.transitions[name], isConditional }] as const;
  });
  const { initial = machine.initial } = now ?? {};
  return { ...machine, initial, transitions: Object.fromEntries(transitions) };
}

/** The schema of a body that has no such members. */
function without(members: ReadonlySet<string>, schema: Schema): Schema {
  const { properties, required } = schema as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  if (members.size === 0 || properties === undefined) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !members.has(name)),
    ),
    ...(required && { required: required.filter((name) => !members.has(name)) }),
  };
}

/** The schema of a body that has to have such members. */
function demanding(members: readonly string[], schema: Schema): Schema {
  const { required = [] } = schema as { readonly required?: readonly string[] };
  return members.length === 0 ? schema : { ...schema, required: [...required, ...members] };
}

/** `/purchases/{id}/lines` */
function pathOf(name: string, resources: Specification['resources']): string {
  const resource = resources[name];
  assert.ok(resource !== undefined, name);
  const { parent, segment, plural } = resource;
  const above = parent === undefined ? '' : `${pathOf(parent, resources)}/{id}`;
  return `${above}/${segment ?? plural}`;
}

/** What an OpenAPI document says, whatever its paths say of versions. */
export interface Document {
  readonly value: Schema;
  /** A schema, or what it refers to. */
  follow(schema: Schema): Schema;
  /** Of the body that an operation takes, of plain JSON. */
  request(method: string, path: string): Schema;
  /** Of what an operation answers. */
  answer(method: string, path: string, status?: number): Schema;
  /** Of each version and of the service as a whole. */
  readonly operations: readonly DocumentedOperation[];
  /** Whether there is such an operation. */
  has(method: string, path: string): boolean;
  /**
   * What clients count on: parameters, bodies, and successes by their status.
   *
   * @param lost parameters that they can count on no longer
   * @param loosened parameters that may be left out now: only that they are required is no promise
   * @param statuses those by which it succeeds no more
   */
  promise(
    method: string,
    path: string,
    lost: readonly string[],
    loosened?: readonly string[],
    statuses?: readonly string[],
  ): unknown;
  /** What is said of the deliveries of an event. */
  webhook(name: string): unknown;
  /** Fails unless the document says that a request may be answered so. */
  check(method: string, path: string, status: number, body: unknown): void;
  /** Fails unless a value is what a schema of the document describes. */
  checkShown(schema: Schema, value: unknown, what: string): void;
}

/** What says nothing of which values there are. */
const annotations: ReadonlySet<string> = new Set(['title', 'example', 'examples']);

export function documentOf(value: Schema): Document {
  const contract = contractOf(value);
  /** Pointers to schemas. */
  const places = new WeakMap<Schema, string>();

  function operation(method: string, path: string): string | undefined {
    const wanted = plain(path);
    const found = contract.operations.find(
      (each) => each.method === method && plain(each.path) === wanted,
    );
    return found === undefined ? undefined : `/paths/${escape(found.path)}/${method.toLowerCase()}`;
  }

  const follow: Document['follow'] = (schema) => {
    const { $ref } = schema;
    return typeof $ref === 'string' ? contract.schema($ref.slice(1)) : schema;
  };

  /** With what it refers to in place of the references. */
  function whole(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(whole);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref } = part as Schema;
    if (typeof $ref === 'string') return whole(contract.schema($ref.slice(1)));
    const members = Object.entries(part).filter(([name]) => !annotations.has(name));
    return Object.fromEntries(members.map(([name, each]) => [name, whole(each)]));
  }

  /** Pointer to the schema of plain JSON, which comes first. */
  function content(pointer: string): string | undefined {
    const { content: types = {} } = contract.schema(pointer) as { content?: object };
    const type = Object.keys(types).find((each) => /json(?:;|$)/.test(each));
    return type === undefined ? undefined : `${pointer}/content/${escape(type)}/schema`;
  }

  function schemaAt(pointer: string): Schema {
    const found = content(pointer);
    if (found === undefined) return {};
    const schema = contract.schema(found);
    places.set(schema, found);
    return schema;
  }

  return {
    value,
    follow,
    request: (method, path) => schemaAt(`${operation(method, path) ?? ''}/requestBody`),
    answer: (method, path, status = 200) =>
      schemaAt(`${operation(method, path) ?? ''}/responses/${String(status)}`),
    operations: contract.operations,
    has: (method, path) => operation(method, path) !== undefined,
    promise(method, path, lost, loosened = [], statuses = []) {
      const found = contract.schema(operation(method, path) ?? '');
      const {
        operationId,
        parameters = [],
        requestBody,
        responses = {},
      } = found as {
        operationId?: string;
        parameters?: readonly Schema[];
        requestBody?: Schema;
        responses?: Readonly<Record<string, Schema>>;
      };
      const successes = Object.entries(responses).filter(
        ([status]) => Number(status) < 400 && !statuses.includes(status),
      );
      return {
        operationId,
        parameters: parameters
          .filter(({ name, in: place }) => {
            const [plain = ''] = String(name).split('[');
            if (lost.includes(String(name))) return false;
            return !lost.includes(place === 'header' ? plain.toLowerCase() : plain);
          })
          .map(({ required, ...each }) =>
            whole(
              loosened.includes(String(each['name']).toLowerCase()) ? each : { ...each, required },
            ),
          ),
        requestBody: whole(requestBody),
        responses: Object.fromEntries(
          successes.map(([status, each]) => [status, whole((whole(each) as Schema)['content'])]),
        ),
      };
    },
    webhook(name) {
      const { [name]: found } = (value['webhooks'] ?? {}) as Schema;
      return whole(found);
    },
    checkShown(schema, shown, what) {
      contract.assertValid(places.get(schema) ?? '', shown, what);
    },
    check(method, path, status, body) {
      const what = `${method} ${path} answers ${String(status)}`;
      const found = operation(method, path);
      assert.ok(found !== undefined, `${what}, which the document does not have`);
      const { responses = {} } = contract.schema(found) as { responses?: object };
      assert.ok(
        Object.hasOwn(responses, status),
        `${what}, which the document does not tell: ${JSON.stringify(body)}`,
      );
      const schema = content(`${found}/responses/${String(status)}`);
      if (status < 300 && schema !== undefined) contract.assertValid(schema, body, what);
    },
  };
}

/** A path without its version, its query and the names of its placeholders. */
function plain(path: string): string {
  return path
    .replace(/\?.*/s, '')
    .replace(/\/v?\d{1,4}(?:-\d\d-\d\d)?(?=\/|$)/, '')
    .replaceAll(/\{\w+\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '{}');
}

/** RFC 6901, section 3. */
function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
