import type { Database } from '../database.ts';
import type { EngineName } from '../engine.ts';
import { readTables } from './catalogue.ts';
import type { Migrations } from './folder.ts';
import {
  beginHistory,
  noteMeant,
  pendingOf,
  readHistory,
  renewHistory,
  takeOver,
  type Pending,
} from './history.ts';
import { inspect, type Loaded, type StepReport } from './preflight.ts';
import { projectionOf } from './projection.ts';
import { postgresExecutor } from './postgres-executor.ts';
import { refuseLosses, refuseObstacles } from './refusal.ts';
import type { Executor } from './executor.ts';
import type { Session } from './session.ts';
import { sqliteExecutor } from './sqlite-executor.ts';

export interface MigrateOptions {
  /** What may be lost: tables, and columns as `table.column`. */
  readonly acceptLoss?: readonly string[];
  /** A former name of the service, whose database this is. */
  readonly takeOver?: string;
  readonly clock?: () => Date;
  /** Gets a line for all rows that stay although requests could not write them any more. */
  readonly note?: (line: string) => void;
}

/**
 * Brings the tables up to date: the migrations of the folder that the database does not have, in the order of their names. Before
 * anything is changed, the rows are asked whether they allow each step, and what they would lose. What is interrupted
 * goes on where it stopped when it is called again.
 *
 * @returns the names of the migrations that ran
 * @throws {MigrationRefusal} where rows forbid a step, where something would be lost that `acceptLoss` does not name, and where the
 *   database is of another service or ahead of this code
 */
export async function migrate<Tables>(
  database: Database<Tables>,
  migrations: Migrations,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { clock = () => new Date(), acceptLoss = [], note = () => {} } = options;
  const { engine } = database;
  const { service } = migrations;
  // Most starts find nothing to do, and wait for no lock to see it.
  const isCurrent = async () => (await pendingMigrations(database, migrations)).length === 0;
  if (options.takeOver === undefined && (await isCurrent())) return [];
  const executor = executorOf(database);
  return executor.exclusively(async (session) => {
    const ran = new Set<string>();
    const noted = new Set<string>();
    await executor.writing(session, async (writer) => {
      const tables = await readTables(engine, writer);
      const history = await readHistory(writer, tables, migrations);
      if (history.isNew) await beginHistory(engine, writer, history, clock());
      else await renewHistory(writer, tables);
      if (options.takeOver !== undefined) await takeOver(writer, options.takeOver, service);
    });
    for (;;) {
      const { pending, ready, reports } = await executor.writing(session, (reader) =>
        look(engine, reader, migrations),
      );
      if (ready.length === 0) return [...ran].sort();
      const isBegun = ran.size > 0 || pending.some(({ stepsDone }) => stepsDone > 0);
      refuseObstacles(reports, isBegun);
      refuseLosses(reports, acceptLoss, isBegun);
      for (const line of reports.flatMap(legacyLines)) {
        // Rows are asked again after each work of a step.
        if (!noted.has(line)) note(line);
        noted.add(line);
      }
      // The release before the last one is gone, unless this is what an interrupted start goes on with.
      if (ran.size === 0 && !pending.some(({ isMeant }) => isMeant)) {
        await executor.finish(session, migrations);
        const names = pending.map(({ name }) => name);
        await executor.writing(session, (writer) => noteMeant(writer, service, names));
      }
      for (const migration of ready) {
        if (!(await executor.carryOut(session, migration, { service, clock }))) break;
        ran.add(migration.name);
      }
    }
  });
}

/**
 * Carries over what the release before has written in the tables of PostgreSQL since the last migrations, and ends what these left so
 * that it could go on writing. It is done when no replica of that release runs any more; the next migration does it, too.
 */
export async function finishMigrations<Tables>(
  database: Database<Tables>,
  migrations: Migrations,
): Promise<void> {
  const executor = executorOf(database);
  await executor.exclusively((session) => executor.finish(session, migrations));
}

/**
 * What `migrate` would do, without doing it.
 *
 * @returns a report of each step up to the first whose work is not known before, with what forbids it and what it loses
 */
export async function planMigrations<Tables>(
  database: Database<Tables>,
  migrations: Migrations,
): Promise<Plan> {
  const executor = executorOf(database);
  return executor.exclusively((session) =>
    executor.writing(session, (reader) => look(database.engine, reader, migrations)),
  );
}

/**
 * The migrations that the database does not have yet; no lock is taken.
 *
 * @throws {MigrationRefusal} where the database is of another service or ahead of this code
 */
export async function pendingMigrations<Tables>(
  { engine, reader }: Pick<Database<Tables>, 'engine' | 'reader'>,
  migrations: Migrations,
): Promise<Pending[]> {
  const tables = await readTables(engine, reader);
  const history = await readHistory(reader, tables, migrations);
  return pendingOf(history, await migrations.names(), migrations.service);
}

/** The names of those that the database does not have, whosever it is. */
export async function unappliedMigrations<Tables>(
  { engine, reader }: Pick<Database<Tables>, 'engine' | 'reader'>,
  migrations: Migrations,
): Promise<string[]> {
  const { recorded } = await readHistory(reader, await readTables(engine, reader), migrations);
  const done = new Set(recorded.filter(({ isDone }) => isDone).map(({ name }) => name));
  return (await migrations.names()).filter((name) => !done.has(name));
}

export interface Plan {
  /** What is pending, in order. */
  readonly pending: readonly Loaded[];
  /** As many of them as can be carried out before the rows are asked again. */
  readonly ready: readonly Loaded[];
  readonly reports: readonly StepReport[];
}

function legacyLines({ migration, legacies }: StepReport): string[] {
  return legacies.map((legacy) => `${migration}: ${legacy}`);
}

async function look(engine: EngineName, session: Session, migrations: Migrations): Promise<Plan> {
  const tables = await readTables(engine, session);
  const history = await readHistory(session, tables, migrations);
  const names = pendingOf(history, await migrations.names(), migrations.service);
  const pending = await Promise.all(
    names.map(async (each) => ({ ...each, ...(await migrations.load(each.name)) })),
  );
  const { reports, ready } = await inspect(engine, session, projectionOf(tables), pending);
  return { pending, ready: pending.slice(0, ready), reports };
}

function executorOf<Tables>(database: Database<Tables>): Executor {
  return database.engine === 'sqlite' ? sqliteExecutor(database) : postgresExecutor(database);
}
