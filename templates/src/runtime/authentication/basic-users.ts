import type { Database } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Granted } from './caller.ts';
import { fromColumns, toColumns, type GrantedColumns } from './granted.ts';
import { hashPassword } from './password.ts';

export interface StoredBasicUser extends Granted {
  readonly id: string;
  readonly name: string;
  /** Of the password, by argon2id. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** The table, as a part of the service's own. Instants are kept as text. */
export interface BasicUserTable extends GrantedColumns {
  id: string;
  name: string;
  hash: string;
  created_at: string;
  expires_at: string | null;
}

export interface NewBasicUser extends Partial<Granted> {
  readonly name: string;
  readonly password: string;
  readonly now: Date;
  readonly expiresAt?: string;
}

export interface BasicUsers {
  find(name: string): Promise<StoredBasicUser | undefined>;
  list(): Promise<StoredBasicUser[]>;
  /** Throws UniqueViolation where the name is taken. */
  make(user: NewBasicUser): Promise<void>;
  /** Makes the first user of an empty database; false where there are users already. */
  makeFirst(user: NewBasicUser): Promise<boolean>;
  /** Puts another hash in the place of one, unless that has changed meanwhile. */
  rehash(user: StoredBasicUser, hash: string): Promise<void>;
  /** False if the name is unknown. */
  revoke(name: string): Promise<boolean>;
}

const table = 'basic_users';

export function basicUsers<Tables>(database: Database<Tables>, newId: () => string): BasicUsers {
  const query = queryBuilder(database.engine);
  const byName = compile<BasicUserTable>(
    query.selectFrom(table).selectAll().where('name', '=', parameter('name')),
  );
  const all = compile<BasicUserTable>(query.selectFrom(table).selectAll().orderBy('name'));
  const insert = compile(
    query.insertInto(table).values({
      id: parameter('id'),
      name: parameter('name'),
      hash: parameter('hash'),
      roles: parameter('roles'),
      scopes: parameter('scopes'),
      claims: parameter('claims'),
      created_at: parameter('created_at'),
      expires_at: parameter('expires_at'),
    }),
  );
  const replaceHash = compile(
    query
      .updateTable(table)
      .set({ hash: parameter('hash') })
      .where('id', '=', parameter('id'))
      .where('hash', '=', parameter('before')),
  );
  const remove = compile<{ id: string }>(
    query.deleteFrom(table).where('name', '=', parameter('name')).returning('id'),
  );

  async function make({ name, password, now, expiresAt, ...granted }: NewBasicUser): Promise<void> {
    const hash = await hashPassword(password);
    await database.transaction((transaction) =>
      insert(transaction, {
        id: newId(),
        name: name.normalize('NFC'),
        hash,
        ...toColumns(granted),
        created_at: now.toISOString(),
        expires_at: expiresAt ?? null,
      }),
    );
  }

  return {
    async find(name) {
      const [row] = await byName(database.reader, { name: name.normalize('NFC') });
      return row === undefined ? undefined : fromRow(row);
    },
    list: async () => (await all(database.reader, {})).map(fromRow),
    make,
    async makeFirst(user) {
      if ((await all(database.reader, {})).length > 0) return false;
      try {
        await make(user);
        return true;
      } catch (error) {
        // Of two replicas that start at once the other one was faster.
        if (error instanceof UniqueViolation) return false;
        throw error;
      }
    },
    async rehash({ id, hash: before }, hash) {
      await database.transaction((transaction) => replaceHash(transaction, { id, before, hash }));
    },
    async revoke(name) {
      const removed = await database.transaction((transaction) =>
        remove(transaction, { name: name.normalize('NFC') }),
      );
      return removed.length > 0;
    },
  };
}

function fromRow(row: BasicUserTable): StoredBasicUser {
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...fromColumns(row),
  };
}
