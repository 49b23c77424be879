import type { Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import { makeApiKey } from './api-key.ts';
import type { Granted } from './caller.ts';
import { fromColumns, isExpired, toColumns, type GrantedColumns } from './granted.ts';
import { verifiedKeysOf, type VerifiedKeys } from './verified-keys.ts';

export interface StoredApiKey extends Granted {
  readonly id: string;
  /** Of the client. It may have two keys at a time, so that it can change over from one to the other. */
  readonly name: string;
  readonly prefix: string;
  /** SHA-256; the key itself is shown once and kept nowhere. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** The table, as a part of the service's own. Instants are kept as text. */
export interface ApiKeyTable extends GrantedColumns {
  id: string;
  name: string;
  /** 1 or 2, and null once the key is revoked or expired: the pair with the name is unique. */
  slot: number | null;
  prefix: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface NewApiKey extends Partial<Granted> {
  readonly name: string;
  readonly now: Date;
  readonly expiresAt?: string;
}

/** A client has two valid keys already. */
export class TooManyKeys extends Error {}

export interface ApiKeyStore {
  /** Those that were found valid lately; `revoke` empties it. */
  readonly verified: VerifiedKeys;
  find(prefix: string): Promise<StoredApiKey | undefined>;
  list(): Promise<StoredApiKey[]>;
  /** Those of a client that are valid: two at most. */
  validOf(name: string, now: Date): Promise<StoredApiKey[]>;
  /** Makes a key and returns it; it cannot be read again. Throws TooManyKeys where the client has two that are valid. */
  make(key: NewApiKey): Promise<string>;
  /** Makes the first key of an empty database; undefined where there are keys already. */
  makeFirst(now: Date, granted?: Granted): Promise<string | undefined>;
  /**
   * Revokes the keys of a client, or the one with the prefix.
   * @returns how many
   */
  revoke(name: string, now: Date, prefix?: string): Promise<number>;
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
  // A key that was revoked has no slot.
  const inSlots = query
    .selectFrom(table)
    .where('name', '=', parameter('name'))
    .where('slot', 'is not', null);
  const withSlot = compile<ApiKeyTable>(inSlots.selectAll());
  const takenSlots = compile<{ slot: number }>(inSlots.select('slot'));
  const insert = compile(
    query.insertInto(table).values({
      id: parameter('id'),
      name: parameter('name'),
      slot: parameter('slot'),
      prefix: parameter('prefix'),
      hash: parameter('hash'),
      roles: parameter('roles'),
      scopes: parameter('scopes'),
      claims: parameter('claims'),
      created_at: parameter('created_at'),
      expires_at: parameter('expires_at'),
      revoked_at: null,
    }),
  );
  const freeExpired = compile(
    query
      .updateTable(table)
      .set({ slot: null })
      .where('name', '=', parameter('name'))
      .where('expires_at', '<=', parameter('now')),
  );
  const revoke = compile<{ id: string }>(
    query
      .updateTable(table)
      .set({ revoked_at: parameter('now'), slot: null })
      .where('name', '=', parameter('name'))
      .where('prefix', 'like', parameter('prefix'))
      .where('revoked_at', 'is', null)
      .returning('id'),
  );

  const verified = verifiedKeysOf(database);

  async function add(
    transaction: Transaction<Tables>,
    { name, now, expiresAt, ...granted }: NewApiKey,
  ): Promise<string> {
    await freeExpired(transaction, { name, now: now.toISOString() });
    const taken = new Set((await takenSlots(transaction, { name })).map(({ slot }) => slot));
    const slot = [1, 2].find((each) => !taken.has(each));
    if (slot === undefined) throw new TooManyKeys(name);
    const { key, prefix, hash } = makeApiKey(vendor);
    await insert(transaction, {
      id: newId(),
      name,
      slot,
      prefix,
      hash,
      ...toColumns(granted),
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
    async validOf(name, now) {
      const keys = (await withSlot(database.reader, { name })).map(fromRow);
      return keys.filter((key) => !isExpired(key, now));
    },
    make: (key) => database.transaction((transaction) => add(transaction, key)),
    // Two replicas that start at once both find the table empty: the slot, which is unique, lets one of them win.
    makeFirst: (now, granted) =>
      database.transaction(async (transaction) =>
        (await all(transaction, {})).length > 0
          ? undefined
          : add(transaction, { name: 'first start', now, ...granted }),
      ),
    async revoke(name, now, prefix = '%') {
      const revoked = await database.transaction((transaction) =>
        revoke(transaction, { name, prefix, now: now.toISOString() }),
      );
      verified.clear();
      return revoked.length;
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
    ...fromColumns(row),
  };
}
