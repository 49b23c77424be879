import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { EngineName } from '../engine.ts';
import { codecOf } from './data-types.ts';
import type { ColumnType, MigrationDatabase, Work } from './migration.ts';
import { columnsOf } from './postgres-catalogue.ts';
import {
  forgetFormerRows,
  formerRows,
  noteFormerRows,
  type CarriedColumns,
} from './postgres-former-rows.ts';
import { carriedOver, formerValues, type RowOperation, type RowValues } from './row-operations.ts';
import { run, type StepOf } from './steps.ts';

/** Rows of one part. */
const batch = 500;

/**
 * Gives each row its values in the places of now.
 *
 * @param columns those that the operations read or write, by what they hold
 */
export function carryRows(
  table: string,
  columns: Readonly<Record<string, ColumnType>>,
  operations: readonly RowOperation[],
): StepOf<'run'> {
  const title = `carry the rows of ${table} over: ${operations.map(titleOf).join(', ')}`;
  const rows = { table, columns, operations };
  const writes = { table, columns: Object.keys(columns) };
  const { operations: again, ...former } = formerValues(operations);
  if (former.sources.length === 0) {
    const work: Work = (database, engine, after) => carryAll(database, engine, { ...rows, after });
    return { ...run(title, work), writes };
  }
  const noted = { table, ...former };
  return {
    ...run(title, async (database, engine, after) => {
      if (engine === 'postgres' && after === undefined) {
        await noteFormerRows(database, noted);
        return '';
      }
      return carryAll(database, engine, { ...rows, after: after === '' ? undefined : after });
    }),
    writes,
    finish: (database) => carryFormer(database, { ...rows, operations: again }, noted),
  };
}

function titleOf(operation: RowOperation): string {
  if ('split' in operation) return `split ${operation.split} into ${operation.into.join(', ')}`;
  if ('merge' in operation) return `merge ${operation.merge.join(', ')} into ${operation.into}`;
  if ('move' in operation) return `move ${operation.move} to ${operation.to}`;
  if ('fill' in operation) return `fill ${operation.fill}`;
  if ('leaveOut' in operation) return `leave out null in ${operation.leaveOut}`;
  return 'map' in operation ? `map ${operation.map}` : `convert ${operation.convert}`;
}

interface CarriedRows {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly operations: readonly RowOperation[];
}

interface Part extends CarriedRows {
  /** The last identifier of the part before. */
  readonly after: string | undefined;
}

/** @returns the last identifier of the rows, where there may be more */
async function carryAll(
  database: MigrationDatabase,
  engine: EngineName,
  { after, ...carried }: Part,
): Promise<string | undefined> {
  const rest = after === undefined ? sql`` : sql`where id > ${after}`;
  const ids = await carry(database, engine, carried, rest);
  return ids.length < batch ? undefined : ids.at(-1);
}

/** Carries over a part of what the former release has written since then. */
async function carryFormer(
  database: MigrationDatabase,
  carried: CarriedRows,
  former: CarriedColumns,
): Promise<boolean> {
  const ids = await formerRows(database, former, batch);
  if (ids.length === 0) return false;
  const there = await columnsOf(database, carried.table);
  const isKnown = Object.keys(carried.columns).every((column) => there.includes(column));
  if (isKnown) await carry(database, 'postgres', carried, sql`where id in (${sql.join(ids)})`);
  await forgetFormerRows(database, former, ids);
  return true;
}

/**
 * @param condition of the rows
 * @returns the identifiers of the first of these rows
 */
async function carry(
  database: MigrationDatabase,
  engine: EngineName,
  { table, columns, operations }: CarriedRows,
  condition: RawBuilder<unknown>,
): Promise<string[]> {
  const held = Object.entries(columns).map(([name, type]) => ({
    name,
    codec: codecOf(engine, type),
  }));
  const selected = held.map(({ name, codec }) =>
    codec.asText ? sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}` : sql.ref(name),
  );
  // Clients that write one of the rows meanwhile wait, and do not lose what they write.
  const locked = engine === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<RowValues & { readonly id: string }>`
    select id, ${sql.join(selected)} from ${sql.table(table)} ${condition} order by id limit ${sql.lit(batch)} ${locked}
  `.execute(database);
  for (const row of rows) {
    const values = Object.fromEntries(held.map(({ name, codec }) => [name, codec.read(row[name])]));
    const carried = carriedOver(values, operations);
    const changed = held.filter(({ name }) => !isDeepStrictEqual(values[name], carried[name]));
    if (changed.length === 0) continue;
    const set = changed.map(
      ({ name, codec }) => sql`${sql.ref(name)} = ${codec.write(carried[name] ?? null)}`,
    );
    await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${row.id}`.execute(
      database,
    );
  }
  return rows.map(({ id }) => id);
}
