import type { Authentication } from '../../authentication/caller.ts';
import { claimOf } from '../../authentication/attribute-rules.ts';
import type { Principal } from '../../authentication/grants.ts';
import { mechanismOf } from '../../authentication/identity.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/**
 * What the client of an endpoint was granted when it made or last changed it. An endpoint is sent events while nobody asks
 * for them, and only the issuer of a token knows what has become of whom it was made for.
 */
export interface KeptReader {
  readonly subject: string;
  readonly clientId: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Who is told what endpoints are sent. */
export interface Readers {
  /** What is kept of who makes or changes an endpoint, in one order: the same is kept as the same text. */
  kept(caller: Principal): KeptReader;
  /**
   * Who is told what an endpoint is sent, as far as it is known at an instant.
   *
   * @returns undefined where the client of the endpoint has no valid credential any more
   */
  present(
    endpoint: Pick<WebhookEndpoint, 'client' | 'reader'>,
    now: Date,
  ): Promise<Principal | undefined>;
}

export function webhookReaders(
  current: Authentication['current'],
  /** Claims that rules ask for. What else is known of a client is nobody's business here. */
  decidingClaims: readonly string[],
): Readers {
  return {
    kept(caller) {
      const { subject, clientId, roles, scopes } = caller;
      const claims: Record<string, unknown> = {};
      for (const name of decidingClaims) claims[name] = claimOf(caller, name);
      return {
        subject,
        clientId,
        roles: [...roles].toSorted(),
        scopes: [...scopes].toSorted(),
        claims,
      };
    },
    async present({ client = '', reader }, now) {
      const caller = await current(client, now);
      return caller === 'unknown' ? asPrincipal(client, reader) : caller;
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
