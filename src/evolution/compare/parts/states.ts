import type {
  ResolvedSpecification,
  ResolvedStateMachine,
  ResolvedTransition,
} from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';
import type { Found } from '../change.ts';
import { compareFields } from '../fields/compare-fields.ts';
import { compareNamed, compareSets, ifChanged } from '../lists.ts';
import { finding, harmless, row } from '../row.ts';
import { compareGuards } from './guards.ts';
import { notContract, type Part } from './part.ts';

const rows = {
  S01: row('state added', 'n/a', 'edge-case', {
    lens: 'automatic-with-one-declared-value',
    trend: 'looser',
    harm: 'Readers may meet a state that they do not know.',
  }),
  S02: row('state removed', 'breaking', 'non-breaking', {
    lens: 'automatic-with-one-declared-value',
    trend: 'tighter',
    harm: 'Clients cannot ask for it any more.',
  }),
  S03: row('initial state changed', 'n/a', 'edge-case', {
    action: 'version',
    lens: 'hook',
    harm: 'A new row is in another state than clients expect.',
  }),
  S04: harmless('transition added'),
  S05: row('transition removed', 'breaking', 'n/a', {
    lens: 'automatic',
    harm: 'Requests for it are answered with 404.',
  }),
  S06: row('transition possible from another state', 'non-breaking', 'n/a', { trend: 'looser' }),
  S07: row('transition no longer possible from a state', 'edge-case', 'n/a', {
    action: 'version',
    lens: 'hook',
    trend: 'tighter',
    harm: 'Requests for rows in that state are refused with 409.',
  }),
  S09: row('target state of a transition changed', 'n/a', 'edge-case', {
    action: 'version',
    lens: 'hook',
    harm: 'A row is in another state afterwards than clients expect.',
  }),
  S10: row('automatic (timed) transition introduced', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    harm: 'Rows change their state without a request.',
  }),
  S13: row('automatic (timed) transition removed', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    harm: 'Rows stay in a state that they left before.',
  }),
  S14: row('time of an automatic transition changed', 'n/a', 'edge-case', {
    lens: 'not-bridgeable',
    harm: 'Rows change their state at another time.',
  }),
  S15: row('transition of clients became an automatic one', 'breaking', 'edge-case', {
    lens: 'hook',
    harm: 'Requests for it are answered with 404.',
  }),
  S16: row('automatic transition became one of clients', 'non-breaking', 'edge-case', {
    action: 'version',
    lens: 'hook',
    harm: 'Rows stay in their state until a client asks.',
  }),
  S17: row('states added to a resource', 'non-breaking', 'edge-case', {
    harm: 'The service decides which states rows have, and shows a field more.',
  }),
  S18: row('states of a resource removed', 'breaking', 'breaking', {
    lens: 'hook',
    harm: 'Its transitions are gone, and clients that read the state miss it.',
  }),
  S19: row('field of the state renamed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Clients that read it miss it.',
  }),
  S20: harmless('history of transitions switched on'),
  S21: row('history of transitions switched off', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Requests for it are answered with 404.',
  }),
  S23: harmless('description of a transition changed'),
  S27: row('state renamed', 'breaking', 'breaking', {
    lens: 'automatic',
    harm: 'Clients know it by its former name.',
  }),
  X08: row('direct PATCH of status replaced by an action', 'breaking', 'n/a', {
    lens: 'hook',
    harm: 'Requests that set it are refused; a transition sets it.',
  }),
} as const;
export const foundState = finding(rows);
const found = foundState;

/**
 * What follows from a state that is gone: a step says which state stands for it now, so older clients go on naming the former one. What
 * is said of a state that is still there only a person can keep.
 */
function withGoneState(change: Found, state: string, { states }: ResolvedStateMachine): Found {
  return states.includes(state) ? change : { ...change, lens: 'automatic-with-one-declared-value' };
}

