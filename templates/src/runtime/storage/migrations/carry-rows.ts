import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { joined, partOf } from '../../versioning/converters.ts';
import type { EngineName } from '../engine.ts';
import { codecOf } from './data-types.ts';
import type { ColumnType, MigrationDatabase } from './migration.ts';
import { run, type StepOf } from './steps.ts';

/**
 * What becomes of the values of a row. A path begins with a column and goes through objects and lists of JSON: `gift.note`,
 * `parcels[].code`. What has no value is left out.
 */
export type RowOperation =
  /** Parts of a text; the last one is all the rest. `missing`: what a part has where a text has fewer of them. */
  | {
      readonly split: string;
      readonly into: readonly string[];
      readonly separator: string;
      readonly missing: readonly ('' | null)[];
    }
  /** One text of those that there are. */
  | { readonly merge: readonly string[]; readonly into: string; readonly separator: string }
  /** The value in another place; in a list only under another name. */
  | { readonly move: string; readonly to: string }
  /** What is there where nothing is. */
  | { readonly fill: string; readonly value: unknown }
  /** Other values in the place of these. */
  | { readonly map: string; readonly values: Readonly<Record<string, unknown>> }
  /** Values of another type. */
  | { readonly convert: string; readonly by: (value: never) => unknown };

type Values = Record<string, unknown>;

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
  return run(title, (database, engine, after) =>
    carry(database, engine, { table, columns, operations, after }),
  );
}

function titleOf(operation: RowOperation): string {
  if ('split' in operation) return `split ${operation.split} into ${operation.into.join(', ')}`;
  if ('merge' in operation) return `merge ${operation.merge.join(', ')} into ${operation.into}`;
  if ('move' in operation) return `move ${operation.move} to ${operation.to}`;
  if ('fill' in operation) return `fill ${operation.fill}`;
  return 'map' in operation ? `map ${operation.map}` : `convert ${operation.convert}`;
}

interface Part {
  readonly table: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly operations: readonly RowOperation[];
  /** The last identifier of the part before. */
  readonly after: string | undefined;
}

/** @returns the last identifier of the rows, where there may be more */
async function carry(
  database: MigrationDatabase,
  engine: EngineName,
  { table, columns, operations, after }: Part,
): Promise<string | undefined> {
  const held = Object.entries(columns).map(([name, type]) => ({
    name,
    codec: codecOf(engine, type),
  }));
  const selected = held.map(({ name, codec }) =>
    codec.asText ? sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}` : sql.ref(name),
  );
  const rest = after === undefined ? sql`` : sql`where id > ${after}`;
  // Clients that write one of the rows meanwhile wait, and do not lose what they write.
  const locked = engine === 'postgres' ? sql`for update` : sql``;
  const { rows } = await sql<Values & { readonly id: string }>`
    select id, ${sql.join(selected)} from ${sql.table(table)} ${rest} order by id limit ${sql.lit(batch)} ${locked}
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
  return rows.length < batch ? undefined : rows.at(-1)?.id;
}

/** The values of a row, by column, after the operations. */
export function carriedOver(
  values: Readonly<Values>,
  operations: readonly RowOperation[],
): Readonly<Values> {
  const carried = structuredClone(values);
  for (const operation of operations) apply(carried, operation);
  return carried;
}

function apply(values: Values, operation: RowOperation): void {
  if ('split' in operation) split(values, operation);
  else if ('merge' in operation) merge(values, operation);
  else if ('move' in operation) move(values, operation);
  else if ('fill' in operation) {
    inside(values, operation.fill, (container, name) => {
      if (isNothing(container[name])) container[name] = structuredClone(operation.value);
    });
  } else if ('map' in operation) {
    inside(values, operation.map, (container, name) => {
      const key = String(container[name]);
      if (Object.hasOwn(operation.values, key)) container[name] = operation.values[key];
    });
  } else {
    inside(values, operation.convert, (container, name) => {
      const { [name]: value } = container;
      if (!isNothing(value)) container[name] = operation.by(value as never);
    });
  }
}

function split(
  values: Values,
  { split: from, into, separator, missing }: Extract<RowOperation, { split: string }>,
): void {
  const text = taken(values, from);
  if (typeof text !== 'string') return;
  for (const [index, path] of into.entries()) {
    put(values, path, partOf(text, separator, index, into.length, missing[index] ?? undefined));
  }
}

function merge(
  values: Values,
  { merge: from, into, separator }: Extract<RowOperation, { merge: readonly string[] }>,
): void {
  put(values, into, joined(separator, ...from.map((path) => taken(values, path))));
}

function move(values: Values, { move: from, to }: Extract<RowOperation, { move: string }>): void {
  const name = lastOf(to);
  if (parentOf(from) === parentOf(to) && from.includes('.')) {
    inside(values, from, (container, former) => {
      if (!Object.hasOwn(container, former)) return;
      container[name] = container[former];
      delete container[former];
    });
    return;
  }
  const value = taken(values, from);
  if (value !== undefined) put(values, to, value);
}

/** The value at a path without lists. It goes from there, unless it is a column: that stays as it is, for older versions. */
function taken(values: Values, path: string): unknown {
  let value: unknown;
  inside(values, path, (container, name) => {
    value = container[name] ?? undefined;
    if (container !== values) delete container[name];
  });
  return value;
}

/** Puts a value at a path without lists, and makes the objects on the way there. */
function put(values: Values, path: string, value: unknown): void {
  if (value === undefined) return;
  const names = path.split('.');
  let container = values;
  for (const name of names.slice(0, -1)) {
    const there = container[name];
    const next: Values = isObject(there) ? there : {};
    container[name] = next;
    container = next;
  }
  container[names.at(-1) ?? ''] = value;
}

/** Does something in every object that has, or may have, the last member of a path. */
function inside(
  container: Values,
  path: string,
  work: (container: Values, name: string) => void,
): void {
  const [first = '', ...rest] = path.split('.');
  const name = first.replace(/\[\]$/, '');
  const isList = name !== first;
  if (rest.length === 0 && !isList) {
    work(container, name);
    return;
  }
  const value = container[name];
  if (!isList) {
    if (isObject(value)) inside(value, rest.join('.'), work);
    return;
  }
  if (!Array.isArray(value)) return;
  const items: unknown[] = value;
  if (rest.length > 0) {
    for (const item of items) if (isObject(item)) inside(item, rest.join('.'), work);
    return;
  }
  // The items themselves.
  const held: Values = Object.fromEntries(items.entries());
  for (const index of items.keys()) work(held, String(index));
  container[name] = items.map((_, index) => held[String(index)]);
}

function parentOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

function lastOf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
