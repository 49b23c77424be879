import type { Caller } from '../../authentication/caller.ts';
import type { StoredEvent } from '../event.ts';

/**
 * The grants of a client when it created or last changed an endpoint. Deliveries happen without a request, and only the
 * issuer of a token knows the present grants of its subject.
 */
export interface KeptReader {
  readonly subject: string;
  readonly clientId: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What there is of an event for the client of an endpoint; undefined where it may not see the event. */
export type Sight = (event: StoredEvent) => StoredEvent | undefined;

/** Where everybody may see everything. */
export const unrestricted: Sight = (event) => event;

/** What of an endpoint tells whose it is. */
export interface Owned {
  readonly client?: string;
  readonly reader?: KeptReader;
}

/** Whom endpoints tell, where clients differ in what they may see. */
export interface Readers {
  /** What is kept of who makes or changes an endpoint, in one order: the same is kept as the same text. */
  kept(caller: Caller): KeptReader;
  /**
   * What the client of an endpoint may see, as far as it is known at an instant. It may take a connection of its own: do
   * not ask within a transaction.
   *
   * @returns undefined where the client has no valid credential any more
   */
  sightOf(endpoint: Owned, now: Date): Promise<Sight | undefined>;
}
