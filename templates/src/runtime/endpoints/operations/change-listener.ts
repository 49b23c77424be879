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
 * Stores something about each change of a row, such as an event or a line of the history. It is called before the commit and
 * after the rules, so that what it stores commits, or fails, together with the change.
 */
export interface ChangeListener {
  changed(transaction: Writing, actor: Actor, change: RowChange): Promise<void>;
  /** A row is about to be deleted, and with it all rows that the database deletes then. */
  removing?(transaction: Writing, actor: Actor, row: SystemMembers & object): Promise<void>;
}

/** Calls one listener after the other. */
export async function notifyListeners(
  listeners: readonly ChangeListener[] | undefined,
  transaction: Writing,
  actor: Actor,
  change: RowChange,
): Promise<void> {
  for (const listener of listeners ?? []) await listener.changed(transaction, actor, change);
}
