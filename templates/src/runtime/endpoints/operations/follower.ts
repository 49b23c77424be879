import type { SystemMembers } from '../../resources/members.ts';
import type { Writing } from '../../storage/store.ts';
import type { Actor } from './actor.ts';

/** What became of one row. */
export interface RowChange {
  /** `entered`: by a transition, into the state that it leads to. */
  readonly kind: 'created' | 'updated' | 'entered' | 'deleted';
  readonly before?: SystemMembers & object;
  /** Of a row that is deleted: as it was. */
  readonly after: SystemMembers & object;
  readonly transition?: TransitionMade;
}

export interface TransitionMade {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** What was sent along, without what is only written. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Whoever keeps something of its own about each change of a row. It is told before the commit, behind the rules:
 * what it keeps commits, or fails, together with the change.
 */
export interface Follower {
  changed(transaction: Writing, actor: Actor, change: RowChange): Promise<void>;
  /** A row is about to be deleted, and with it whatever the database deletes then. */
  removing?(transaction: Writing, actor: Actor, row: SystemMembers & object): Promise<void>;
}

/** Tells of a change, to one after the other. */
export async function tell(
  followers: readonly Follower[] | undefined,
  transaction: Writing,
  actor: Actor,
  change: RowChange,
): Promise<void> {
  for (const follower of followers ?? []) await follower.changed(transaction, actor, change);
}
