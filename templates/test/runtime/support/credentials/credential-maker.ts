import type { Granted } from '../../../../src/runtime/authentication/caller.ts';
import type { Database } from '../../../../src/runtime/storage/database.ts';

/** Headers of a request. */
export type CredentialHeaders = Readonly<Record<string, string>>;

/**
 * Makes the headers that a client of that name sends: always those of the same client.
 *
 * @param expiresAt absent: they are valid as long as any test needs them
 */
export type CredentialMaker = (
  name: string,
  granted: Partial<Granted>,
  expiresAt?: Date,
) => Promise<CredentialHeaders>;

/** What credentials are made with. */
export interface CredentialContext<Tables = unknown> {
  readonly database: Database<Tables>;
  readonly newId: () => string;
  readonly clock: () => Date;
}
