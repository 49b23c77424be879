import { validateStateName, squashed } from '../validators/custom-operations.ts';
import { atValue, valueIssues, type Issue, type Path } from '../issue.ts';
import type { StateMachine } from '../schema.ts';

/** A state and the first place that mentions it. */
export interface Mention {
  readonly state: string;
  readonly path: Path;
}

/** Every mention of a state, in the order of the file as it is usually written. */
export function mentions(
  { initial, final = [], transitions }: StateMachine,
  name: string,
): Mention[] {
  const path = ['states', name];
  return [
    { state: initial, path: [...path, 'initial'] },
    ...Object.entries(transitions).flatMap(([transition, { from, to }]) => {
      const place = [...path, 'transitions', transition];
      return [...fromMentions(from, [...place, 'from']), { state: to, path: [...place, 'to'] }];
    }),
    ...final.map((state, position) => ({ state, path: [...path, 'final', position] })),
  ];
}

export function fromMentions(from: string | readonly string[], path: Path): Mention[] {
  if (typeof from === 'string') return [{ state: from, path }];
  return from.map((state, position) => ({ state, path: [...path, position] }));
}

/** What states are called, each checked where it is first mentioned. */
export function stateNameIssues(machine: StateMachine, name: string): Issue[] {
  const seen = new Map<string, string>();
  const names = mentions(machine, name).flatMap(({ state, path }) => {
    const other = seen.get(squashed(state));
    seen.set(squashed(state), other ?? state);
    if (other === state) return [];
    const details = validateStateName(state, state === machine.initial);
    if (details !== undefined || other === undefined) return valueIssues(path, details);
    const message = `"${state}" and "${other}" are the same state apart from their hyphens`;
    return [atValue(path, { code: 'name-collision', message, suggestion: other })];
  });
  return [...names, ...creationIssues(machine, name)];
}

/** An event "created" tells of a new row, so nothing that is there already enters a state of that name. */
function creationIssues({ initial, transitions }: StateMachine, name: string): Issue[] {
  if (initial !== 'created') return [];
  return Object.entries(transitions)
    .filter(([, { to }]) => to === 'created')
    .map(([transition]) => {
      const message =
        'the event "created" tells of a new row, so nothing can enter a state of that name again';
      return atValue(['states', name, 'transitions', transition, 'to'], {
        code: 'name-reserved',
        message,
      });
    });
}
