import type { Authentication } from '../../authentication/caller.ts';
// {{#if hasRules}}
import { claimOf } from '../../authentication/attribute-rules.ts';
// {{/if}}
import type { Principal } from '../../authentication/grants.ts';
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

/** What decides what somebody may see, in one order: the same is kept as the same text. */
export function keptReader(
  caller: Principal,
  // {{#if hasRules}}
  /** Claims that rules ask for. What else is known of a client is nobody's business here. */
  deciding: readonly string[],
  // {{/if}}
): KeptReader {
  const { subject, clientId, roles, scopes } = caller;
  const claims: Record<string, unknown> = {};
  // {{#if hasRules}}
  for (const name of deciding) claims[name] = claimOf(caller, name);
  // {{/if}}
  return {
    subject,
    clientId,
    roles: [...roles].toSorted(),
    scopes: [...scopes].toSorted(),
    claims,
  };
}

/**
 * Who is told what an endpoint is sent, as far as it is known at an instant.
 *
 * @returns undefined where the client of the endpoint has no valid credential any more
 */
export type ReaderOf = (
  endpoint: Pick<WebhookEndpoint, 'client' | 'reader'>,
  now: Date,
) => Promise<Principal | undefined>;

export function presentReaders(current: Authentication['current']): ReaderOf {
  return async ({ client = '', reader }, now) => {
    const caller = await current(client, now);
    return caller === 'unknown' ? asPrincipal(reader) : caller;
  };
}

function asPrincipal(kept: KeptReader | undefined): Principal | undefined {
  return kept && { ...kept, roles: new Set(kept.roles), scopes: new Set(kept.scopes) };
}
