import type { ResolvedSpecification } from '../../specification/index.ts';
import type { Action, Change } from './change.ts';
import { changesOf } from './changes.ts';
import { noHints, type Hints } from '../hints.ts';
import { underNewNames } from './renames.ts';
import { silentShapes } from './silent-shape.ts';
import { parts, rowOf } from './table.ts';

/**
 * Every change between two specifications that clients could notice, sorted by path and identifier. Each pair of the two is there
 * once. Never throws.
 *
 * @param hints what the newer specification says of former names: what it names is renamed, and compared with what it was
 */
export function compareSpecifications(
  was: ResolvedSpecification,
  is: ResolvedSpecification,
  hints: Hints = noHints,
): Change[] {
  // As a frozen one is read: without what JSON leaves out.
  const [before, after] = silentShapes(plain(was), plain(is));
  const { specification, found } = underNewNames(before, after, hints);
  return changesOf(
    [...found, ...parts.flatMap(({ compare }) => compare?.(specification, after) ?? [])],
    rowOf,
  );
}

function plain(specification: ResolvedSpecification): ResolvedSpecification {
  return JSON.parse(JSON.stringify(specification)) as ResolvedSpecification;
}

/** What is to be done about all of them: the most that one of them needs. */
export function verdictOf(changes: readonly Change[]): Action {
  const has = (action: Action) => changes.some((change) => change.action === action);
  return has('version') ? 'version' : has('review') ? 'review' : 'pass';
}

/** Under flags there is no newer version that could hold the change: the life of a flag is acknowledged. */
const lifeOfFlags: ReadonlySet<string> = new Set(['W18', 'W19', 'W21', 'W24']);

/** Whether a released version cannot have the change. */
export function needsVersion({ action, id }: Change): boolean {
  return action === 'version' && !lifeOfFlags.has(id);
}
