import type { StateMachine, Transition } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { statesOf } from '../../specification/resolve/states.ts';
import { defaults } from '../../specification/schema/defaults.ts';
import type { Draft } from '../draft.ts';
import { printable } from '../printable.ts';
import { askedFor } from '../shorthand/custom-operation.ts';
import { leftIn } from './machine.ts';

/** One line for each transition, and one for the states that follow from all of them. */
export function machineLines(machine: StateMachine, path: string): string[] {
  const transitions = Object.entries(machine.transitions);
  const width = Math.max(0, ...transitions.map(([name]) => name.length));
  return [
    ...transitions.map(
      ([name, transition]) =>
        `    ${printable(`${name.padEnd(width)}  ${describeTransition(transition)}${pathOf(name, transition, path)}`)}`,
    ),
    `    States: ${printable(describeStates(machine))}`,
  ];
}

/** Where clients ask for a transition; one that happens by itself has no address. */
function pathOf(name: string, { after, at }: Transition, path: string): string {
  return after === undefined && at === undefined ? `   POST ${path}/{id}/${name}` : '';
}

/** `draft, submitted → cancelled, by itself after P30D; when …`. */
function describeTransition(transition: Transition): string {
  const { from, to, after, at } = transition;
  const timed =
    (after === undefined ? '' : `, by itself after ${after}`) +
    (at === undefined ? '' : `, by itself at ${at}`);
  const asked = askedFor(transition).map((clause) => `; ${clause}`);
  return `${[from].flat().join(', ')} → ${to}${timed}${asked.join('')}`;
}

/** `draft (initial), submitted; final: shipped, cancelled`. */
function describeStates(machine: StateMachine): string {
  const left = new Set(leftIn(machine.transitions));
  const states = statesOf(machine);
  const final = states.filter((state) => machine.final?.includes(state) ?? !left.has(state));
  const others = states
    .filter((state) => !final.includes(state))
    .map((state) => (state === machine.initial ? `${state} (initial)` : state));
  return [others.join(', '), ...(final.length === 0 ? [] : [`final: ${final.join(', ')}`])].join(
    '; ',
  );
}

/** In a few words: `draft (initial); final: shipped; in phase; with history`, or that there are none. */
export function describeMachine({ states }: Draft, resource: string): string {
  const machine = own(states, resource);
  if (machine === undefined) return 'no states';
  const { field = defaults.stateField, history } = machine;
  const described = [
    describeStates(machine),
    ...(field === defaults.stateField ? [] : [`in ${field}`]),
    ...(history === true ? ['with history'] : []),
  ];
  return printable(described.join('; '));
}
