import type {
  ActionModel,
  CustomOperationModel,
  ResourceModel,
  StateMachineModel,
  TransitionModel,
} from '../../model/model.ts';
import { customOperationsOf } from '../../model/custom-operations.ts';
import type { ResolvedCondition } from '../../specification/index.ts';
import { code, identifier, join, literal, type Code } from '../code.ts';

/** What README.md and INTERFACE.md tell of the states of resources, and of their actions. */
export function stateTexts(resources: readonly ResourceModel[]) {
  return {
    machines: resources.flatMap(({ name, machine }) =>
      machine === undefined ? [] : [machineText(name, machine)],
    ),
    actionTexts: resources.flatMap(({ name, actions }) =>
      actions.map((action) => ({ resource: name, ...customOperationText(action) })),
    ),
  };
}

/** Requests for transitions and actions, as the table of endpoints shows them. */
export function customOperationRows(resource: ResourceModel, address: (path: string) => string) {
  return customOperationsOf(resource).map((customOperation) => ({
    verb: 'POST',
    path: address(customOperation.path),
    meaning: meaningOf(customOperation),
    status: 'isAsync' in customOperation && customOperation.isAsync ? '202' : '200',
  }));
}

function meaningOf(customOperation: TransitionModel | ActionModel): string {
  if (!('to' in customOperation)) return customOperation.name.replaceAll('-', ' ');
  return `${customOperation.name.replaceAll('-', ' ')}: to ${customOperation.to}`;
}

function machineText(title: string, machine: StateMachineModel) {
  const { field, initial, final, transitions, history } = machine;
  return {
    title,
    field: field.name,
    initial,
    finals: final.length === 0 ? 'none' : final.join(', '),
    hasKept: history !== undefined,
    diagram: diagramOf(machine),
    transitions: transitions.map((transition) => ({
      ...customOperationText(transition),
      from: transition.from.join(', '),
      to: transition.to,
      asked: howAsked(transition),
    })),
  };
}

function customOperationText({ name, when, inputs, description }: CustomOperationModel) {
  const conditions = Object.entries(when).map(([field, each]) => conditionText(field, each));
  const members = inputs.map((input) => (input.field.required ? input.name : `${input.name}?`));
  return {
    name,
    description,
    conditions: conditions.length === 0 ? 'always' : conditions.join('; '),
    inputs: members.length === 0 ? 'nothing' : members.join(', '),
  };
}

function howAsked({ isTimed, after, at }: TransitionModel): string {
  if (!isTimed) return 'by a client';
  return at === undefined
    ? `by itself, ${spoken(after ?? 0)} after the state was entered`
    : `by itself, at ${at.name}`;
}

const bounds = { gte: 'at least', gt: 'more than', lte: 'at most', lt: 'less than' } as const;

function conditionText(field: string, condition: ResolvedCondition): string {
  const { anyOf, not, present } = condition;
  const ordered = Object.entries(bounds).flatMap(([key, words]) => {
    const bound = condition[key as keyof typeof bounds];
    return bound === undefined ? [] : [`${words} ${valueText(bound)}`];
  });
  const parts = [
    ...(anyOf === undefined ? [] : [anyOf.map(valueText).join(' or ')]),
    ...(not === undefined ? [] : [`not ${not.map(valueText).join(' or ')}`]),
    ...(present === undefined ? [] : [present ? 'present' : 'absent']),
    ...ordered,
  ];
  return `${field} is ${parts.join(' and ')}`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const;

function spoken(milliseconds: number): string {
  const [length, unit] = units.find(([each]) => milliseconds % each === 0) ?? [1, 'millisecond'];
  const count = milliseconds / length;
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Lines of a Mermaid state diagram. Names stand in quotation marks alone, whatever they are. */
function diagramOf({ states, initial, final, transitions }: StateMachineModel): { line: Code }[] {
  const ids = new Map(states.map((state, index) => [state, identifier(`s${String(index)}`)]));
  const id = (state: string) => ids.get(state) ?? identifier('unknown');
  const arrow = code`-->`;
  const end = code`[*]`;
  const lines = [
    ...states.map((state) => code`state ${literal(state)} as ${id(state)}`),
    code`${end} ${arrow} ${id(initial)}`,
    ...transitions.flatMap((transition) =>
      transition.from.map(
        (from) => code`${id(from)} ${arrow} ${id(transition.to)} : ${labelOf(transition)}`,
      ),
    ),
    ...final.map((state) => code`${id(state)} ${arrow} ${end}`),
  ];
  return lines.map((line) => ({ line }));
}

/** What stands behind a colon is text: names of words and hyphens, and of fields. */
function labelOf({ name, after, at }: TransitionModel): Code {
  const words = join(name.split('-').map(wordOf), '-');
  if (at !== undefined) return code`${words} at ${identifier(at.name)}`;
  if (after === undefined) return words;
  return code`${words} after ${join(spoken(after).split(' ').map(wordOf), ' ')}`;
}

function wordOf(word: string): Code {
  return /^\d+$/.test(word)
    ? literal(Number(word))
    : /^\d/.test(word)
      ? literal(word)
      : identifier(word);
}
