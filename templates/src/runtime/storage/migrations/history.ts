import type { EngineName } from '../engine.ts';
import type { ExistingTable } from './catalogue.ts';
import { text } from './projection.ts';
import type { Migrations } from './folder.ts';
import { MigrationRefusal } from './refusal.ts';
import { query, type Session } from './session.ts';

/** The table in which a database notes the migrations that it has. */
const table = 'schema_migrations';
/** The table in which Kysely did so, of services of an older generator. */
const formerTable = 'kysely_migration';

/** A migration that the database has, has begun, or is to get. */
export interface Recorded {
  readonly name: string;
  readonly service: string;
  /** As many of its first steps are done. */
  readonly stepsDone: number;
  readonly isDone: boolean;
  /** Where a step that is done in parts goes on. */
  readonly position?: string;
}

export interface History {
  readonly recorded: readonly Recorded[];
  /** The database has no table of migrations yet; what is recorded was read from the one of Kysely. */
  readonly isNew: boolean;
}

/** A migration that is to be carried out, from one of its steps on. */
export interface Pending {
  readonly name: string;
  readonly stepsDone: number;
  /** An upgrade that was interrupted was to carry it out, too. */
  readonly isMeant?: boolean;
}

/** @throws {MigrationRefusal} where Kysely's table has the tables of another specification */
export async function readHistory(
  session: Session,
  tables: ReadonlyMap<string, ExistingTable>,
  { service, formerInitial }: Migrations,
): Promise<History> {
  if (tables.has(table)) {
    const rows = await query<Omit<Recorded, 'isDone'> & { appliedAt: string | null }>(
      session,
      `select name, service, steps_done as "stepsDone", applied_at as "appliedAt" from ${table} order by name`,
    );
    return {
      recorded: rows.map(({ appliedAt, ...row }) => ({ ...row, isDone: appliedAt !== null })),
      isNew: false,
    };
  }
  if (!tables.has(formerTable)) return { recorded: [], isNew: true };
  const rows = await query<{ name: string }>(
    session,
    `select name from ${formerTable} order by name`,
  );
  const recorded = rows.map(({ name }) => ({
    name: adopted(name, formerInitial),
    service,
    stepsDone: 0,
    isDone: true,
  }));
  return { recorded, isNew: true };
}

function adopted(name: string, formerInitial: string | undefined): string {
  if (name === formerInitial) return '0001-initial';
  if (!/^0001-initial-[0-9a-f]{8}$/.test(name)) return name;
  throw new MigrationRefusal(
    `The tables of this database were made from another specification than the one that this service began with (its first migration is ${name}, ` +
      `that of this service is ${formerInitial ?? '0001-initial'}): point DATABASE_URL at another database, or start the release that made this one.`,
  );
}

/**
 * What the database does not have yet, in the order of the names.
 *
 * @throws {MigrationRefusal} where the database is of another service, or has migrations that this one does not have
 */
export function pendingOf(
  { recorded }: History,
  names: readonly string[],
  service: string,
): Pending[] {
  const other = recorded.find((each) => each.service !== service);
  if (other !== undefined) {
    throw new MigrationRefusal(
      `This database belongs to the service ${other.service}, and this is ${service}: point DATABASE_URL at its own database. ` +
        `If ${service} is its new name: npm run migrate -- --take-over ${other.service}`,
    );
  }
  const unknown = recorded
    .filter(({ name, isDone, stepsDone }) => !names.includes(name) && (isDone || stepsDone > 0))
    .map(({ name }) => name);
  if (unknown.length > 0) {
    throw new MigrationRefusal(
      `This database is ahead of this code, which does not have ${unknown.length === 1 ? 'its migration' : 'its migrations'} ${unknown.join(', ')}: ` +
        'start a release that has them, or point DATABASE_URL at another database.',
    );
  }
  const known = new Map(recorded.map((each) => [each.name, each]));
  return names
    .filter((name) => known.get(name)?.isDone !== true)
    .map((name) => ({
      name,
      stepsDone: known.get(name)?.stepsDone ?? 0,
      isMeant: known.has(name),
    }));
}

/** Makes the table of migrations, with what Kysely had noted. */
export async function beginHistory(
  engine: EngineName,
  session: Session,
  { recorded }: History,
  now: Date,
): Promise<void> {
  await query(
    session,
    `create table ${table} (name text primary key not null, service text not null, steps_done integer not null, applied_at text, position text)${engine === 'sqlite' ? ' strict' : ''}`,
  );
  for (const { name, service } of recorded) {
    await record(session, service, { name, stepsDone: 0, appliedAt: now });
  }
}

/** Lets a table of migrations that an older generator made hold the position of a step. */
export async function renewHistory(
  session: Session,
  tables: ReadonlyMap<string, ExistingTable>,
): Promise<void> {
  if (tables.get(table)?.columns.includes('position') !== false) return;
  await query(session, `alter table ${table} add column position text`);
}

function orNull(value: string | undefined): string {
  return value === undefined ? 'null' : text(value);
}

/** How far a migration is. */
interface Progress {
  readonly name: string;
  readonly stepsDone: number;
  /** Where its next step goes on, which is done in parts. */
  readonly position?: string;
  readonly appliedAt?: Date | undefined;
}

/** Notes how far a migration is; it belongs into the transaction of what is done. */
export async function record(
  session: Session,
  service: string,
  { name, stepsDone, position, appliedAt }: Progress,
): Promise<void> {
  const values = [
    text(name),
    text(service),
    String(stepsDone),
    orNull(appliedAt?.toISOString()),
    orNull(position),
  ];
  await query(
    session,
    `insert into ${table} (name, service, steps_done, applied_at, position) values (${values.join(', ')})
     on conflict (name) do update set steps_done = excluded.steps_done, applied_at = excluded.applied_at, position = excluded.position`,
  );
}

/**
 * Notes all migrations of an upgrade before the first of them runs: so an upgrade that continues after a crash differs from the next one.
 */
export async function noteMeant(
  session: Session,
  service: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await query(
      session,
      `insert into ${table} (name, service, steps_done) values (${text(name)}, ${text(service)}, 0) on conflict (name) do nothing`,
    );
  }
}

/** @returns undefined where the migration has not begun */
export async function stepsDoneOf(session: Session, name: string): Promise<Recorded | undefined> {
  const rows = await query<Recorded & { position: string | null }>(
    session,
    `select name, service, steps_done as "stepsDone", applied_at is not null as "isDone", position from ${table} where name = ${text(name)}`,
  );
  return rows.map(({ position, ...row }) => ({
    ...row,
    isDone: Boolean(row.isDone),
    ...(position !== null && { position }),
  }))[0];
}

/** Gives the migrations of a service to the one that it is called now. */
export async function takeOver(session: Session, from: string, to: string): Promise<void> {
  await query(session, `update ${table} set service = ${text(to)} where service = ${text(from)}`);
}
