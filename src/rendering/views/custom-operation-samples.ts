import { isPermitted } from '../../model/access.ts';
import type {
  ActionModel,
  CustomOperationModel,
  ResourceModel,
  ServiceModel,
  StateMachineModel,
  TransitionModel,
} from '../../model/model.ts';
import { withPresentCustomOperations } from '../../model/present.ts';
import { canonicalOf } from '../../model/samples/canonical.ts';
import { fulfil, referredId, type Fulfilment, type Known } from '../../model/samples/fulfilling.ts';
import { holds } from '../../model/samples/guard.ts';
import { invalidSamples } from '../../model/samples/invalid.ts';
import { sampleOf } from '../../model/samples/sample.ts';
import { claimedValues } from './claim-samples.ts';

/** How many ways to a state are tried. */
const maxWays = 50;

/** What the tests need to know of the transitions and actions that clients can ask for. */
export function customOperationSamples(
  model: ServiceModel,
  resource: ResourceModel,
  distinct: number,
) {
  const { machine, actions } = withPresentCustomOperations(resource);
  const asked = (machine?.transitions ?? []).filter(({ isTimed }) => !isTimed);
  const known = { given: claimedValues(model.specification, resource.name), distinct };
  const samples = (list: readonly (TransitionModel | ActionModel)[]) =>
    list.map((customOperation) => customOperationSample(resource, customOperation, asked, known));
  return {
    machine:
      machine === undefined
        ? []
        : [{ field: machine.field.name, initial: machine.initial, states: machine.states }],
    customOperations: samples([...asked, ...actions.filter(({ isAsync }) => !isAsync)]),
    jobs: samples(actions.filter(({ isAsync }) => isAsync)),
  };
}

function customOperationSample(
  resource: ResourceModel,
  customOperation: TransitionModel | ActionModel,
  asked: readonly TransitionModel[],
  known: Known,
) {
  const found = isPermitted(resource.access.grants, customOperation.name)
    ? reached(resource, customOperation, asked, known)
    : undefined;
  const { fulfilment, way } = found ?? { fulfilment: undefined, way: [] };
  const {
    inputs = [],
    meeting = {},
    absent = [],
    referring = [],
    distinct = {},
    failing = [],
  } = fulfilment ?? {};
  return {
    name: customOperation.name,
    ...('to' in customOperation ? { from: customOperation.from, to: customOperation.to } : {}),
    way: way.map(({ name }, step) => ({ name, input: inputs[step] ?? {} })),
    isReachable: found !== undefined,
    input: inputs.at(-1) ?? leastInput(customOperation),
    referred: referredBy([...way, customOperation], [...inputs]),
    defaults: defaultsOf(customOperation),
    meeting,
    absent,
    referring,
    distinct,
    failing,
    required: customOperation.inputs.filter(({ field }) => field.required).map(({ name }) => name),
    references: customOperation.inputs
      .filter(({ name, setsField, target }) => {
        // Where a condition is that the member has no value, one that is sent meets it never.
        const isExcluded = setsField && customOperation.when[name]?.present === false;
        return target !== undefined && !isExcluded;
      })
      .map(({ name }) => name),
    shown: customOperation.inputs
      .filter(
        ({ name, setsField, field }) => setsField && !field.writeOnly && isShown(resource, name),
      )
      .map(({ name }) => name),
    // A field that is called like the input may be shown.
    secret: customOperation.inputs
      .filter(({ name, field }) => field.writeOnly && !hasField(resource, name))
      .map(({ name }) => name),
    notInHistory: customOperation.inputs
      .filter(({ field }) => field.writeOnly || field.readableBy !== undefined)
      .map(({ name }) => name),
    invalid: customOperation.inputs.flatMap(({ name, field }) => invalidSamples(name, field)),
  };
}

