import type { Kysely } from 'kysely';
import { postgresType, quote } from './data-types.ts';
import { fillExpression } from './expressions.ts';
import type { Column, Step } from './migration.ts';
import { keepInStep, leaveAlone, writeInBatches } from './postgres-backfill.ts';
import { columnsOf, rulesOf } from './postgres-catalogue.ts';
import {
  addForeignKey,
  addRequiredCheck,
  createIndexConcurrently,
} from './postgres-constraints.ts';
import { fillForFormerRelease } from './postgres-former-release.ts';
import { retryingLocks } from './postgres-locks.ts';
import { alterInPlace, retype } from './postgres-alter.ts';
import { isSameStorage } from './postgres-steps.ts';
import { columnText, foreignKeyName } from './postgres-table.ts';
import { replacedValue, text } from './projection.ts';
import { query, type Session } from './session.ts';

/** Notes, in the last transaction of a step, that the step is done. */
export type Note = (transaction: Session) => Promise<void>;

/**
 * Carries out a step that reads or writes all rows of a table, beside the clients that use it. It is made of parts that can all
 * be done again, so that it begins anew where it was interrupted.
 */
export async function onlineStep(session: Kysely<unknown>, step: Step, note: Note): Promise<void> {
  switch (step.kind) {
    case 'add-column':
      return addFilledColumn(session, step, note);
    case 'alter-column': {
      const [from, to] = [postgresType(step.from.type), postgresType(step.to.type)];
      const stays = isSameStorage(from, to) && step.convert === undefined;
      return stays ? alterInPlace(session, step, note) : retype(session, step, note);
    }
    case 'replace-values':
      return replaceValues(session, step, note);
    case 'create-index':
    case 'create-unique-index':
      await createIndexConcurrently(session, {
        table: step.table,
        columns: step.columns,
        isUnique: step.kind === 'create-unique-index',
      });
      return retryingLocks(session, note);
    default:
      throw new Error(`${step.kind} is a step of a moment`);
  }
}

async function addFilledColumn(
  session: Kysely<unknown>,
  { table, column, definition, fill }: Extract<Step, { kind: 'add-column' }>,
  note: Note,
): Promise<void> {
  const { required, references, type } = definition;
  const { required: _, references: __, ...plain } = definition;
  const assignment = fill && {
    column,
    value: fillExpression('postgres', fill, type),
    condition: `${quote(column)} is null`,
  };
  await retryingLocks(session, async (transaction) => {
    if (!(await columnsOf(transaction, table)).includes(column)) {
      const text = columnText(column, plain);
      await query(transaction, `alter table ${quote(table)} add column ${text}`);
    }
    if (assignment) await keepInStep(transaction, table, assignment);
  });
  if (assignment) await writeInBatches(session, table, assignment);
  const check = required ? await addRequiredCheck(session, table, column) : undefined;
  if (references) {
    const name = foreignKeyName(table, column);
    await addForeignKey(session, { table, column, references, name });
  }
  await retryingLocks(session, async (transaction) => {
    await leaveAlone(transaction, table, column);
    if (check !== undefined) await check.makeRequired(transaction, column);
    if (check !== undefined && assignment)
      await fillForFormerRelease(transaction, table, assignment);
    await note(transaction);
  });
}

async function replaceValues(
  session: Kysely<unknown>,
  step: Extract<Step, { kind: 'replace-values' }>,
  note: Note,
): Promise<void> {
  const { table, column, values } = step;
  const former = Object.keys(values);
  const value = replacedValue(step);
  // A value that another one becomes would be replaced twice where the step begins anew: it gets a column of its own.
  if (former.some((each) => Object.values(values).includes(each))) {
    const rules = await rulesOf(session, table, column);
    const from: Column = {
      type: 'text',
      ...(rules?.required === true ? { required: true } : {}),
      ...(typeof rules?.default === 'string' ? { default: rules.default } : {}),
    };
    const change = { from, to: from, convert: { sql: value } };
    return retype(session, { kind: 'alter-column', table, column, ...change }, note);
  }
  const assignment = {
    column,
    value,
    condition: `${quote(column)} in (${former.map(text).join(', ')})`,
  };
  await writeInBatches(session, table, assignment);
  await retryingLocks(session, async (transaction) => {
    // What clients have written since then.
    await query(
      transaction,
      `update ${quote(table)} set ${quote(column)} = ${value} where ${assignment.condition}`,
    );
    await note(transaction);
  });
}
