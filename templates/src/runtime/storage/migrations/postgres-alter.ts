import type { Kysely } from 'kysely';
import { literal, postgresType, quote } from './data-types.ts';
import { changedExpression, fillExpression } from './expressions.ts';
import type { Column, Step } from './migration.ts';
import { keepInStep, leaveAlone, writeInBatches } from './postgres-backfill.ts';
import { columnsOf, constraintsOf, indexesOf, referredTo } from './postgres-catalogue.ts';
import {
  addForeignKey,
  addRequiredCheck,
  createIndexConcurrently,
} from './postgres-constraints.ts';
import { fillForFormerRelease, forgetColumn } from './postgres-former-release.ts';
import { lockTogether, retryingLocks } from './postgres-locks.ts';
import type { Note } from './postgres-online.ts';
import { renameConstraint, renameIndex } from './postgres-steps.ts';
import { foreignKeyName, passingName } from './postgres-table.ts';
import { query, type Session } from './session.ts';

type AlterColumn = Extract<Step, { readonly kind: 'alter-column' }>;

/** The data type takes all values as they are; what changes is what the column allows. */
export async function alterInPlace(
  session: Kysely<unknown>,
  { table, column, from, to, fill }: AlterColumn,
  note: Note,
): Promise<void> {
  const assignment = fill && {
    column,
    value: fillExpression('postgres', fill, to.type),
    condition: `${quote(column)} is null`,
  };
  if (assignment) {
    await retryingLocks(session, (transaction) => keepInStep(transaction, table, assignment));
    await writeInBatches(session, table, assignment);
  }
  const check = to.required && !from.required && (await addRequiredCheck(session, table, column));
  const reference = passingName('reference', table, column);
  const refersElsewhere = JSON.stringify(from.references) !== JSON.stringify(to.references);
  if (refersElsewhere && to.references) {
    await addForeignKey(session, { table, column, references: to.references, name: reference });
  }
  await retryingLocks(session, async (transaction) => {
    if (refersElsewhere) {
      await lockTogether(transaction, [table, ...(await referredTo(transaction, table))]);
    }
    if (assignment) await leaveAlone(transaction, table, column);
    await forgetColumn(transaction, table, column);
    if (check) await check.makeRequired(transaction, column);
    if (refersElsewhere) {
      await dropForeignKeys(transaction, { table, column, but: reference });
      if (to.references) {
        await renameConstraint(transaction, table, [reference, foreignKeyName(table, column)]);
      }
    }
    for (const change of changesInPlace(from, to)) {
      await query(
        transaction,
        `alter table ${quote(table)} alter column ${quote(column)} ${change}`,
      );
    }
    if (check && assignment) await fillForFormerRelease(transaction, table, assignment);
    await note(transaction);
  });
}

function changesInPlace(from: Column, to: Column): string[] {
  const changes: string[] = [];
  const type = postgresType(to.type);
  if (type !== postgresType(from.type)) changes.push(`type ${type}`);
  if (from.required && !to.required) changes.push('drop not null');
  if (from.default !== to.default) {
    changes.push(
      to.default === undefined
        ? 'drop default'
        : `set default ${literal('postgres', to.type, to.default)}`,
    );
  }
  return changes;
}

async function dropForeignKeys(
  session: Session,
  { table, column, but }: { readonly table: string; readonly column: string; readonly but: string },
): Promise<void> {
  for (const { name, isForeignKey, columns } of await constraintsOf(session, table)) {
    if (!isForeignKey || name === but || columns.join() !== column) continue;
    await query(session, `alter table ${quote(table)} drop constraint ${quote(name)}`);
  }
}

/**
 * Fills a new column beside the former one, which a trigger keeps in step while clients go on writing that one, and then
 * puts it into its place: the table is never rewritten while clients wait.
 */
export async function retype(
  session: Kysely<unknown>,
  step: AlterColumn,
  note: Note,
): Promise<void> {
  const { table, column, from, to, fill } = step;
  const made = passingName('column', table, column);
  const value = changedExpression('postgres', column, step);
  await retryingLocks(session, async (transaction) => {
    if (!(await columnsOf(transaction, table)).includes(made)) {
      const type = postgresType(to.type);
      await query(transaction, `alter table ${quote(table)} add column ${quote(made)} ${type}`);
    }
    await keepInStep(transaction, table, { column: made, value, condition: 'true' });
  });
  await writeInBatches(session, table, {
    column: made,
    value,
    condition: `${quote(made)} is null and (${value}) is not null`,
  });
  const check = to.required && (await addRequiredCheck(session, table, made));
  const reference = passingName('reference', table, column);
  if (to.references) {
    await addForeignKey(session, {
      table,
      column: made,
      references: to.references,
      name: reference,
    });
  }
  const indexes = (await indexesOf(session, table)).filter(({ columns }) =>
    columns.includes(column),
  );
  for (const { name, columns, isUnique } of indexes) {
    const replaced = columns.map((each) => (each === column ? made : each));
    await createIndexConcurrently(
      session,
      { table, columns: replaced, isUnique },
      passingName(name),
    );
  }
  await retryingLocks(session, async (transaction) => {
    // The reference of the former column takes the table that it leads to along.
    if (from.references) {
      await lockTogether(transaction, [table, ...(await referredTo(transaction, table))]);
    }
    await leaveAlone(transaction, table, made);
    await forgetColumn(transaction, table, column);
    await query(transaction, `alter table ${quote(table)} drop column ${quote(column)}`);
    await query(
      transaction,
      `alter table ${quote(table)} rename column ${quote(made)} to ${quote(column)}`,
    );
    if (check) await check.makeRequired(transaction, column);
    if (to.default !== undefined) {
      const value = literal('postgres', to.type, to.default);
      await query(
        transaction,
        `alter table ${quote(table)} alter column ${quote(column)} set default ${value}`,
      );
    }
    if (to.references) {
      await renameConstraint(transaction, table, [reference, foreignKeyName(table, column)]);
    }
    for (const { name } of indexes) await renameIndex(transaction, passingName(name), name);
    if (check && fill) {
      const value = fillExpression('postgres', fill, to.type);
      await fillForFormerRelease(transaction, table, { column, value });
    }
    await note(transaction);
  });
}
