import type { Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import { makeApiKey } from './api-key.ts';
import { verifiedKeysOf, type VerifiedKeys } from './verified-keys.ts';

export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256; the key itself is shown once and kept nowhere. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** The table, as a part of the service's own. Instants are kept as text. */
export interface ApiKeyTable {
  id: string;
  name: string;
  prefix: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface NewApiKey {
  readonly name: string;
  readonly now: Date;
  readonly expiresAt?: string;
}

export interface ApiKeyStore {
  /** Those that were found valid lately; `revoke` empties it. */
  readonly verified: VerifiedKeys;
  find(prefix: string): Promise<StoredApiKey | undefined>;
  list(): Promise<StoredApiKey[]>;
  /** Makes a key and returns it; it cannot be read again. Throws UniqueViolation where the name is taken. */
  make(key: NewApiKey): Promise<string>;
  /** Makes the first key of an empty database; undefined where there are keys already. */
  makeFirst(now: Date): Promise<string | undefined>;
  /** False where no key that is still valid has the name. */
  revoke(name: string, now: Date): Promise<boolean>;
}

const table = 'api_keys';

export function apiKeyStore<Tables>(
  database: Database<Tables>,
  vendor: string,
  newId: () => string,
): ApiKeyStore {
  const query = queryBuilder(database.engine);
  const byPrefix = compile<ApiKeyTable>(
    query.selectFrom(table).selectAll().where('prefix', '=', parameter('prefix')),
  );
  const all = compile<ApiKeyTable>(query.selectFrom(table).selectAll().orderBy('created_at'));
  const insert = compile(
    query.insertInto(table).values({
      id: parameter('id'),
      name: parameter('name'),
      prefix: parameter('prefix'),
      hash: parameter('hash'),
      created_at: parameter('created_at'),
      expires_at: parameter('expires_at'),
      revoked_at: null,
    }),
  );
  const revoke = compile<{ id: string }>(
    query
      .updateTable(table)
      .set({ revoked_at: parameter('now') })
      .where('name', '=', parameter('name'))
      .where('revoked_at', 'is', null)
      .returning('id'),
  );

  const verified = verifiedKeysOf(database);

  async function add(
    transaction: Transaction<Tables>,
    { name, now, expiresAt }: NewApiKey,
  ): Promise<string> {
    const { key, prefix, hash } = makeApiKey(vendor);
    await insert(transaction, {
      id: newId(),
      name,
      prefix,
      hash,
      created_at: now.toISOString(),
      expires_at: expiresAt ?? null,
    });
    return key;
  }

  return {
    verified,
    async find(prefix) {
      const [row] = await byPrefix(database.reader, { prefix });
      return row === undefined ? undefined : fromRow(row);
    },
    list: async () => (await all(database.reader, {})).map(fromRow),
    make: (key) => database.transaction((transaction) => add(transaction, key)),
    // Two replicas that start at once both find the table empty: the name, which is unique, lets one of them win.
    makeFirst: (now) =>
      database.transaction(async (transaction) =>
        (await all(transaction, {})).length > 0
          ? undefined
          : add(transaction, { name: 'first start', now }),
      ),
    async revoke(name, now) {
      const revoked = await database.transaction((transaction) =>
        revoke(transaction, { name, now: now.toISOString() }),
      );
      verified.clear();
      return revoked.length > 0;
    },
  };
}

function fromRow(row: ApiKeyTable): StoredApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
