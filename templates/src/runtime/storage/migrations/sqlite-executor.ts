import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { SqlValue } from '../engine.ts';
import { Unavailable } from '../errors.ts';
import { chunksOf } from './chunks.ts';
import type { Executor } from './executor.ts';
import { conversionFunction } from './expressions.ts';
import { record, stepsDoneOf } from './history.ts';
import type { ColumnType, Step } from './migration.ts';
import { query, type Session } from './session.ts';
import { convertStored } from './sqlite-conversion.ts';
import { sqliteSteps } from './sqlite-steps.ts';

/** Steps that make a table anew: to drop the former one must not delete the rows that refer to it. */
const rebuilding: ReadonlySet<Step['kind']> = new Set([
  'add-column',
  'alter-column',
  'drop-column',
  'drop-table',
]);

/** Each part of a migration is one transaction, and SQLite has one transaction that writes at a time. */
export function sqliteExecutor<Tables>(database: Database<Tables>): Executor {
  return {
    exclusively: (work) => {
      const convert = convertValue();
      database.define?.(conversionFunction, (value = null, from = null, to = null) =>
        convert(value, from, to),
      );
      return database.session((session) => work(session as unknown as Kysely<unknown>));
    },
    writing: (session, work) => retryWhileBusy(() => session.transaction().execute(work)),
    // A database in one file has one release at a time.
    finish: async () => {},
    async carryOut(session, migration, { service, clock }) {
      const { name, steps } = migration;
      let { stepsDone } = migration;
      for (const { steps: some, until } of chunksOf(migration, () => false)) {
        const isFirst = await unreferenced(session, some, () =>
          retryWhileBusy(() =>
            session.transaction().execute(async (transaction) => {
              const known = await stepsDoneOf(transaction, name);
              // Another process was faster.
              if (known?.isDone === true || (known?.stepsDone ?? 0) !== stepsDone) return false;
              await sqliteSteps(transaction, some);
              const appliedAt = until === steps.length ? clock() : undefined;
              await record(transaction, service, { name, stepsDone: until, appliedAt });
              return true;
            }),
          ),
        );
        if (!isFirst) return false;
        stepsDone = until;
      }
      return true;
    },
  };
}

/** Without foreign keys where tables are made anew; that every reference holds is checked before the commit. */
async function unreferenced<Result>(
  session: Session,
  steps: readonly Step[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!steps.some(({ kind }) => rebuilding.has(kind))) return work();
  await query(session, 'pragma foreign_keys = off');
  try {
    return await work();
  } finally {
    await query(session, 'pragma foreign_keys = on');
  }
}

/** Another process may be migrating a large table: nothing of this one's work is kept while it waits. */
async function retryWhileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      // Each attempt waits some seconds by itself: ten minutes in all.
      if (!(error instanceof Unavailable) || error.name !== 'Unavailable' || attempt > 120)
        throw error;
      await setTimeout(50);
    }
  }
}

/** The function of SQLite: a value, and the JSON of the type that it has and of the one that it gets. */
function convertValue() {
  const types = new Map<string, ColumnType>();
  const typeOf = (text: string): ColumnType => {
    const known = types.get(text) ?? (JSON.parse(text) as ColumnType);
    types.set(text, known);
    return known;
  };
  return (value: SqlValue, from: SqlValue, to: SqlValue) =>
    convertStored(value, typeOf(String(from)), typeOf(String(to)));
}
