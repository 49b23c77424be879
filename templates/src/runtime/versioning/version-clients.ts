import { BoundedMap } from '../storage/bounded-map.ts';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { ApiVersion } from './version.ts';

/** The table, as a part of the service's own. */
export interface VersionClientTable {
  /** Label of the version. */
  version: string;
  /** Id of the caller. */
  client: string;
  /** YYYY-MM-DDTHH:MM:SS.mmmZ */
  first_used_at: string;
}

/** Who has used the versions that are deprecated: they may be closed to new clients one day. */
export interface VersionClients {
  /**
   * Whether a client may use a version: it has done so before, or the version is open and this is its first time, which
   * is kept for all replicas.
   */
  admits(version: ApiVersion, client: string, isClosed: boolean, now: Date): Promise<boolean>;
}

const table = 'version_clients';
/** A cache of known clients; a client that it has dropped is looked up again. */
const mostKnown = 10_000;

export function versionClients<Tables>(database: Database<Tables>): VersionClients {
  const queries = queryBuilder(database.engine);
  const isTheirs = { version: parameter('version'), client: parameter('client') };
  const find = compile(
    queries
      .selectFrom(table)
      .select('client')
      .where('version', '=', isTheirs.version)
      .where('client', '=', isTheirs.client),
  );
  const insert = compile(
    queries
      .insertInto(table)
      .values({ ...isTheirs, first_used_at: parameter('now') })
      .onConflict((conflict) => conflict.columns(['version', 'client']).doNothing()),
  );
  const known = new BoundedMap<string, true>(mostKnown);

  return {
    async admits({ label: version, closed, deprecated }, client, isClosed, now) {
      // Only a version that may close one day needs to know its clients.
      if ((closed ?? deprecated) === undefined) return true;
      const key = `${version} ${client}`;
      if (known.get(key) === undefined) {
        const values = { version, client };
        if ((await find(database.reader, values)).length === 0) {
          if (isClosed) return false;
          await database.transaction((transaction) =>
            insert(transaction, { ...values, now: now.toISOString() }),
          );
        }
      }
      known.getOrCreate(key, () => true);
      return true;
    },
  };
}
