import type { Kysely } from 'kysely';
import { indexName } from '../index-name.ts';
import { quote } from './data-types.ts';
import type { Step, Work } from './migration.ts';
import { replacedValue, text } from './projection.ts';
import { query, type Session } from './session.ts';
import { columnText, createTableText } from './sqlite-table.ts';
import { rebuild, type RebuildStep } from './sqlite-rebuild.ts';

/** Carries steps out in a transaction. Steps on one table that follow each other make it anew once. */
export async function sqliteSteps(
  transaction: Kysely<unknown>,
  steps: readonly Step[],
): Promise<void> {
  for (let index = 0; index < steps.length;) {
    const together = rebuildsFrom(steps, index);
    const step = steps[index];
    if (together.length > 0) await rebuild(transaction, together);
    else if (step !== undefined) await sqliteStep(transaction, step);
    index += Math.max(together.length, 1);
  }
  const broken = await query<{ table: string; parent: string }>(
    transaction,
    'select distinct "table", parent from pragma_foreign_key_check',
  );
  const [first] = broken;
  if (first !== undefined) {
    throw new Error(
      `Rows of ${first.table} would refer to rows of ${first.parent} that are not there`,
    );
  }
}

function rebuildsFrom(steps: readonly Step[], start: number): RebuildStep[] {
  const together: RebuildStep[] = [];
  for (const step of steps.slice(start)) {
    if (!isRebuild(step) || (together[0] && step.table !== together[0].table)) break;
    together.push(step);
  }
  return together;
}

function isRebuild(step: Step): step is RebuildStep {
  if (step.kind === 'add-column') {
    // Only a column that is empty can be added to a table as it is.
    return (
      step.fill !== undefined ||
      step.definition.required === true ||
      step.definition.default !== undefined
    );
  }
  return step.kind === 'alter-column' || step.kind === 'drop-column';
}

async function sqliteStep(transaction: Kysely<unknown>, step: Step): Promise<void> {
  switch (step.kind) {
    case 'create-table': {
      const { table, definition } = step;
      await query(transaction, createTableText(table, definition));
      for (const columns of definition.unique ?? []) {
        await createIndex(transaction, { table, columns, kind: 'key' });
      }
      for (const columns of definition.indexes ?? []) {
        await createIndex(transaction, { table, columns, kind: 'idx' });
      }
      return;
    }
    case 'drop-table':
      await query(transaction, `drop table ${quote(step.table)}`);
      return;
    case 'rename-table':
      return renamingIndexes(transaction, step.from, {
        table: step.to,
        rename: () =>
          query(transaction, `alter table ${quote(step.from)} rename to ${quote(step.to)}`),
      });
    case 'rename-column': {
      const { table, from, to } = step;
      const text = `alter table ${quote(table)} rename column ${quote(from)} to ${quote(to)}`;
      return renamingIndexes(transaction, table, {
        table,
        column: (name) => (name === from ? to : name),
        rename: () => query(transaction, text),
      });
    }
    case 'add-column': {
      const column = columnText(step.column, step.definition);
      await query(transaction, `alter table ${quote(step.table)} add column ${column}`);
      return;
    }
    case 'replace-values': {
      const { table, column, values } = step;
      const former = Object.keys(values).map(text).join(', ');
      await query(
        transaction,
        `update ${quote(table)} set ${quote(column)} = ${replacedValue(step)} where ${quote(column)} in (${former})`,
      );
      return;
    }
    case 'create-index':
      return createIndex(transaction, { ...step, kind: 'idx' });
    case 'create-unique-index':
      return createIndex(transaction, { ...step, kind: 'key' });
    case 'drop-index':
      return dropIndex(transaction, indexName(step.table, step.columns, 'idx'));
    case 'drop-unique-index':
      return dropIndex(transaction, indexName(step.table, step.columns, 'key'));
    case 'check-values':
      // The rows were looked at before the first step, and nothing changes.
      return;
    case 'run':
      return runWhole(transaction, step.work);
    default:
      return rebuild(transaction, [step]);
  }
}

async function runWhole(transaction: Kysely<unknown>, work: Work): Promise<void> {
  let after: string | undefined;
  do after = (await work(transaction, 'sqlite', after)) ?? undefined;
  while (after !== undefined);
}

interface Index {
  readonly table: string;
  readonly columns: readonly string[];
  readonly kind: 'idx' | 'key';
}

async function createIndex(session: Session, { table, columns, kind }: Index): Promise<void> {
  const name = quote(indexName(table, columns, kind));
  const unique = kind === 'key' ? 'unique ' : '';
  const keys = columns.map(quote).join(', ');
  await query(session, `create ${unique}index ${name} on ${quote(table)} (${keys})`);
}

async function dropIndex(session: Session, name: string): Promise<void> {
  await query(session, `drop index if exists ${quote(name)}`);
}

/** SQLite cannot rename an index: those whose names follow from table and columns are made anew. */
async function renamingIndexes(
  session: Session,
  former: string,
  {
    table,
    column = (name) => name,
    rename,
  }: {
    readonly table: string;
    readonly column?: (name: string) => string;
    readonly rename: () => Promise<unknown>;
  },
): Promise<void> {
  const rows = await query<{ name: string; isUnique: number; column: string }>(
    session,
    `select i.name as name, i."unique" as "isUnique", c.name as "column"
     from pragma_index_list(${text(former)}) as i, pragma_index_info(i.name) as c
     where i.origin = 'c' order by i.name, c.seqno`,
  );
  await rename();
  for (const [name, parts] of Map.groupBy(rows, ({ name }) => name)) {
    const columns = parts.map(({ column }) => column);
    const kind = parts[0]?.isUnique === 1 ? 'key' : 'idx';
    const next = { table, columns: columns.map(column), kind } as const;
    if (name !== indexName(former, columns, kind)) continue;
    if (name === indexName(table, next.columns, kind)) continue;
    await dropIndex(session, name);
    await createIndex(session, next);
  }
}
