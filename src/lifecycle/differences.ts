import { isDeepStrictEqual } from 'node:util';
import { own } from '../specification/plain.ts';
import type {
  ResolvedAction,
  ResolvedEndpoint,
  ResolvedField,
  ResolvedResource,
  ResolvedSpecification,
  ResolvedStateMachine,
} from '../specification/index.ts';

/** Something that clients of an earlier release could notice. */
export interface Difference {
  /** Keys of the specification, joined by dots. */
  readonly where: string;
  readonly what: string;
  /** Whether a client that did nothing wrong could stop working. What is not known to be harmless is breaking. */
  readonly isBreaking: boolean;
}

type Named<T> = Readonly<Record<string, T>>;

/** What differs between two descriptions of one version, and is more than an addition that nobody has to look at. */
export function differences(
  before: ResolvedSpecification,
  after: ResolvedSpecification,
): Difference[] {
  return [
    ...unchanged('service', before.service, after.service, ['name', 'vendor', 'baseUrl']),
    ...each('resources', before.resources, after.resources, resourceDifferences),
    ...each('states', before.states, after.states, machineDifferences),
    ...each('endpoints', before.endpoints, after.endpoints, endpointDifferences),
    ...kept('endpoints.representations', before.representations, after.representations),
    ...kept('endpoints.languages', before.languages, after.languages),
    ...unchanged('endpoints.languages', before.languages, after.languages, [0]),
    ...kept('endpoints.origins', before.origins, after.origins),
    ...authenticationDifferences(before, after),
    ...eventDifferences(before, after),
    ...errorDifferences(before, after),
    ...limitDifferences(before, after),
  ];
}

function breaking(where: string, what: string): Difference {
  return { where, what, isBreaking: true };
}

function notable(where: string, what: string): Difference {
  return { where, what, isBreaking: false };
}

/** Named things: none may go, those that stay are compared, and others may come. */
function each<T>(
  where: string,
  before: Named<T>,
  after: Named<T>,
  compare: (where: string, before: T, after: T) => Difference[],
  added: (where: string, value: T) => Difference[] = () => [],
): Difference[] {
  const there = Object.entries(before).flatMap(([name, value]) => {
    const place = `${where}.${name}`;
    const now = own(after, name);
    return now === undefined ? [breaking(place, 'it is gone')] : compare(place, value, now);
  });
  const others = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name));
  return [...there, ...others.flatMap(([name, value]) => added(`${where}.${name}`, value))];
}

/** Members that clients count on as they are. */
function unchanged<T extends object>(
  where: string,
  before: T,
  after: T,
  keys: readonly (keyof T)[] = [
    ...new Set([...Object.keys(before), ...Object.keys(after)]),
  ] as (keyof T)[],
): Difference[] {
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => breaking(`${where}.${String(key)}`, 'it is another'));
}

/** A list of which nothing may go. */
function kept(where: string, before: readonly unknown[], after: readonly unknown[]): Difference[] {
  return before
    .filter((value) => !after.some((other) => isDeepStrictEqual(other, value)))
    .map((value) => breaking(where, `${textOf(value)} is gone`));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function resourceDifferences(
  where: string,
  before: ResolvedResource,
  after: ResolvedResource,
): Difference[] {
  return [
    ...unchanged(where, before, after, ['plural', 'segment', 'parent', 'historyOf']),
    ...kept(`${where}.unique`, after.unique, before.unique).map(({ where: place }) =>
      breaking(place, 'more has to be unique'),
    ),
    ...each(`${where}.fields`, before.fields, after.fields, fieldDifferences, addedField),
  ];
}

function addedField(where: string, { required, readOnly }: ResolvedField): Difference[] {
  return required && !readOnly ? [breaking(where, 'it is new and required')] : [];
}

/** Bounds, with the direction in which they become looser. */
const bounds: Named<1 | -1> = {
  maxLength: 1,
  maximum: 1,
  exclusiveMaximum: 1,
  maxItems: 1,
  minLength: -1,
  minimum: -1,
  exclusiveMinimum: -1,
  minItems: -1,
};

const told: ReadonlySet<string> = new Set(['description', 'example', 'deprecated', 'replacedBy']);

function fieldDifferences(
  where: string,
  before: ResolvedField,
  after: ResolvedField,
): Difference[] {
  // Its bounds belong to the type.
  if (before.type !== after.type) return [breaking(`${where}.type`, 'it is another')];
  const [was, is] = [before, after] as unknown as readonly [Named<unknown>, Named<unknown>];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => !told.has(key) && !isDeepStrictEqual(was[key], is[key]),
  );
  return keys.flatMap((key): Difference[] => {
    const place = `${where}.${key}`;
    if (key === 'fields') {
      return each(
        place,
        was[key] as Named<ResolvedField>,
        is[key] as Named<ResolvedField>,
        fieldDifferences,
        addedField,
      );
    }
    if (key === 'values') {
      const gone = kept(place, was[key] as readonly unknown[], is[key] as readonly unknown[]);
      return gone.length > 0
        ? gone
        : [notable(place, 'readers may meet values that they do not know')];
    }
    const direction = own(bounds, key);
    const isLooser =
      direction !== undefined &&
      typeof is[key] === 'number' &&
      typeof was[key] === 'number' &&
      (is[key] - was[key]) * direction > 0;
    if (isLooser) return [notable(place, 'readers may meet values that were refused before')];
    return [breaking(place, 'it is another')];
  });
}

