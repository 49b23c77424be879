import { sql, type Transaction } from 'kysely';
import { ConfigurationError } from '../service/configuration-error.ts';
import type { Database } from '../storage/database.ts';
import { lockSchema } from '../storage/schema-lock.ts';
import { columnTypes, createTable, primaryKey, required } from '../storage/schema.ts';
import type { MechanismName } from './identity.ts';

/** Whose names rows keep. */
export interface Authorities {
  /** The mechanism whose names are kept as they are. */
  readonly primary: MechanismName;
  /** The issuers of tokens, by their mechanism. */
  readonly issuers: Readonly<Partial<Record<MechanismName, string>>>;
}

const table = 'identity_authorities';

/**
 * Refuses to start with other authorities than those that rows have their names from: another issuer may know somebody
 * else by the same name. The first start writes them down.
 *
 * @throws {ConfigurationError} that says what changed, and what to do
 */
export async function checkAuthorities<Tables>(
  database: Database<Tables>,
  { primary, issuers }: Authorities,
): Promise<void> {
  const present = Object.entries({ primary, ...issuers });
  await database.transaction(async (transaction) => {
    await makeTable(database, transaction);
    const { rows } = await sql<{ name: string; value: string }>`
      select name, value from ${sql.table(table)}`.execute(transaction);
    const known = new Map(rows.map(({ name, value }) => [name, value]));
    for (const [name, value] of present) {
      const before = known.get(name);
      if (before === undefined) {
        await sql`insert into ${sql.table(table)} (name, value) values (${name}, ${value})`.execute(
          transaction,
        );
      } else if (before !== value) throw new ConfigurationError(changed(name, before, value));
    }
  });
}

/** No migration makes it: the database may be older than the rules about names. */
async function makeTable<Tables>(
  { engine }: Database<Tables>,
  transaction: Transaction<Tables>,
): Promise<void> {
  const schema = engine === 'postgres' ? await lockSchema(transaction) : undefined;
  const tables = await transaction.introspection.getTables();
  if (tables.some((each) => each.name === table && each.schema === schema)) return;
  const types = columnTypes(transaction);
  await createTable(transaction, table)
    .addColumn('name', types.text, primaryKey)
    .addColumn('value', types.text, required)
    .execute();
}

function changed(name: string, before: string, now: string): string {
  const what =
    name === 'primary'
      ? `Rows keep the names of the mechanism ${before} as they are, and the first mechanism is ${now} now`
      : `Rows keep names that are of the issuer ${before}, and the issuer of ${name} is ${now} now`;
  return `${what}. The same name may be somebody else's there. SECURITY.md says what to do under "Whose rows they are".`;
}
