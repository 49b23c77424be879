import type {
  ResolvedAction,
  ResolvedField,
  ResolvedSpecification,
  ResolvedTransition,
} from '../specification/index.ts';
import { historyOf } from '../specification/resolve/history.ts';
import { camelCaseOf, pascalCase, snakeCase } from '../specification/names/casing.ts';
import { own as ownOf } from '../specification/plain.ts';
import { known } from './known.ts';
import type {
  ActionModel,
  CustomOperationModel,
  InputModel,
  MemberModel,
  ResourceModel,
  ResourceNames,
  StateMachineModel,
  TransitionModel,
} from './model.ts';
import { canMeet } from './samples/guard.ts';

/** Transitions and actions that clients can ask for. */
export function customOperationsOf({
  machine,
  actions,
}: Pick<ResourceModel, 'machine' | 'actions'>): readonly (TransitionModel | ActionModel)[] {
  return [...(machine?.transitions ?? []).filter(({ isTimed }) => !isTimed), ...actions];
}

type Fields = Readonly<Record<string, ResolvedField>>;

/** The machine of a resource, under the key that the resource has for it; empty where it has no states. */
export function stateMachine(
  { resources, states }: ResolvedSpecification,
  names: ReadonlyMap<string, ResourceNames>,
  own: ResourceNames,
  collectionPath: string,
): { machine?: StateMachineModel } {
  if (!Object.hasOwn(states, own.name)) return {};
  const { field, initial, states: all, final, history, transitions } = known(states[own.name]);
  const { fields } = known(resources[own.name]);
  const machine: StateMachineModel = {
    field: memberOf(field),
    initial,
    states: all,
    final,
    ...(history ? { history: known(names.get(historyOf(own.name))) } : {}),
    transitions: Object.entries(transitions).map(([name, transition]) => ({
      ...customOperation(name, transition, { own, fields, collectionPath, names }),
      from: transition.from,
      to: transition.to,
      isTimed: transition.after !== undefined || transition.at !== undefined,
      ...(transition.after === undefined ? {} : { after: transition.after }),
      ...(transition.at === undefined ? {} : { at: memberOf(transition.at) }),
    })),
  };
  return { machine };
}

/** What clients can have done with rows of a resource. */
export function buildActions(
  { resources, endpoints }: ResolvedSpecification,
  names: ReadonlyMap<string, ResourceNames>,
  own: ResourceNames,
  collectionPath: string,
): ActionModel[] {
  const { fields } = known(resources[own.name]);
  return Object.entries(known(endpoints[own.name]).actions).map(([name, action]) => ({
    ...customOperation(name, action, { own, fields, collectionPath, names }),
    isAsync: action.async,
  }));
}

function customOperation(
  name: string,
  { description = '', when, input, isFormer }: ResolvedTransition | ResolvedAction,
  at: {
    readonly own: ResourceNames;
    readonly fields: Fields;
    readonly collectionPath: string;
    readonly names: ReadonlyMap<string, ResourceNames>;
  },
): CustomOperationModel {
  const inputs = Object.entries(input).map(([each, field]) => inputOf(each, field, at));
  return {
    name,
    camel: camelCaseOf(name),
    pascal: pascalCase(name),
    title: `${pascalCase(name)}${at.own.title}`,
    description,
    path: `${at.collectionPath}/{${at.own.idParameter}}/${name}`,
    when,
    inputs,
    needsInput: inputs.some(({ field }) => field.required),
    mends: inputs.flatMap(({ name: member, field }) => {
      const condition = ownOf(when, member);
      return condition !== undefined && canMeet(field, condition, member) ? [member] : [];
    }),
    ...(isFormer && { isFormer }),
  };
}

/** What is not sent is not there: an input has no value of its own but its default. */
function inputOf(
  name: string,
  field: ResolvedField,
  {
    fields,
    names,
  }: { readonly fields: Fields; readonly names: ReadonlyMap<string, ResourceNames> },
): InputModel {
  return {
    ...memberOf(name),
    field,
    isAlwaysPresent: field.required,
    mayBeOmitted: !field.required,
    setsField: Object.hasOwn(fields, name),
    ...(field.type === 'reference' ? { target: known(names.get(field.to)) } : {}),
  };
}

function memberOf(name: string): MemberModel {
  return { name, column: snakeCase(name) };
}
