import type { Kysely } from 'kysely';
import { quote } from './data-types.ts';
import type { Reference } from './migration.ts';
import { constraintsOf, indexesOf } from './postgres-catalogue.ts';
import { retryingLocks } from './postgres-locks.ts';
import {
  createIndexText,
  nameOfIndex,
  passingName,
  targetText,
  type Index,
} from './postgres-table.ts';
import { query, type Session } from './session.ts';

/** Makes an index while clients read and write; one that was interrupted is made anew. */
export async function createIndexConcurrently(
  session: Kysely<unknown>,
  index: Index,
  name = nameOfIndex(index),
): Promise<void> {
  const found = (await indexesOf(session, index.table)).find((each) => each.name === name);
  if (found?.isValid === true) return;
  if (found) await query(session, `drop index concurrently if exists ${quote(name)}`);
  await query(session, createIndexText(index, { name, concurrently: true }));
}

/** A check that is proved beside the clients, so that the column need not be read again to become "not null". */
export async function addRequiredCheck(session: Kysely<unknown>, table: string, column: string) {
  const name = passingName('required', table, column);
  await addConstraint(session, { table, name, text: `check (${quote(column)} is not null)` });
  return {
    /** @param current what the column is called by now */
    async makeRequired(transaction: Session, current: string): Promise<void> {
      await query(
        transaction,
        `alter table ${quote(table)} alter column ${quote(current)} set not null`,
      );
      await query(transaction, `alter table ${quote(table)} drop constraint ${quote(name)}`);
    },
  };
}

export async function addForeignKey(
  session: Kysely<unknown>,
  {
    table,
    column,
    references,
    name,
  }: {
    readonly table: string;
    readonly column: string;
    readonly references: Reference;
    readonly name: string;
  },
): Promise<void> {
  const text = `foreign key (${quote(column)}) ${targetText(references)}`;
  await addConstraint(session, { table, name, text });
}

/** Holds for what is written from now on at once, and is proved of the rows that are there without keeping anybody from writing. */
async function addConstraint(
  session: Kysely<unknown>,
  { table, name, text }: { readonly table: string; readonly name: string; readonly text: string },
): Promise<void> {
  await retryingLocks(session, async (transaction) => {
    const all = await constraintsOf(transaction, table);
    if (all.some((each) => each.name === name)) return;
    await query(
      transaction,
      `alter table ${quote(table)} add constraint ${quote(name)} ${text} not valid`,
    );
  });
  await retryingLocks(session, (transaction) =>
    query(transaction, `alter table ${quote(table)} validate constraint ${quote(name)}`),
  );
}
