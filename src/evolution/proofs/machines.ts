import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import { evaluate } from '../compose/evaluate.ts';
import { has } from '../compose/expression.ts';
import type { Member } from '../compose/members.ts';
import { own } from '../../specification/plain.ts';

/** What the states and transitions of an older version are now, as far as it is another thing; by its own names. */
export interface MachineNow {
  /** The state that a new row is in. */
  readonly initial?: string;
  readonly transitions: Readonly<Record<string, TransitionNow>>;
}

interface TransitionNow {
  readonly from: readonly string[];
  readonly to: string;
}

/** What recordings and proofs have to know of the states of a version: they were changed, and clients of all versions meet the same rows. */
export interface OtherTransitions {
  readonly machine: MachineNow;
  /** Transitions that are not possible any more from a state that they were possible from. */
  readonly narrowed: readonly string[];
  /** Those that are possible from further states. */
  readonly widened: readonly string[];
  /** After which a row is in another state than then: `create`, and transitions. */
  readonly redirected: readonly string[];
}

export function otherTransitions(
  { specification, newest }: ComposedVersion,
  { older, newest: name, down, up, customOperations }: ComposedResource,
): OtherTransitions {
  const was = own(specification.states, older);
  const is = own(newest.states, name);
  const nothing = { machine: { transitions: {} }, narrowed: [], widened: [], redirected: [] };
  if (was === undefined || is === undefined) return nothing;
  const toNow = stateBy(up, is.field, (state) => ({ older: [{ [was.field]: state }] }));
  const toThen = stateBy(down, was.field, (state) => ({ newest: [{ [is.field]: state }] }));
  if (toNow === undefined || toThen === undefined) return nothing;
  // A state that became another one is shown as that one, and no row is in it.
  const states = was.states.filter((state) => toThen(toNow(state)) === state);
  const transitions = customOperations.flatMap((operation) => {
    const [then, now] = [was.transitions[operation.older], is.transitions[operation.newest]];
    if (then === undefined || now === undefined) return [];
    const from = states.filter((state) => now.from.includes(toNow(state)));
    const isRedirected = toNow(then.to) !== now.to;
    return [
      {
        name: operation.older,
        isNarrowed: then.from.some((state) => states.includes(state) && !from.includes(state)),
        isWidened: from.some((state) => !then.from.includes(state)),
        isRedirected,
        now: { from, to: isRedirected ? toThen(now.to) : then.to },
      },
    ];
  });
  const others = transitions.filter(
    (each) => each.isNarrowed || each.isWidened || each.isRedirected,
  );
  const isBegunElsewhere = toNow(was.initial) !== is.initial;
  const namesOf = (which: 'isNarrowed' | 'isWidened' | 'isRedirected') =>
    others.filter((each) => each[which]).map((each) => each.name);
  return {
    machine: {
      ...(isBegunElsewhere ? { initial: toThen(is.initial) } : {}),
      transitions: Object.fromEntries(others.map((each) => [each.name, each.now])),
    },
    narrowed: namesOf('isNarrowed'),
    widened: namesOf('isWidened'),
    redirected: [...(isBegunElsewhere ? ['create'] : []), ...namesOf('isRedirected')],
  };
}

/** What steps make of a state; undefined where a function does, which they do not know. */
function stateBy(
  members: readonly Member[],
  field: string,
  rootsOf: (state: string) => Parameters<typeof evaluate>[1],
): ((state: string) => string) | undefined {
  const expression = members.find((member) => member.name === field)?.expression;
  if (expression === undefined || has(expression, 'hook')) return undefined;
  return (state) => String(evaluate(expression, rootsOf(state)));
}
