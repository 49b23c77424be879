import {
  type Issuers,
  type Tables,
  credentialMakers,
  everything,
  mechanisms,
  startIssuers,
} from '../../contract.ts';
import type { Caller, Granted } from '../../../src/runtime/authentication/caller.ts';
import type { CredentialContext, CredentialHeaders } from './credentials/credential-maker.ts';

type Mechanism = Caller['mechanism'];

/** The one that most tests use: the first of the service, or what TEST_MECHANISM says. */
export const usual: Mechanism =
  mechanisms.find((name) => name === process.env['TEST_MECHANISM']) ?? mechanisms[0] ?? 'none';

/** Credentials of clients that tests make up, by whichever mechanism. */
export interface Credentials {
  readonly issuers: Issuers;
  /** Headers that a client of that name sends; always those of the same client. It may do everything unless said otherwise, and what was said last where it has a password. */
  of(
    name: string,
    mechanism?: Mechanism,
    granted?: Partial<Granted>,
    expiresAt?: Date,
  ): Promise<CredentialHeaders>;
  stop(): Promise<void>;
}

export async function startCredentials(context: CredentialContext<Tables>): Promise<Credentials> {
  const issuers = await startIssuers(context.clock);
  const makers = credentialMakers(context, issuers);
  return {
    issuers,
    of: async (name, mechanism = usual, granted = everything, expiresAt) =>
      (await makers[mechanism]?.(name, granted, expiresAt)) ?? {},
    async stop() {
      const started: readonly { stop(): Promise<void> }[] = Object.values(issuers);
      for (const issuer of started) await issuer.stop();
    },
  };
}
