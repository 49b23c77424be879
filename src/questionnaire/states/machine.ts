import type { StateMachine, Transition } from '../../specification/index.ts';
import { own } from '../../specification/plain.ts';
import { withOfferedOnly } from '../access/offered.ts';
import { withSection, type Draft } from '../draft.ts';
import { withoutName } from '../without.ts';

type Transitions = Readonly<Record<string, Transition>>;

/** A machine as a person types it. The transitions show which state is the first one, unless the person names it. */
export function withTransitions(
  draft: Draft,
  resource: string,
  transitions: Transitions,
  isChosen: boolean,
): Draft {
  const present = own(draft.states, resource);
  if (Object.keys(transitions).length === 0) return withoutMachine(draft, resource);
  const left = leftIn(transitions);
  const keeps = isChosen && present !== undefined && left.includes(present.initial);
  const initial = keeps ? present.initial : firstOf(transitions);
  const { final, ...others } = present ?? {};
  return withMachine(draft, resource, {
    ...others,
    initial,
    ...(final !== undefined && isFinal(final, transitions) ? { final } : {}),
    transitions: { ...transitions },
  });
}

export function withMachine(draft: Draft, resource: string, machine: StateMachine): Draft {
  const { field, initial, final, history, transitions } = machine;
  const changed = withSection(draft, 'states', {
    ...draft.states,
    [resource]: {
      ...(field === undefined ? {} : { field }),
      initial,
      ...(final === undefined ? {} : { final }),
      ...(history === undefined ? {} : { history }),
      transitions,
    },
  });
  return withOfferedOnly(changed);
}

export function withoutMachine(draft: Draft, resource: string): Draft {
  return withOfferedOnly(withSection(draft, 'states', withoutName(draft.states ?? {}, resource)));
}

/** The states that a transition leaves, each once. */
export function leftIn(transitions: Transitions): string[] {
  return [...new Set(Object.values(transitions).flatMap(({ from }) => from))];
}

/** The state that is left and never entered, or the first that is left. */
function firstOf(transitions: Transitions): string {
  const entered = new Set(Object.values(transitions).map(({ to }) => to));
  const left = leftIn(transitions);
  return left.find((state) => !entered.has(state)) ?? left[0] ?? '';
}

/** Whether the final states as written are still those that nothing leaves. */
function isFinal(final: readonly string[], transitions: Transitions): boolean {
  const left = new Set(leftIn(transitions));
  const ends = Object.values(transitions).flatMap(({ to }) => (left.has(to) ? [] : [to]));
  const same = new Set(ends);
  return final.length === same.size && final.every((state) => same.has(state));
}
