import type { CallerLookup } from '../../authentication/current.ts';
import type { Principal } from '../../authentication/grants.ts';
import { mechanismOf } from '../../authentication/identity.ts';
import type { EventFor } from '../visible.ts';
import type { KeptReader, Readers } from './reader.ts';

export interface Looking {
  /** What there is of an event for somebody. */
  readonly eventFor: EventFor;
  /** Who a client of before is now. */
  readonly current: CallerLookup;
  /** The claims of a caller that rules decide by; absent: there are no rules. What else is known of it is not kept. */
  readonly claimsOf?: (caller: Principal) => Readonly<Record<string, unknown>>;
}

export function webhookReaders({ eventFor, current, claimsOf = () => ({}) }: Looking): Readers {
  return {
    kept(caller) {
      const { subject, clientId, roles, scopes } = caller;
      return {
        subject,
        clientId,
        roles: [...roles].toSorted(),
        scopes: [...scopes].toSorted(),
        claims: claimsOf(caller),
      };
    },
    async sightOf({ client = '', reader }, now) {
      const caller = await current(client, now);
      const present = caller === 'unknown' ? asPrincipal(client, reader) : caller;
      return present && ((event) => eventFor(present, event));
    },
  };
}

function asPrincipal(client: string, kept: KeptReader | undefined): Principal | undefined {
  return (
    kept && {
      ...kept,
      mechanism: mechanismOf(client),
      roles: new Set(kept.roles),
      scopes: new Set(kept.scopes),
    }
  );
}