function machineDifferences(
  where: string,
  before: ResolvedStateMachine,
  after: ResolvedStateMachine,
): Difference[] {
  return [
    ...unchanged(where, before, after, ['field', 'initial', 'history']),
    ...kept(`${where}.states`, before.states, after.states),
    ...kept(where, after.states, before.states).map(() =>
      notable(`${where}.states`, 'readers may meet states that they do not know'),
    ),
    ...each(`${where}.transitions`, before.transitions, after.transitions, (place, was, is) => [
      ...unchanged(place, was, is, ['to', 'when', 'after', 'at']),
      ...kept(`${place}.from`, was.from, is.from),
      ...inputDifferences(place, was.input, is.input),
    ]),
  ];
}

function endpointDifferences(
  where: string,
  before: ResolvedEndpoint,
  after: ResolvedEndpoint,
): Difference[] {
  const [was, is] = [before.pagination, after.pagination];
  const tightened = [
    [is.maxSize < was.maxSize, 'pagination.maxSize', 'it is lower'],
    [is.size !== was.size, 'pagination.size', 'it is another'],
    [was.total && !is.total, 'pagination.total', 'it is gone'],
    [was.cursor && !is.cursor, 'pagination.cursor', 'it is gone'],
    [before.createByReplace && !after.createByReplace, 'createByReplace', 'it is gone'],
    [
      isNowRequired(before.preconditions, after.preconditions),
      'preconditions',
      'they are required',
    ],
    [
      isNowRequired(before.idempotencyKey, after.idempotencyKey),
      'idempotencyKey',
      'it is required',
    ],
  ] as const;
  return [
    ...kept(`${where}.methods`, before.methods, after.methods),
    ...kept(`${where}.filter`, before.filter, after.filter),
    ...kept(`${where}.sort`, before.sort, after.sort),
    ...tightened.flatMap(([is, key, what]) => (is ? [breaking(`${where}.${key}`, what)] : [])),
    ...(isDeepStrictEqual(before.cost, after.cost)
      ? []
      : [notable(`${where}.cost`, 'requests count for more or less')]),
    ...each(`${where}.actions`, before.actions, after.actions, actionDifferences),
  ];
}

function isNowRequired(before: string, after: string): boolean {
  return before !== 'required' && after === 'required';
}

function actionDifferences(
  where: string,
  before: ResolvedAction,
  after: ResolvedAction,
): Difference[] {
  return [
    ...unchanged(where, before, after, ['when', 'async']),
    ...inputDifferences(where, before.input, after.input),
  ];
}

function inputDifferences(
  where: string,
  before: Named<ResolvedField>,
  after: Named<ResolvedField>,
): Difference[] {
  return each(`${where}.input`, before, after, fieldDifferences, addedField);
}

function authenticationDifferences(
  { authentication: before }: ResolvedSpecification,
  { authentication: after }: ResolvedSpecification,
): Difference[] {
  const { mechanisms: were, allow: was, roles: _, ...others } = before;
  const { mechanisms: are, allow: is, roles: __, ...now } = after;
  const place = 'authentication.allow';
  return [
    ...kept('authentication.mechanisms', were, are),
    ...unchanged<object>('authentication', others, now),
    ...(was === undefined && is !== undefined
      ? [breaking(place, 'not everybody may do everything')]
      : []),
    ...(was === undefined || is === undefined
      ? []
      : Object.entries(was).flatMap(([resource, verbs]) =>
          Object.entries(verbs).flatMap(([verb, grants]) =>
            kept(`${place}.${resource}.${verb}`, grants, own(own(is, resource) ?? {}, verb) ?? []),
          ),
        )),
  ];
}

function eventDifferences(
  { events: before }: ResolvedSpecification,
  { events: after }: ResolvedSpecification,
): Difference[] {
  if (before === undefined) return [];
  if (after === undefined) return [breaking('events', 'they are gone')];
  return [
    ...kept('events.emit', before.emit, after.emit),
    ...kept('events.deliver', before.deliver, after.deliver),
    ...unchanged('events', before, after, ['data']),
    ...(after.keep < before.keep ? [notable('events.keep', 'it is shorter')] : []),
  ];
}

function errorDifferences(
  { errors: before }: ResolvedSpecification,
  { errors: after }: ResolvedSpecification,
): Difference[] {
  const codes = Object.entries(before.codes).flatMap(([code, { status }]) => {
    const now = own(after.codes, code);
    return now === undefined || now.status === status
      ? []
      : [breaking(`errors.codes.${code}.status`, 'it is another')];
  });
  return [...unchanged('errors', before, after, ['validationStatus']), ...codes];
}

function limitDifferences(
  { limits: before }: ResolvedSpecification,
  { limits: after }: ResolvedSpecification,
): Difference[] {
  const sizes = ['body', 'uri', 'headers', 'depth'] as const;
  return [
    ...sizes
      .filter((key) => after[key] < before[key])
      .map((key) => breaking(`limits.${key}`, 'it is lower')),
    ...(isDeepStrictEqual(before.default, after.default)
      ? []
      : [notable('limits.default', 'clients may send more or fewer requests')]),
  ];
}
