import { everything, grantedKinds } from '../../contract.ts';
import type { Granted } from '../../../src/runtime/authentication/caller.ts';
import type { ConformingService } from './conformance.ts';
import { calledFor } from './event-kinds.ts';

/** Kinds whose events clients with keys receive: a name that rules are about has few keys. */
export const keyedKinds = grantedKinds.filter(
  (kind) => calledFor(kind, everything).name === undefined,
);

/** From now on the key of a client is granted this; what was verified a moment ago is not asked for again. */
export async function grant(
  { database }: ConformingService,
  name: string,
  { roles, scopes }: Granted,
): Promise<void> {
  await database.transaction((transaction) =>
    transaction
      .updateTable('api_keys')
      .set({ roles: roles.join(' '), scopes: scopes.join(' ') })
      .where('name', '=', name)
      .execute(),
  );
}
