import type { Environment } from '../../src/app.ts';
import { apiKeyStore } from '../../src/authentication/api-key-store.ts';
import type { Caller } from '../../src/authentication/caller.ts';
import { about } from '../../src/service/about.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';

type Headers = Readonly<Record<string, string>>;
type Mechanism = Caller['mechanism'];

export const mechanisms: readonly Mechanism[] = ['api-key'];

/** The one that most tests use: the first of the service, or what TEST_MECHANISM says. */
export const usual: Mechanism =
  mechanisms.find((name) => name === process.env['TEST_MECHANISM']) ?? mechanisms[0] ?? 'none';

/** Credentials of clients that tests make up, by whichever mechanism. */
export interface Credentials {
  /** What the service has to know of the issuers. */
  readonly environment: Pick<Environment, never>;
  /** Headers that a client of that name sends; always those of the same client. */
  of(name: string, mechanism?: Mechanism): Promise<Headers>;
  stop(): Promise<void>;
}

export async function startCredentials(
  database: Database<Tables>,
  newId: () => string,
  clock: () => Date,
): Promise<Credentials> {
  const made: Readonly<Partial<Record<Mechanism, (name: string) => Promise<Headers>>>> = {
    'api-key': async (name) => {
      const store = apiKeyStore(database, about.vendor, newId);
      return { 'x-api-key': await store.make({ name, now: clock() }) };
    },
  };
  return {
    environment: {},
    of: async (name, mechanism = usual) => (await made[mechanism]?.(name)) ?? {},
    async stop() {},
  };
}
