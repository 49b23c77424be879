import type { Transaction } from 'kysely';
import { quote } from './data-types.ts';
import { fillExpression } from './expressions.ts';
import type { Step } from './migration.ts';
import { constraintsOf, indexesOf, referredTo } from './postgres-catalogue.ts';
import { fillForFormerRelease, forgetColumn } from './postgres-former-release.ts';
import {
  columnText,
  createIndexText,
  createTableText,
  foreignKeyName,
  nameOfIndex,
  targetText,
} from './postgres-table.ts';
import { query, type Session } from './session.ts';

/** Carries out a step that takes a moment, however many rows there are: it changes the catalogue alone, or a new table. */
export async function instantStep(transaction: Transaction<unknown>, step: Step): Promise<void> {
  switch (step.kind) {
    case 'create-table': {
      const { table, definition } = step;
      await query(transaction, createTableText(table, definition));
      for (const columns of definition.unique ?? []) {
        await query(transaction, createIndexText({ table, columns, isUnique: true }));
      }
      for (const columns of definition.indexes ?? []) {
        await query(transaction, createIndexText({ table, columns, isUnique: false }));
      }
      return;
    }
    case 'drop-table':
      await query(transaction, `drop table ${quote(step.table)}`);
      return;
    case 'rename-table':
      return renameTable(transaction, step);
    case 'rename-column':
      return renameColumn(transaction, step);
    case 'add-column':
      return addColumn(transaction, step);
    case 'drop-column':
      await forgetColumn(transaction, step.table, step.column);
      await query(
        transaction,
        `alter table ${quote(step.table)} drop column ${quote(step.column)}`,
      );
      return;
    case 'create-index':
    case 'create-unique-index': {
      const isUnique = step.kind === 'create-unique-index';
      await query(transaction, createIndexText({ ...step, isUnique }));
      return;
    }
    case 'drop-index':
    case 'drop-unique-index': {
      const isUnique = step.kind === 'drop-unique-index';
      await query(transaction, `drop index if exists ${quote(nameOfIndex({ ...step, isUnique }))}`);
      return;
    }
    case 'check-values':
      // The rows were looked at before the first step, and nothing changes.
      return;
    default:
      throw new Error(`${step.kind} is no step of a moment`);
  }
}

/** The tables of before that steps of a moment need for themselves. */
export async function tablesOf(transaction: Session, steps: readonly Step[]): Promise<Set<string>> {
  const needed = new Set<string>();
  /** What a table is called before the steps, by what they call it; undefined: they make it. */
  const former = new Map<string, string | undefined>();
  const need = (table: string) => {
    const name = former.has(table) ? former.get(table) : table;
    if (name !== undefined) needed.add(name);
    return name;
  };
  for (const step of steps) {
    if (step.kind === 'create-table') {
      const { columns } = step.definition;
      // It may refer to itself.
      former.set(step.table, undefined);
      for (const { references } of Object.values(columns)) if (references) need(references.table);
    } else if (step.kind === 'rename-table') {
      former.set(step.to, need(step.from));
    } else if (step.kind === 'drop-table' || step.kind === 'drop-column') {
      // Its references take the tables that they lead to along.
      const name = need(step.table);
      if (name !== undefined)
        for (const each of await referredTo(transaction, name)) needed.add(each);
    } else if (step.kind !== 'run' && step.kind !== 'check-values') need(step.table);
  }
  return needed;
}

/** Rows that are there get a constant without being written: PostgreSQL notes it as the value that they lack. */
async function addColumn(
  session: Session,
  { table, column, definition, fill }: Extract<Step, { kind: 'add-column' }>,
): Promise<void> {
  const { references, type } = definition;
  const isFilled = fill !== undefined && definition.default === undefined;
  const value = isFilled ? fillExpression('postgres', fill, type) : '';
  const initial = isFilled ? ` default ${value}` : '';
  const reference = references
    ? ` constraint ${quote(foreignKeyName(table, column))} ${targetText(references)}`
    : '';
  await query(
    session,
    `alter table ${quote(table)} add column ${columnText(column, definition)}${initial}${reference}`,
  );
  if (isFilled) {
    await query(session, `alter table ${quote(table)} alter column ${quote(column)} drop default`);
    if (definition.required) await fillForFormerRelease(session, table, { column, value });
  }
}

async function renameTable(
  session: Session,
  { from, to }: Extract<Step, { kind: 'rename-table' }>,
): Promise<void> {
  const indexes = await indexesOf(session, from);
  const constraints = await constraintsOf(session, from);
  await query(session, `alter table ${quote(from)} rename to ${quote(to)}`);
  for (const index of indexes) {
    if (index.name !== nameOfIndex({ ...index, table: from })) continue;
    await renameIndex(session, index.name, nameOfIndex({ ...index, table: to }));
  }
  for (const { name, isPrimaryKey, isForeignKey, columns } of constraints) {
    const nameIn = (table: string) =>
      isPrimaryKey ? `${table}_pkey` : foreignKeyName(table, columns[0] ?? '');
    if (!(isPrimaryKey || isForeignKey) || name !== nameIn(from)) continue;
    await renameConstraint(session, to, [name, nameIn(to)]);
  }
}

async function renameColumn(
  session: Session,
  { table, from, to }: Extract<Step, { kind: 'rename-column' }>,
): Promise<void> {
  const indexes = await indexesOf(session, table);
  const constraints = await constraintsOf(session, table);
  await query(session, `alter table ${quote(table)} rename column ${quote(from)} to ${quote(to)}`);
  for (const index of indexes) {
    if (!index.columns.includes(from) || index.name !== nameOfIndex({ ...index, table })) continue;
    const columns = index.columns.map((column) => (column === from ? to : column));
    await renameIndex(session, index.name, nameOfIndex({ ...index, table, columns }));
  }
  for (const { name, isForeignKey } of constraints) {
    if (!isForeignKey || name !== foreignKeyName(table, from)) continue;
    await renameConstraint(session, table, [name, foreignKeyName(table, to)]);
  }
}

export async function renameIndex(session: Session, from: string, to: string): Promise<void> {
  await query(session, `alter index ${quote(from)} rename to ${quote(to)}`);
}

export async function renameConstraint(
  session: Session,
  table: string,
  [from, to]: readonly [from: string, to: string],
): Promise<void> {
  await query(
    session,
    `alter table ${quote(table)} rename constraint ${quote(from)} to ${quote(to)}`,
  );
}

/** True where the data type stays, or takes more values without a row being written. */
export function isSameStorage(from: string, to: string): boolean {
  const [, precision, scale] = /^numeric\((\d+), (\d+)\)$/.exec(from) ?? [];
  const [, wider, sameScale] = /^numeric\((\d+), (\d+)\)$/.exec(to) ?? [];
  return (
    from === to ||
    (scale !== undefined && scale === sameScale && Number(wider) >= Number(precision))
  );
}
