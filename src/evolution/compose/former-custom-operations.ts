import { mapValues, own } from '../../specification/plain.ts';
import type {
  ResolvedCondition,
  ResolvedField,
  ResolvedGuard,
  ResolvedSpecification,
} from '../../specification/index.ts';
import type { ResourceStep } from '../steps/schema.ts';
import {
  customOperationOf,
  customOperationInputs,
  withValues,
  type CustomOperation,
} from './custom-operations.ts';
import { referringTo } from './referring-to.ts';
import { fieldsOf, isSameType } from './shape.ts';

/** One resource of both versions of a step. */
export interface Beside {
  readonly older: string;
  readonly newer: string;
  readonly step: ResourceStep;
}

/** A step before what only older versions have is in the newer one. */
export interface Sides {
  readonly older: ResolvedSpecification;
  readonly newer: ResolvedSpecification;
  /** What the newer version calls a resource of the older one. */
  renamed(resource: string): string;
}

/**
 * The newer version of a step with the transitions and actions that only older ones have: those that the step says existed, and those
 * that the older version itself keeps. What cannot be kept is left out.
 */
export function withFormerCustomOperations(
  sides: Sides,
  resources: readonly Beside[],
): ResolvedSpecification {
  return resources.reduce(
    (newer, beside) =>
      goneCustomOperations({ ...sides, newer }, beside).reduce((kept, name) => {
        const { isFormer } = customOperationOf(sides.older, beside.older, name) ?? {};
        if (isFormer === undefined && beside.step.existed?.includes(name) !== true) return kept;
        const customOperation = formerCustomOperation(sides, beside, name);
        return typeof customOperation === 'string'
          ? kept
          : withCustomOperation(kept, sides.older, beside, name, customOperation);
      }, newer),
    sides.newer,
  );
}

/** A version as its clients know it. */
export function withoutFormerCustomOperations(
  specification: ResolvedSpecification,
): ResolvedSpecification {
  const { states, endpoints, authentication } = specification;
  const all = [
    ...Object.values(states).flatMap(({ transitions }) =>
      Object.values<CustomOperation>(transitions),
    ),
    ...Object.values(endpoints).flatMap(({ actions }) => Object.values<CustomOperation>(actions)),
  ];
  if (all.every(({ isFormer }) => isFormer === undefined)) return specification;
  const { allow } = authentication;
  return {
    ...specification,
    states: mapValues(states, (machine) => ({
      ...machine,
      transitions: present(machine.transitions),
    })),
    endpoints: mapValues(endpoints, (endpoint) => ({
      ...endpoint,
      actions: present(endpoint.actions),
    })),
    authentication: {
      ...authentication,
      ...(allow === undefined
        ? {}
        : {
            allow: mapValues(allow, (verbs, resource) =>
              Object.fromEntries(
                Object.entries(verbs).filter(
                  ([verb]) =>
                    customOperationOf(specification, resource, verb)?.isFormer === undefined,
                ),
              ),
            ),
          }),
    },
  };
}

function present<Each extends CustomOperation>(
  customOperations: Readonly<Record<string, Each>>,
): Record<string, Each> {
  return Object.fromEntries(
    Object.entries(customOperations).filter(([, { isFormer }]) => isFormer === undefined),
  );
}

/** Segments of the older version that nothing of the newer one is called, and that the step gives no other name. */
function goneCustomOperations(
  { older, newer }: Sides,
  { older: was, newer: is, step }: Beside,
): string[] {
  const renamed = new Set((step.actions ?? []).map(({ rename }) => rename?.from));
  const now = customOperationInputs(newer, is);
  return Object.keys(customOperationInputs(older, was)).filter(
    (name) => !Object.hasOwn(now, name) && !renamed.has(name),
  );
}

/**
 * A transition or an action of the older version as the newer one would have it.
 *
 * @returns a text: why it cannot be kept
 */
export function formerCustomOperation(
  sides: Sides,
  beside: Beside,
  name: string,
): CustomOperation | string {
  const { older, newer, renamed } = sides;
  const customOperation = customOperationOf(older, beside.older, name);
  if (customOperation === undefined) return 'the older version has no such transition or action';
  const taken = namesBelow(newer, beside.newer).find((each) => isSameName(each, name));
  if (taken !== undefined)
    return `the newer version has something else of the name "${taken}" there`;
  if (newer.authentication.allow !== undefined && older.authentication.allow === undefined) {
    return 'the newer version says who may do what (authentication.allow), and nothing says who may do this';
  }
  const fields = fieldsBeside(sides, beside);
  const when = guardOf(customOperation.when, fields);
  if (typeof when === 'string') return when;
  const input = inputOf(customOperation.input, fields, renamed);
  if (typeof input === 'string') return input;
  const { deprecated: _, ...rest } = customOperation;
  const kept = { ...rest, when, input, isFormer: true } as const;
  if (!('to' in kept)) return kept;
  const machine = own(newer.states, beside.newer);
  if (machine === undefined) return 'the newer version has no states of this resource';
  const [from, to] = [kept.from.map(fields.state), fields.state(kept.to)];
  const gone = [...from, to].find((state) => !machine.states.includes(state));
  return gone === undefined
    ? { ...kept, from, to }
    : `the newer version has no state "${gone}" of this resource`;
}

