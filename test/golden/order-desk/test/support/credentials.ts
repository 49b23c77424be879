import type { Environment } from '../../src/app.ts';
import { apiKeyStore } from '../../src/runtime/authentication/api-key-store.ts';
import type { Caller, Granted } from '../../src/runtime/authentication/caller.ts';
import { about } from '../../src/service/about.ts';
import type { Database } from '../../src/runtime/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';

type Headers = Readonly<Record<string, string>>;
type Mechanism = Caller['mechanism'];

export const mechanisms: readonly Mechanism[] = ['api-key'];

/** The one that most tests use: the first of the service, or what TEST_MECHANISM says. */
export const usual: Mechanism =
  mechanisms.find((name) => name === process.env['TEST_MECHANISM']) ?? mechanisms[0] ?? 'none';

/** All that there is to be given. */
export const everything: Granted = {
  roles: ['reader', 'clerk', 'admin'],
  scopes: [],
  claims: { tenant: ['north', 'south'] },
};

/** Credentials of clients that tests make up, by whichever mechanism. */
export interface Credentials {
  /** What the service has to know of the issuers. */
  readonly environment: Pick<Environment, never>;
  /** Headers that a client of that name sends; always those of the same client. It may do everything unless said otherwise, and what was said last where it has a password. */
  of(name: string, mechanism?: Mechanism, granted?: Partial<Granted>): Promise<Headers>;
  stop(): Promise<void>;
}

export async function startCredentials(
  database: Database<Tables>,
  newId: () => string,
  clock: () => Date,
): Promise<Credentials> {
  const made: Readonly<
    Partial<Record<Mechanism, (name: string, granted: Partial<Granted>) => Promise<Headers>>>
  > = {
    'api-key': async (name, granted) => {
      const store = apiKeyStore(database, about.vendor, newId);
      return { 'x-api-key': await store.make({ name, now: clock(), ...granted }) };
    },
  };
  return {
    environment: {},
    of: async (name, mechanism = usual, granted = everything) =>
      (await made[mechanism]?.(name, granted)) ?? {},
    async stop() {},
  };
}
