import type {
  ActionModel,
  CommandModel,
  FieldModel,
  ResourceModel,
  StateMachineModel,
  TransitionModel,
} from '../../model/model.ts';
import { candidateFor } from '../../model/samples/guard.ts';
import { invalidSamples } from '../../model/samples/invalid.ts';
import { sampleOf } from '../../model/samples/sample.ts';

/** What the tests need to know of the transitions and actions that clients can ask for. */
export function actSamples(resource: ResourceModel) {
  const { machine, actions } = resource;
  const asked = (machine?.transitions ?? []).filter(({ isTimed }) => !isTimed);
  return {
    machine:
      machine === undefined
        ? []
        : [{ field: machine.field.name, initial: machine.initial, states: machine.states }],
    acts: [...asked, ...actions.filter(({ isAsync }) => !isAsync)].map((act) =>
      actSample(resource, act, asked),
    ),
  };
}

function actSample(
  resource: ResourceModel,
  act: TransitionModel | ActionModel,
  asked: readonly TransitionModel[],
) {
  const way = 'to' in act ? wayTo(resource.machine, act.from, asked) : [];
  return {
    name: act.name,
    ...('to' in act ? { from: act.from, to: act.to } : {}),
    way: way?.map(({ name }) => name) ?? [],
    isReachable: way !== undefined,
    input: inputFor(act, true),
    /** By the members that a client can set before. */
    meeting: { ...bodyFor(resource, [...(way ?? []), act], true) },
    failing: failing(resource, act),
    required: act.inputs.filter(({ field }) => field.required).map(({ name }) => name),
    shown: act.inputs
      .filter(({ setsField, field }) => setsField && !field.writeOnly)
      .map(({ name }) => name),
    secret: act.inputs.filter(({ field }) => field.writeOnly).map(({ name }) => name),
    invalid: act.inputs.flatMap(({ name, field }) => invalidSamples(name, field)),
  };
}

/** The shortest way from the initial state to one of these; undefined where none leads there. */
function wayTo(
  machine: StateMachineModel | undefined,
  targets: readonly string[],
  asked: readonly TransitionModel[],
): TransitionModel[] | undefined {
  if (machine === undefined) return undefined;
  const ways = new Map<string, TransitionModel[]>([[machine.initial, []]]);
  for (const [state, way] of ways) {
    if (targets.includes(state)) return way;
    for (const transition of asked) {
      if (transition.from.includes(state) && !ways.has(transition.to)) {
        ways.set(transition.to, [...way, transition]);
      }
    }
  }
  return undefined;
}

/** A body of the request: every input that is required, or that a condition is about. */
function inputFor({ inputs, when }: CommandModel, isToHold: boolean) {
  return Object.fromEntries(
    inputs.flatMap(({ name, field }) => {
      const condition = when[name];
      const value =
        condition === undefined
          ? field.required || field.example !== undefined
            ? sampleOf(field, 0, name)
            : undefined
          : candidateFor(field, condition, name, isToHold)?.value;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Members of a new resource with which conditions hold, as far as a client can set them. */
function bodyFor(resource: ResourceModel, commands: readonly CommandModel[], isToHold: boolean) {
  const entries = commands.flatMap((command) =>
    conditionsOf(resource, command).flatMap(({ field, condition }) => {
      const candidate = candidateFor(field.field, condition, field.name, isToHold);
      return candidate === undefined ? [] : [[field.name, candidate.value] as const];
    }),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Conditions about what a client sets when it makes a resource, and not together with the request. */
function conditionsOf({ fields }: ResourceModel, { when, inputs }: CommandModel) {
  return Object.entries(when).flatMap(([name, condition]) => {
    const field = fields.find((each) => each.name === name);
    const isInput = inputs.some((input) => input.name === name);
    return field === undefined || isInput || !isSettable(field) ? [] : [{ field, condition }];
  });
}

function isSettable({ field }: FieldModel): boolean {
  return !field.readOnly && field.type !== 'reference';
}

/** A member that keeps a condition from being met, and the value that does; none where there is no such. */
function failing(resource: ResourceModel, command: CommandModel) {
  return conditionsOf(resource, command)
    .flatMap(({ field, condition }) => {
      const candidate = candidateFor(field.field, condition, field.name, false);
      return candidate === undefined ? [] : [{ member: field.name, ...candidate }];
    })
    .slice(0, 1);
}