/** What has to be there before any of this is asked for: by the parameter of its kind. */
function referredBy(
  customOperations: readonly CustomOperationModel[],
  inputs: readonly Readonly<Record<string, unknown>>[],
): string[] {
  const targets = customOperations.flatMap((customOperation, step) =>
    customOperation.inputs.flatMap(({ name, target }) =>
      target !== undefined && inputs[step]?.[name] === referredId ? [target.idParameter] : [],
    ),
  );
  return [...new Set(targets)];
}

/** What the service puts in the place of inputs that are not sent. */
function defaultsOf({ inputs }: CustomOperationModel) {
  return Object.fromEntries(
    inputs.flatMap(({ name, field }) =>
      field.default === undefined ? [] : [[name, canonicalOf(field, field.default)] as const],
    ),
  );
}

/** The first of the ways there on which clients can meet every condition. */
function reached(
  resource: ResourceModel,
  customOperation: TransitionModel | ActionModel,
  asked: readonly TransitionModel[],
  known: Known,
): { readonly way: readonly TransitionModel[]; readonly fulfilment: Fulfilment } | undefined {
  const permitted = asked.filter((each) => isPermitted(resource.access.grants, each.name));
  const isAsync = 'isAsync' in customOperation && customOperation.isAsync;
  for (const way of waysTo(resource.machine, statesFor(resource, customOperation), permitted)) {
    const fulfilment = fulfil(resource, [...way, customOperation], known, isAsync);
    if (fulfilment !== undefined) return { way, fulfilment };
  }
  return undefined;
}

/** Whether anybody sees the member. */
function hasField({ fields }: ResourceModel, name: string): boolean {
  return fields.some((each) => each.name === name && !each.field.writeOnly);
}

function isShown({ fields }: ResourceModel, name: string): boolean {
  return fields.find((each) => each.name === name)?.field.readableBy?.length !== 0;
}

/** The states in which the custom operation is possible. */
function statesFor(
  { machine, fields }: ResourceModel,
  customOperation: TransitionModel | ActionModel,
): readonly string[] {
  if (machine === undefined) return [];
  const states = 'to' in customOperation ? customOperation.from : machine.states;
  const condition = customOperation.when[machine.field.name];
  const field = fields.find(({ name }) => name === machine.field.name)?.field;
  if (condition === undefined || field === undefined) return states;
  return states.filter((value) => holds(field, condition, { value }));
}

/** The ways from the initial state to one of these that come to no state twice, the shortest first. */
function waysTo(
  machine: StateMachineModel | undefined,
  targets: readonly string[],
  asked: readonly TransitionModel[],
): (readonly TransitionModel[])[] {
  if (machine === undefined) return [[]];
  const found: (readonly TransitionModel[])[] = [];
  const ways: { readonly state: string; readonly way: readonly TransitionModel[] }[] = [
    { state: machine.initial, way: [] },
  ];
  for (const { state, way } of ways) {
    if (targets.includes(state)) found.push(way);
    if (found.length === maxWays || ways.length > 20 * maxWays) break;
    const been = new Set([machine.initial, ...way.map(({ to }) => to)]);
    for (const transition of asked) {
      const isPossible = transition.from.includes(state) && isOpen(machine, transition, state);
      if (isPossible && !been.has(transition.to)) {
        ways.push({ state: transition.to, way: [...way, transition] });
      }
    }
  }
  return found;
}

/** Whether a transition does not exclude by a condition a state that it leads from. */
function isOpen({ field }: StateMachineModel, { when }: TransitionModel, state: string): boolean {
  const { anyOf, not } = when[field.name] ?? {};
  return (anyOf?.includes(state) ?? true) && not?.includes(state) !== true;
}

/** A body of the request that the schema takes. */
function leastInput({ inputs }: CustomOperationModel) {
  return Object.fromEntries(
    inputs.flatMap(({ name, field }) => {
      const value =
        field.required || field.example !== undefined
          ? field.type === 'reference'
            ? referredId
            : sampleOf(field, 0, name)
          : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