function compareMachine(
  path: string,
  was: ResolvedStateMachine,
  is: ResolvedStateMachine,
): Found[] {
  return [
    ...ifChanged(was.field, is.field, (before, after) =>
      found('S19', `${path}.field`, before, after),
    ),
    ...ifChanged(was.initial, is.initial, (before, after) =>
      withGoneState(found('S03', `${path}.initial`, before, after), before, is),
    ),
    ...ifChanged(was.history, is.history, (before, after) =>
      found(after ? 'S20' : 'S21', `${path}.history`, before, after),
    ),
    ...compareSets(`${path}.states`, was.states, is.states, {
      added: (at, state) => [found('S01', at, undefined, state)],
      removed: (at, state) => [found('S02', at, state)],
    }),
    ...compareNamed(`${path}.transitions`, was.transitions, is.transitions, {
      added: (at, transition) => [found(isTimed(transition) ? 'S10' : 'S04', at)],
      removed: (at, transition) => [found(isTimed(transition) ? 'S13' : 'S05', at)],
      kept: (at, before, after) => compareTransition(at, before, after, is),
    }),
  ];
}

function compareTransition(
  path: string,
  was: ResolvedTransition,
  is: ResolvedTransition,
  machine: ResolvedStateMachine,
): readonly Found[] {
  const time = ({ after, at }: ResolvedTransition) => after ?? at;
  const [wasTimed, isNowTimed] = [isTimed(was), isTimed(is)];
  return [
    ...ifChanged(was.description, is.description, (before, after) =>
      found('S23', `${path}.description`, before, after),
    ),
    ...compareSets(`${path}.from`, was.from, is.from, {
      added: (at, state) => [found('S06', at, undefined, state)],
      removed: (at, state) => [withGoneState(found('S07', at, state), state, machine)],
    }),
    ...ifChanged(was.to, is.to, (before, after) =>
      withGoneState(found('S09', `${path}.to`, before, after), before, machine),
    ),
    ...ifChanged(time(was), time(is), (before, after) => {
      const id = wasTimed ? (isNowTimed ? 'S14' : 'S16') : 'S15';
      return found(id, `${path}.after`, before, after);
    }),
    ...compareGuards(`${path}.when`, was.when, is.when),
    ...compareFields(`${path}.input`, was.input, is.input, { side: 'request', isInput: true }),
  ];
}

function isTimed({ after, at }: ResolvedTransition): boolean {
  return after !== undefined || at !== undefined;
}

/** A machine on a resource that is there in both; of another resource, that is enough. */
function isThere({ resources }: ResolvedSpecification, name: string): boolean {
  return own(resources, name) !== undefined;
}

function hadField({ resources }: ResolvedSpecification, name: string, field: string): boolean {
  return own(own(resources, name)?.fields, field) !== undefined;
}

/** States of resources and what leads from one to another. */
export const states: Part = {
  title: 'States',
  rows,
  compare: (was, is) =>
    compareNamed('states', was.states, is.states, {
      added: (path, { field }, name) => {
        if (!isThere(was, name)) return [];
        return [found(hadField(was, name, field) ? 'X08' : 'S17', path)];
      },
      removed: (path, _, name) => (isThere(is, name) ? [found('S18', path)] : []),
      kept: (path, before, after, name) =>
        isThere(was, name) && isThere(is, name) ? compareMachine(path, before, after) : [],
    }),
  keys: {
    states: ['S17', 'S18', 'X08'],
    'states.*.field': ['S19'],
    'states.*.initial': ['S03'],
    'states.*.final': notContract('it only repeats which states nothing leaves'),
    'states.*.history': ['S20', 'S21'],
    'states.*.transitions': ['S04', 'S05'],
    'states.*.transitions.*.description': ['S23'],
    'states.*.transitions.*.from': ['S06', 'S07'],
    'states.*.transitions.*.to': ['S09'],
    'states.*.transitions.*.after': ['S10', 'S13', 'S14', 'S15', 'S16'],
    'states.*.transitions.*.at': ['S10', 'S13', 'S14', 'S15', 'S16'],
    'states.*.renamedFrom.**': ['S27'],
  },
};
