import { anonymous } from '../authentication/caller.ts';
import type { ChangeListener, TransitionMade } from '../endpoints/operations/change-listener.ts';
import type { SystemMembers } from '../resources/members.ts';
import type { Store } from '../storage/store.ts';
import { systemCaller } from './system-caller.ts';

/** A transition as it is kept: a resource of its own below the one that made it. */
export interface KeptTransition extends SystemMembers {
  readonly transition: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
  /** Null for a timed transition, and in a service without authentication. */
  readonly client: string | null;
  readonly input: TransitionMade['input'] | null;
}

/**
 * Keeps each transition of one kind of resource, in the transaction that makes it.
 *
 * @param parent the member of a kept transition that holds the identifier of what made it
 */
export function historyKeeping<Kept extends SystemMembers>(
  store: Pick<Store<Kept>, 'insert'>,
  parent: string,
  newId: () => string,
): ChangeListener {
  return {
    async changed(transaction, { caller, now }, { after, transition }) {
      if (transition === undefined) return;
      const { name, from, to, input } = transition;
      const at = now.toISOString();
      const kept: KeptTransition = {
        id: newId(),
        createdAt: at,
        updatedAt: at,
        revision: 1,
        transition: name,
        from,
        to,
        at,
        client: [anonymous.id, systemCaller.id].includes(caller.id) ? null : caller.id,
        input: Object.keys(input).length === 0 ? null : input,
      };
      await store.insert(transaction, { ...kept, [parent]: after.id } as object as Kept);
    },
  };
}
