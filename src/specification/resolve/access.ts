import { isScope } from '../validators/grants.ts';
import { mapValues, own } from '../plain.ts';
import type { ResolvedGrants, ResolvedSpecification } from '../resolved.ts';
import type { Method } from '../schema.ts';
import { scopePrefix } from '../schema/access.ts';

/** What the section refers to. */
export type Known = Pick<ResolvedSpecification, 'resources' | 'states' | 'endpoints'>;

type Written = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What is offered of a resource. */
interface Offer {
  readonly methods: readonly Method[];
  readonly createByReplace: boolean;
  /** What clients ask for by its name: transitions and actions. */
  readonly customOperations: readonly string[];
}

/** The verbs of what is offered, in the order of the documentation. A PUT that creates a row needs both. */
export function verbsOf({ methods, createByReplace, customOperations }: Offer): string[] {
  const has = (method: Method) => methods.includes(method);
  return [
    ...(has('list') || has('read') ? ['read'] : []),
    ...(has('create') || (has('replace') && createByReplace) ? ['create'] : []),
    ...(['replace', 'update', 'delete'] as const).filter(has),
    ...customOperations,
  ];
}

/** An entry for every resource and for every verb that it offers: deny by default. */
export function resolveAllow(
  allow: Written,
  known: Known,
): Readonly<Record<string, Readonly<Record<string, ResolvedGrants>>>> {
  return mapValues(known.resources, (resource, name) => {
    const written = own(allow, name) ?? inherited(allow, resource.historyOf) ?? {};
    const verbs = verbsOf(offerOf(known, name));
    return Object.fromEntries(verbs.map((verb) => [verb, grantsOf(written, verb)]));
  });
}

/** Who may read a resource may read its history. */
function inherited(allow: Written, of: string | undefined) {
  return of === undefined ? undefined : { read: own(own(allow, of), 'read') ?? [] };
}

function grantsOf(
  written: Readonly<Record<string, readonly string[]>>,
  verb: string,
): ResolvedGrants {
  const others = verb === 'replace' ? own(written, 'update') : undefined;
  return own(written, verb) ?? others ?? [];
}

function offerOf({ states, endpoints }: Known, name: string): Offer {
  const endpoint = own(endpoints, name);
  const transitions = Object.entries(own(states, name)?.transitions ?? {})
    .filter(([, { after, at }]) => after === undefined && at === undefined)
    .map(([transition]) => transition);
  return {
    methods: endpoint?.methods ?? [],
    createByReplace: endpoint?.createByReplace ?? false,
    customOperations: [...transitions, ...Object.keys(endpoint?.actions ?? {})],
  };
}

/** What of the section grants anything, as it is written or resolved. */
interface Granting {
  readonly allow?: Written;
  readonly rules?: readonly { readonly unless?: readonly string[] }[];
}

/** Every scope that something depends on, by its name. */
export function scopesIn(
  { allow = {}, rules = [] }: Granting,
  { resources }: Pick<Known, 'resources'>,
): string[] {
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  const grants = [
    ...Object.values(allow).flatMap((verbs) => Object.values(verbs).flat()),
    ...rules.flatMap(({ unless = [] }) => unless),
    ...fields.flatMap(({ readableBy = [], writableBy = [] }) => [...readableBy, ...writableBy]),
  ];
  return [...new Set(grants.filter(isScope).map((grant) => grant.slice(scopePrefix.length)))];
}
