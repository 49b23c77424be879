import { atValue, type Issue, type Path } from '../issue.ts';
import { nearest } from '../nearest.ts';
import { defined } from '../plain.ts';
import { statesOf } from '../resolve/states.ts';
import type { StateMachine, Transition } from '../schema.ts';
import { shown } from '../shown.ts';
import { fromMentions, type Mention, mentions } from './state-names.ts';

type Transitions = readonly (readonly [string, Transition])[];

/** Every state can be reached, and every state but the final ones can be left. */
export function graphIssues(machine: StateMachine, name: string): Issue[] {
  const transitions = Object.entries(machine.transitions);
  const unknown = unknownFinals(machine, name);
  return [
    ...unknown,
    ...unreachable(machine, name, transitions),
    ...ends(machine, name, transitions, unknown.length > 0),
    ...endlessTimers(name, transitions),
  ];
}

function unknownFinals(machine: StateMachine, name: string): Issue[] {
  const states = statesOf(machine);
  return (machine.final ?? []).flatMap((state, position) => {
    if (states.includes(state)) return [];
    const message = `there is no state ${shown(state)}: no transition mentions it`;
    return [
      atValue(['states', name, 'final', position], {
        code: 'unknown-state',
        message,
        found: shown(state),
        allowed: states,
        ...defined({ suggestion: nearest(state, states) }),
      }),
    ];
  });
}

/** States that no way leads to, each where it is first left. */
function unreachable(machine: StateMachine, name: string, transitions: Transitions): Issue[] {
  const { initial } = machine;
  const leaves = transitions.some(([, { from }]) => [from].flat().includes(initial));
  const states = statesOf(machine);
  if (!leaves) {
    const others = transitions.flatMap(([, { from }]) => from);
    const message = `no transition leaves the initial state ${shown(initial)}, so no row could ever enter another`;
    return [
      atValue(['states', name, 'initial'], {
        code: 'unreachable-state',
        message,
        allowed: [...new Set(others)],
        ...defined({ suggestion: nearest(initial, others) }),
      }),
    ];
  }
  const entered = [initial, ...transitions.map(([, { to }]) => to)];
  const orphans = states.filter((state) => !entered.includes(state));
  // What follows a state that nothing enters is mended with it.
  const mended = new Set(
    [initial, ...orphans].flatMap((state) => [...reachable(state, transitions)]),
  );
  const seen = new Set<string>();
  const all = mentions(machine, name);
  const slips = slipsOf(machine, all, orphans, entered);
  return all.flatMap(({ state, path }) => {
    const meant = slips.get(state);
    if (meant !== undefined) {
      const message = `nothing else mentions the state ${shown(state)}, no transition leaves it, and none enters ${shown(meant)}`;
      return [atValue(path, { code: 'unreachable-state', message, suggestion: meant })];
    }
    if ([...slips.values()].includes(state)) return [];
    const isEntered = entered.includes(state);
    if ((isEntered && mended.has(state)) || seen.has(state) || !states.includes(state)) return [];
    seen.add(state);
    const why = isEntered
      ? 'only states enter it that cannot be reached'
      : 'no transition enters it';
    const suggestion = isEntered ? undefined : nearest(state, entered);
    const isEither =
      suggestion !== undefined && all.filter((each) => each.state === suggestion).length === 1;
    const either = isEither
      ? `, and nothing else mentions ${shown(suggestion)}: one of the two is probably a slip of the other`
      : '';
    const message = `no row can reach the state ${shown(state)}: ${why}${either}`;
    return [atValue(path, { code: 'unreachable-state', message, ...defined({ suggestion }) })];
  });
}

/**
 * A state that only one transition enters and nothing else mentions is probably a slip of one that others leave and nothing enters: which
 * of the two is right shows in how often each is written. By the misspelling: the right name.
 */
function slipsOf(
  { initial, final = [] }: StateMachine,
  all: readonly Mention[],
  orphans: readonly string[],
  entered: readonly string[],
): Map<string, string> {
  const count = (state: string): number => all.filter((each) => each.state === state).length;
  const single = entered.filter(
    (state) => state !== initial && !final.includes(state) && count(state) === 1,
  );
  return new Map(
    orphans.flatMap((orphan): [string, string][] => {
      const slip = nearest(orphan, single);
      return slip !== undefined && count(orphan) > 1 ? [[slip, orphan]] : [];
    }),
  );
}

function reachable(initial: string, transitions: Transitions): Set<string> {
  const targets = new Map<string, string[]>();
  for (const [, { from, to }] of transitions) {
    for (const state of [from].flat()) targets.set(state, [...(targets.get(state) ?? []), to]);
  }
  const reached = new Set([initial]);
  for (const state of reached) for (const to of targets.get(state) ?? []) reached.add(to);
  return reached;
}

/** Where the final states are written: nothing leaves them, and something leaves all others. */
function ends(
  { final, transitions: written }: StateMachine,
  name: string,
  transitions: Transitions,
  hasUnknown: boolean,
): Issue[] {
  if (final === undefined) return [];
  const left = new Set(transitions.flatMap(([, { from }]) => from));
  const path: Path = ['states', name, 'transitions'];
  const leaving = Object.entries(written).flatMap(([transition, { from }]) =>
    fromMentions(from, [...path, transition, 'from'])
      .filter(({ state }) => final.includes(state))
      .map(({ state, path: place }) => {
        const message = `${shown(state)} is a final state, and this transition leaves it`;
        return atValue(place, { code: 'final-state', message });
      }),
  );
  // What a misspelt final state was meant to be is no dead end.
  if (hasUnknown) return leaving;
  const seen = new Set<string>();
  const dead = transitions.flatMap(([transition, { to }]) => {
    if (left.has(to) || final.includes(to) || seen.has(to)) return [];
    seen.add(to);
    const message = `${shown(to)} is a dead end: no transition leaves it, and it is not among the final states`;
    const suggestion = nearest(to, [...left, ...final]);
    return [
      atValue([...path, transition, 'to'], {
        code: 'dead-end',
        message,
        ...defined({ suggestion }),
      }),
    ];
  });
  return [...leaving, ...dead];
}

/**
 * Transitions that happen at the instant in a field, one after the other in a circle: once the instant is there they
 * would never come to an end. Those with `after` wait anew each time.
 */
function endlessTimers(name: string, transitions: Transitions): Issue[] {
  const timed = transitions.filter(([, { at }]) => at !== undefined);
  return timed.flatMap(([transition, { from, to, at }]) => {
    const same = timed.filter(([, other]) => other.at === at);
    const onward = reachable(to, same);
    if (![from].flat().some((state) => onward.has(state))) return [];
    const message = `it leads back to where it came from at the same instant, so it would happen again and again without end`;
    return [
      atValue(['states', name, 'transitions', transition, 'at'], { code: 'endless', message }),
    ];
  });
}
