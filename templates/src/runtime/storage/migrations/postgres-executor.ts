import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { chunksOf } from './chunks.ts';
import type { Executor } from './executor.ts';
import type { Migrations } from './folder.ts';
import { record, stepsDoneOf } from './history.ts';
import type { Step, Work } from './migration.ts';
import { leftForFormerRelease } from './postgres-former-release.ts';
import { dropFormerRows, hasFormerRows } from './postgres-former-rows.ts';
import { lockTogether, retryingLocks } from './postgres-locks.ts';
import { onlineStep } from './postgres-online.ts';
import { instantStep, tablesOf } from './postgres-steps.ts';
import { dropTrigger } from './postgres-triggers.ts';
import { query, type Session } from './session.ts';

/** Neither a long statement nor the pause between two batches has a time limit. */
const unlimited = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/**
 * Changes of tables that have rows keep no client waiting for long: what takes long is done beside the clients, and what needs a
 * table alone is short, and gives way to them.
 */
export function postgresExecutor<Tables>(database: Database<Tables>): Executor {
  return {
    exclusively: (work) =>
      database.session(async (connection) => {
        const session = connection as unknown as Kysely<unknown>;
        const limits = await withoutLimits(session);
        try {
          await lock(session);
          return await work(session);
        } finally {
          await release(session, limits);
        }
      }),
    writing: (session, work) => session.transaction().execute(work),
    async finish(session, migrations) {
      if (await hasFormerRows(session)) await finishSteps(session, migrations);
      for (const left of await leftForFormerRelease(session)) {
        await retryingLocks(session, (transaction) => dropTrigger(transaction, left));
      }
      await dropFormerRows(session);
    },
    async carryOut(session, migration, { service, clock }) {
      const { name, steps } = migration;
      const known = await stepsDoneOf(session, name);
      if (known?.isDone === true || (known?.stepsDone ?? 0) !== migration.stepsDone) return false;
      for (const { steps: some, until } of chunksOf(migration, isAlone)) {
        const note = (transaction: Session) => {
          const appliedAt = until === steps.length ? clock() : undefined;
          return record(transaction, service, { name, stepsDone: until, appliedAt });
        };
        const [first] = some;
        if (first?.kind === 'run') {
          await inParts(session, first.work, {
            after: until === (known?.stepsDone ?? 0) + 1 ? known?.position : undefined,
            notePart: (transaction, position) =>
              record(transaction, service, { name, stepsDone: until - 1, position }),
            note,
          });
        } else if (first !== undefined && some.length === 1 && isAlone(first, [])) {
          await onlineStep(session, first, note);
        } else {
          await retryingLocks(session, async (transaction) => {
            await lockTogether(transaction, await tablesOf(transaction, some));
            for (const step of some) await instantStep(transaction, step);
            await note(transaction);
          });
        }
      }
      return true;
    },
  };
}

async function finishSteps(session: Kysely<unknown>, migrations: Migrations): Promise<void> {
  for (const name of await migrations.names()) {
    for (const step of (await migrations.load(name)).steps) {
      if (step.kind !== 'run' || step.finish === undefined) continue;
      while (await retryingLocks(session, step.finish));
    }
  }
}

interface Parts {
  /** Where the last part that is done ended. */
  readonly after: string | undefined;
  readonly notePart: (transaction: Session, position: string) => Promise<void>;
  readonly note: (transaction: Session) => Promise<void>;
}

/** Each part is a transaction, which also notes where it ended. */
async function inParts(
  session: Kysely<unknown>,
  work: Work,
  { after: first, notePart, note }: Parts,
): Promise<void> {
  let after = first;
  do {
    after = await retryingLocks(session, async (transaction) => {
      const position = (await work(transaction, 'postgres', after)) ?? undefined;
      await (position === undefined ? note(transaction) : notePart(transaction, position));
      return position;
    });
  } while (after !== undefined);
}

/** True for steps that read or write all rows of a table that clients use. */
function isAlone(step: Step, before: readonly Step[]): boolean {
  const isNew = (table: string) =>
    before.some((each) => each.kind === 'create-table' && each.table === table);
  switch (step.kind) {
    case 'add-column': {
      if (isNew(step.table)) return false;
      const { fill, definition } = step;
      return definition.references !== undefined || (fill !== undefined && !('value' in fill));
    }
    case 'alter-column':
    case 'replace-values':
      return true;
    case 'create-index':
    case 'create-unique-index':
      return !isNew(step.table);
    default:
      return false;
  }
}

async function withoutLimits(session: Session): Promise<Map<string, string>> {
  const limits = new Map<string, string>();
  for (const name of unlimited) {
    const [row] = await query<{ value: string }>(
      session,
      `select current_setting('${name}') as value`,
    );
    limits.set(name, row?.value ?? '0');
    await query(session, `set ${name} = 0`);
  }
  return limits;
}

// Services that share a database, each in its own schema, do not wait for each other.
const key = `hashtextextended(concat(current_schema(), '.migrations'), 0)`;

/**
 * Asks again and again instead of waiting: a statement that waits holds a snapshot, and an index that the holder of the
 * lock makes concurrently would wait for that.
 */
async function lock(session: Session): Promise<void> {
  for (let pause = 20; ; pause = Math.min(2 * pause, 1000)) {
    const [row] = await query<{ locked: boolean }>(
      session,
      `select pg_try_advisory_lock(${key}) as locked`,
    );
    if (row?.locked === true) return;
    await setTimeout(pause);
  }
}

/** A connection that is lost has lost its lock, too. */
async function release(session: Session, limits: ReadonlyMap<string, string>): Promise<void> {
  try {
    await query(session, `select pg_advisory_unlock(${key})`);
    for (const [name, value] of limits) await query(session, `set ${name} = '${value}'`);
  } catch {
    // The error that ended the work is the one to report.
  }
}
