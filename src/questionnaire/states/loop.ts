import type { Mistake } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Ask } from '../ask.ts';
import { askChoice, askText, askWhether, type Help } from '../asking.ts';
import { mistakesIn, problemOf, sentences } from '../checking.ts';
import { typesOf } from '../field-types.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { pathOf } from '../resources/path.ts';
import { readTransition } from '../shorthand/custom-operation.ts';
import { without, withoutName } from '../without.ts';
import { machineLines } from './describe.ts';
import { leftIn, withMachine, withTransitions } from './machine.ts';

const introduction = [
  'name: from > to, such as   submit: draft > submitted',
  '  from several:   cancel: draft, submitted > cancelled',
  '  ?: help   -name removes   empty: done',
];

const help: Help = {
  text: [
    'A transition is name: states it leaves > state it enters. Behind that:',
    '  when   conditions: field (has a value), !field, field=a,b, field!=a, field>=1, and > <= <; all must hold',
    '  with   what a client sends along, as fields are typed; one with the name of a field sets it',
    '  after  P30D, PT15M: by itself, so long after it entered the state',
    '  at     dueAt: by itself, at the instant in a date or date-time field',
    'States are what the lines mention; what nothing leaves is final.',
  ],
  example: [
    'submit: draft > submitted when total>=0.01 shipTo',
    'ship: submitted > shipped with tracking:uri! note:string(200)',
    'expire: draft > cancelled after P30D',
    'lapse: submitted > cancelled at dueAt',
  ],
};

/** Mistakes that more lines may put right: they hold the end of the questions, and not a line. */
const unfinished: ReadonlySet<string> = new Set([
  'unreachable-state',
  'dead-end',
  'final-state',
  'unknown-state',
  'never-happens',
  'unknown-event',
  'value',
]);

/** Asks how rows of a resource move from state to state, one transition on a line, and then what follows from it. */
export async function askMachine(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  const isChosen = own(draft.states, resource) !== undefined;
  for (const line of introduction) ask.say(`  ${line}`);
  const moved = await askTransitions(ask, draft, resource, isChosen);
  if (own(moved.states, resource) === undefined) return moved;
  const begun = await askInitial(ask, moved, resource);
  return askHistory(ask, await askField(ask, begun, resource), resource);
}

async function askTransitions(
  ask: Ask,
  draft: Draft,
  resource: string,
  isChosen: boolean,
): Promise<Draft> {
  let answered = draft;
  show(ask, answered, resource);
  for (;;) {
    const present = answered;
    const line = await askText(ask, {
      message: `Transitions of ${printable(resource)}`,
      help,
      check: (typed) => lineProblem(present, resource, typed, isChosen),
    });
    if (line === '') return present;
    answered = withLine(present, resource, line, isChosen);
    show(ask, answered, resource);
  }
}

function show(ask: Ask, draft: Draft, resource: string): void {
  const machine = own(draft.states, resource);
  if (machine === undefined) return;
  for (const line of machineLines(machine, pathOf(draft, resource))) ask.say(line);
}

/** The draft with what was typed; a mistake changes nothing. A description stays with its name. */
export function withLine(draft: Draft, resource: string, line: string, isChosen = false): Draft {
  const typed = readTransition(line, typesOf(draft, resource));
  const present = own(draft.states, resource)?.transitions ?? {};
  if (typed.kind === 'mistake') return draft;
  if (typed.kind === 'removal') {
    return withTransitions(draft, resource, withoutName(present, typed.name), isChosen);
  }
  const { description } = own(present, typed.name) ?? {};
  const described = description === undefined ? {} : { description };
  const transition = { ...described, ...typed.entry };
  return withTransitions(draft, resource, { ...present, [typed.name]: transition }, isChosen);
}

/** What is wrong with a line; an empty one is the end, at which all of it hangs together. */
export function lineProblem(
  draft: Draft,
  resource: string,
  line: string,
  isChosen = false,
): string | undefined {
  if (line === '') {
    const mistakes = mistakesIn(draft).filter((mistake) => isAbout(mistake, resource));
    return mistakes.length === 0 ? undefined : sentences(mistakes);
  }
  const typed = readTransition(line, typesOf(draft, resource));
  if (typed.kind === 'mistake') return printable(typed.problem);
  if (typed.kind === 'removal') {
    const there = own(own(draft.states, resource)?.transitions, typed.name) !== undefined;
    return there ? undefined : `There is no transition ${printable(typed.name)}.`;
  }
  return problemOf(
    draft,
    withLine(draft, resource, line, isChosen),
    ({ code, path }) =>
      unfinished.has(code) && !(code === 'value' && !isStateGuard(draft, resource, path)),
  );
}

/** A state that a condition asks for may be mentioned by a line that is still to come. */
function isStateGuard({ states }: Draft, resource: string, path: Mistake['path']): boolean {
  const field = own(states, resource)?.field ?? defaults.stateField;
  return path.includes('when') && path.includes(field);
}

function isAbout({ path }: Mistake, resource: string): boolean {
  return path[0] === 'states' && path[1] === resource;
}

async function askInitial(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  const machine = own(draft.states, resource);
  if (machine === undefined) return draft;
  const possible = leftIn(machine.transitions).filter(
    (initial) =>
      problemOf(draft, withMachine(draft, resource, { ...machine, initial })) === undefined,
  );
  if (possible.length < 2) return draft;
  const initial = await askChoice(ask, {
    message: 'State of a new resource',
    help: {
      text: 'The state that a resource is created in. Offered are the states that a transition leaves.',
      example: 'draft',
    },
    choices: possible.map((value) => ({ value, name: printable(value) })),
    default: machine.initial,
  });
  return withMachine(draft, resource, { ...machine, initial });
}

async function askField(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  const machine = own(draft.states, resource);
  if (machine === undefined) return draft;
  const named = (field: string): Draft =>
    withMachine(draft, resource, {
      ...without(machine, 'field'),
      ...(field === defaults.stateField ? {} : { field }),
    });
  const defaultValue = machine.field ?? defaults.stateField;
  const field = await askText(ask, {
    message: 'Field that holds the state, which the service adds',
    help: {
      text: 'Clients read the state in this field and filter by it; only transitions change it.',
      example: ['status', 'phase'],
    },
    default: defaultValue,
    check: (text) => problemOf(withoutStates(draft), named(text === '' ? defaultValue : text)),
  });
  return named(field);
}

/** Checked anew, because a name that is taken is wrong already. */
function withoutStates(draft: Draft): Draft {
  return { ...draft, states: {} };
}

async function askHistory(ask: Ask, draft: Draft, resource: string): Promise<Draft> {
  const machine = own(draft.states, resource);
  if (machine === undefined) return draft;
  const kept = withMachine(draft, resource, { ...machine, history: true });
  const never = withMachine(draft, resource, without(machine, 'history'));
  if (problemOf(never, kept) !== undefined) return never;
  const keeps = await askWhether(ask, {
    message: `Record each transition, at ${historyPath(draft, resource)}?`,
    help: {
      text: 'With yes every resource has a list of its transitions: which, when, by whom and with what input. With no the service knows the present state alone.',
      example: 'y where auditors ask who approved an order',
    },
    default: machine.history ?? false,
  });
  return keeps ? kept : never;
}

function historyPath(draft: Draft, resource: string): string {
  const path = `${pathOf(draft, resource)}/{id}/transitions`;
  return path.length > 50 ? 'transitions' : path;
}