function withCustomOperation(
  newer: ResolvedSpecification,
  older: ResolvedSpecification,
  { older: was, newer: is }: Beside,
  name: string,
  customOperation: CustomOperation,
): ResolvedSpecification {
  const machine = own(newer.states, is);
  const endpoint = own(newer.endpoints, is);
  const cost = own(own(older.endpoints, was)?.cost, name);
  const { allow } = newer.authentication;
  const allowed = own(own(older.authentication.allow, was), name) ?? [];
  if (endpoint === undefined) return newer;
  return {
    ...newer,
    ...('to' in customOperation &&
      machine !== undefined && {
        states: {
          ...newer.states,
          [is]: { ...machine, transitions: { ...machine.transitions, [name]: customOperation } },
        },
      }),
    endpoints: {
      ...newer.endpoints,
      [is]: {
        ...endpoint,
        ...('to' in customOperation
          ? {}
          : { actions: { ...endpoint.actions, [name]: customOperation } }),
        ...(cost === undefined ? {} : { cost: { ...endpoint.cost, [name]: cost } }),
      },
    },
    ...(allow !== undefined && {
      authentication: {
        ...newer.authentication,
        allow: { ...allow, [is]: { ...own(allow, is), [name]: allowed } },
      },
    }),
  };
}

/** What is below the address of one of a resource: transitions that happen by themselves would have the functions of the same name. */
function namesBelow({ resources, states, endpoints }: ResolvedSpecification, name: string) {
  return [
    ...Object.keys(own(states, name)?.transitions ?? {}),
    ...Object.keys(own(endpoints, name)?.actions ?? {}),
    ...Object.values(resources).flatMap(({ parent, plural, segment = plural }) =>
      parent === name ? [segment] : [],
    ),
  ];
}

/** Names that are the same but for their hyphens make one function. */
function isSameName(one: string, other: string): boolean {
  return one.replaceAll('-', '') === other.replaceAll('-', '');
}

/** Fields of both versions, and what the newer one calls them and their states. */
interface FieldsBeside {
  /** What the newer version calls a field of the older one; undefined where it is another one, or gone. */
  name(older: string): string | undefined;
  isOlder(name: string): boolean;
  isNewer(name: string): boolean;
  /** What the newer version calls a state of the older one. */
  state(older: string): string;
  /** The field of the older version that holds the state. */
  readonly stateField: string | undefined;
}

function fieldsBeside(
  { older, newer }: Sides,
  { older: was, newer: is, step }: Beside,
): FieldsBeside {
  const operations = step.operations ?? [];
  const stateField = own(older.states, was)?.field;
  const [then, now] = [fieldsOf(older, was), fieldsOf(newer, is)];
  const nameOf = (field: string) =>
    operations.find(({ rename }) => rename?.from === field)?.rename?.to ?? field;
  const stateNow = stateField === undefined ? undefined : nameOf(stateField);
  const states = operations.find(({ map }) => map?.field === stateField || map?.field === stateNow);
  return {
    name(field) {
      const called = nameOf(field);
      const [before, after] = [own(then, field), own(now, called)];
      if (before === undefined || after === undefined) return undefined;
      return field === stateField || isSameType(before, after) ? called : undefined;
    },
    isOlder: (name) => Object.hasOwn(then, name),
    isNewer: (name) => Object.hasOwn(now, name),
    state: (state) => own(states?.map?.values, state) ?? state,
    stateField,
  };
}

function guardOf(guard: ResolvedGuard, fields: FieldsBeside): ResolvedGuard | string {
  const kept: Record<string, ResolvedCondition> = {};
  for (const [field, condition] of Object.entries(guard)) {
    const name = fields.name(field);
    if (name === undefined) return notThere(`its condition asks for "${field}"`);
    const isOnState = field === fields.stateField;
    kept[name] = isOnState
      ? withValues(condition, (value) => fields.state(String(value)))
      : condition;
  }
  return kept;
}

function inputOf(
  input: CustomOperation['input'],
  fields: FieldsBeside,
  renamed: (resource: string) => string,
): CustomOperation['input'] | string {
  const kept: Record<string, ResolvedField> = {};
  for (const [name, { deprecated: _, ...field }] of Object.entries(input)) {
    const called = fields.isOlder(name) ? fields.name(name) : name;
    if (called === undefined) return notThere(`what is sent along with it sets "${name}"`);
    if (!fields.isOlder(name) && fields.isNewer(name)) {
      return `what is sent along with it as "${name}" would set the field of that name, which is new`;
    }
    kept[called] = referringTo({ ...field, deprecated: false } as ResolvedField, renamed);
  }
  return kept;
}

function notThere(what: string): string {
  return `${what}, which the newer version does not have as it was`;
}
