import type {
  ResolvedDeprecation,
  ResolvedEndpoint,
  ResolvedField,
  ResolvedSpecification,
} from '../specification/index.ts';
import { own } from '../specification/plain.ts';
import { operationIds, shapeOf, type Shape } from './versions.ts';

/** One thing that clients of a version are asked to stop using. */
export interface DeprecatedFeature extends ResolvedDeprecation {
  /** `field:order.weight`: a kind, and what it is called in its version; safe in a header, an address and a metric. */
  readonly name: string;
}

/** A member of a body, with the names of the features that it or what is in it has. */
interface DeprecatedMember {
  readonly name: string;
  readonly feature?: string;
  readonly values?: readonly DeprecatedValue[];
  readonly members?: readonly DeprecatedMember[];
}

interface DeprecatedValue {
  readonly value: string;
  readonly feature: string;
}

interface DeprecatedParameter {
  readonly member: string;
  readonly features?: readonly string[];
  readonly values?: readonly DeprecatedValue[];
}

/** What is deprecated of one operation, by the names of features. */
interface DeprecatedParts {
  readonly operation?: readonly string[];
  readonly filters?: readonly DeprecatedParameter[];
  readonly sorts?: readonly DeprecatedParameter[];
  readonly body?: readonly DeprecatedMember[];
}

/** What is deprecated in a version: what its own specification says. */
export interface VersionDeprecations {
  readonly label: string;
  /** Each once, in the order of the specification. */
  readonly features: readonly DeprecatedFeature[];
  /** By operation id. */
  readonly operations: Readonly<Record<string, DeprecatedParts>>;
}

/** Of every listed version, the oldest first. */
export function buildDeprecations(
  specification: ResolvedSpecification,
  older: readonly Shape[],
): VersionDeprecations[] {
  return Object.keys(specification.versioning.versions).map((label) =>
    deprecationsOf(label, shapeOf(label, specification, older)),
  );
}

/** Features are noted where they are found, and named by those who use them. */
type Note = (name: string, deprecation: ResolvedDeprecation) => string;

function deprecationsOf(label: string, specification: ResolvedSpecification): VersionDeprecations {
  const features = new Map<string, DeprecatedFeature>();
  const note: Note = (name, { since, replacedBy, sunset }) => {
    features.set(name, {
      name,
      since,
      ...(sunset === undefined ? {} : { sunset }),
      ...(replacedBy === undefined ? {} : { replacedBy }),
    });
    return name;
  };
  const operations = Object.keys(specification.resources).flatMap((name) =>
    operationsOf(specification, name, note),
  );
  return { label, features: [...features.values()], operations: Object.fromEntries(operations) };
}

/** What is deprecated of the operations of one resource; those of which nothing is are left out. */
function operationsOf(
  specification: ResolvedSpecification,
  name: string,
  note: Note,
): (readonly [id: string, parts: DeprecatedParts])[] {
  const resource = own(specification.resources, name);
  const endpoint = own(specification.endpoints, name);
  if (resource === undefined || endpoint === undefined) return [];
  const whole =
    resource.deprecated === undefined ? [] : [note(`resource:${name}`, resource.deprecated)];
  const body = membersOf(`field:${name}`, resource.fields, note);
  const query = queryOf(name, endpoint, resource.fields, note);
  const offered = endpoint.methods.map((method) => {
    const deprecation = own(endpoint.deprecated?.methods, method);
    const operation = [
      ...whole,
      ...(deprecation === undefined ? [] : [note(`method:${name}.${method}`, deprecation)]),
    ];
    return {
      operation: method,
      parts: {
        ...listed('operation', operation),
        ...(method === 'list' ? query : {}),
        ...(sends.has(method) ? listed('body', body) : {}),
      },
    };
  });
  const transitions = Object.entries(own(specification.states, name)?.transitions ?? {})
    .filter(([, { after, at }]) => after === undefined && at === undefined)
    .map(([customOperation, each]) => ({ kind: 'transition', customOperation, ...each }));
  const actions = Object.entries(endpoint.actions).map(([customOperation, each]) => ({
    kind: 'action',
    customOperation,
    ...each,
  }));
  const customOperations = [...transitions, ...actions].map(
    ({ kind, customOperation, deprecated, input }) => {
      const operation = [
        ...whole,
        ...(deprecated === undefined
          ? []
          : [note(`${kind}:${name}.${customOperation}`, deprecated)]),
      ];
      return {
        operation: customOperation,
        parts: {
          ...listed('operation', operation),
          ...listed('body', membersOf(`input:${name}.${customOperation}`, input, note)),
        },
      };
    },
  );
  return [...offered, ...customOperations].flatMap(({ operation, parts }) =>
    Object.keys(parts).length === 0
      ? []
      : operationIds(specification, { resource: name, operation }).map(
          (id) => [id, parts] as const,
        ),
  );
}

