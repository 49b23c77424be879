import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { compile, parameter, queryBuilder, type Connection } from './statement.ts';

/** The table, as a part of the service's own. */
export interface SecretTable {
  name: string;
  /** Base64. */
  value: string;
}

/**
 * The 32 random bytes of that name, the same for all replicas and after a restart: the first caller
 * makes them. Not for use inside a transaction.
 */
export async function secretOf<Tables>(database: Database<Tables>, name: string): Promise<Buffer> {
  const queries = queryBuilder(database.engine);
  const byName = compile<Pick<SecretTable, 'value'>>(
    queries.selectFrom('secrets').select('value').where('name', '=', parameter('name')),
  );
  const insert = compile(
    queries
      .insertInto('secrets')
      .values({ name: parameter('name'), value: parameter('value') })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  const find = async (connection: Connection) => {
    const [row] = await byName(connection, { name });
    return row && Buffer.from(row.value, 'base64');
  };

  const known = await find(database.reader);
  if (known) return known;
  return database.transaction(async (transaction) => {
    await insert(transaction, { name, value: randomBytes(32).toString('base64') });
    // Of several that came at once, one has inserted: all take what it did.
    const made = await find(transaction);
    if (!made) throw new Error(`The secret ${name} was deleted while it was made`);
    return made;
  });
}