/** Methods whose bodies hold members of the resource. */
const sends: ReadonlySet<string> = new Set(['create', 'replace', 'update']);

function listed<K extends string, T>(
  key: K,
  list: readonly T[],
): { readonly [P in K]?: readonly T[] } {
  return (list.length === 0 ? {} : { [key]: list }) as { readonly [P in K]?: readonly T[] };
}

/** Members that clients send, at every depth. */
function membersOf(
  within: string,
  fields: Readonly<Record<string, ResolvedField>>,
  note: Note,
): DeprecatedMember[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.readOnly) return [];
    const place = `${within}.${name}`;
    const inner = field.type === 'array' ? field.items : field;
    const member = {
      ...(typeof field.deprecated === 'object' ? { feature: note(place, field.deprecated) } : {}),
      ...listed('values', valuesOf(place, inner, note)),
      ...(inner.type === 'object' ? listed('members', membersOf(place, inner.fields, note)) : {}),
    };
    return Object.keys(member).length === 0 ? [] : [{ name, ...member }];
  });
}

function valuesOf(place: string, field: ResolvedField, note: Note): DeprecatedValue[] {
  if (field.type !== 'enum') return [];
  return Object.entries(field.deprecatedValues ?? {}).map(([value, deprecation]) => ({
    value,
    feature: note(`${valued(place)}=${encoded(value)}`, deprecation),
  }));
}

/** What a value belongs to: `field:order.size` → `value:order.size`. */
function valued(place: string): string {
  return place.startsWith('input:')
    ? place.replace('input:', 'input-value:')
    : place.replace('field:', 'value:');
}

/** As it can stand in a header: encodeURIComponent leaves what would end a word of one, and the list separates by commas. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What lists can be asked by: filters that are deprecated, and fields and values that are. */
function queryOf(
  resource: string,
  endpoint: ResolvedEndpoint,
  fields: Readonly<Record<string, ResolvedField>>,
  note: Note,
): Pick<DeprecatedParts, 'filters' | 'sorts'> {
  const ofField = (member: string) => {
    const { deprecated } = own(fields, member) ?? {};
    return typeof deprecated === 'object' ? [note(`field:${resource}.${member}`, deprecated)] : [];
  };
  const filters = endpoint.filter.flatMap((member): DeprecatedParameter[] => {
    const deprecation = own(endpoint.deprecated?.filter, member);
    const field = own(fields, member);
    const features = [
      ...(deprecation === undefined ? [] : [note(`filter:${resource}.${member}`, deprecation)]),
      ...ofField(member),
    ];
    const values = field === undefined ? [] : valuesOf(`field:${resource}.${member}`, field, note);
    return features.length === 0 && values.length === 0
      ? []
      : [{ member, ...listed('features', features), ...listed('values', values) }];
  });
  const sorts = endpoint.sort.flatMap((member): DeprecatedParameter[] => {
    const features = ofField(member);
    return features.length === 0 ? [] : [{ member, features }];
  });
  return { ...listed('filters', filters), ...listed('sorts', sorts) };
}
