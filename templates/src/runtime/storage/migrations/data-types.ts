import { InvalidValue } from '../errors.ts';
import { postgresValues } from '../postgres-values.ts';
import { sqliteValues } from '../sqlite-values.ts';
import type { EngineName } from '../engine.ts';
import type { Conversion, ValueCodec } from '../values.ts';
import type { ColumnType } from './migration.ts';

type Simple = Exclude<ColumnType, object>;

const sqliteTypes: Readonly<Record<Simple, string>> = {
  boolean: 'integer',
  integer: 'integer',
  long: 'integer',
  number: 'real',
  date: 'text',
  time: 'text',
  dateTime: 'text',
  duration: 'text',
  text: 'text',
  json: 'text',
  binary: 'blob',
  uuid: 'text',
};

const postgresTypes: Readonly<Record<Simple, string>> = {
  boolean: 'boolean',
  // Always 64 bits, so that a greater maximum does not rewrite the table one day.
  integer: 'bigint',
  long: 'bigint',
  number: 'double precision',
  date: 'date',
  time: 'time(0)',
  dateTime: 'timestamptz(3)',
  duration: 'text',
  // Ordered by code point, as SQLite does it.
  text: 'text collate "C"',
  // Not jsonb, which refuses U+0000 and forgets the order of the members.
  json: 'json',
  binary: 'bytea',
  uuid: 'uuid',
};

/** Decimals are units of the last digit, so that they are exact and ordered as numbers. */
export function sqliteType(type: ColumnType): string {
  return typeof type === 'object' ? 'integer' : sqliteTypes[type];
}

export function postgresType(type: ColumnType): string {
  return typeof type === 'object' ? `numeric(${type.decimal.join(', ')})` : postgresTypes[type];
}

/** Between values as the interface shows them and as a column has them. */
export function codecOf(engine: EngineName, type: ColumnType): Conversion<unknown, unknown> {
  const codec: ValueCodec = engine === 'sqlite' ? sqliteValues : postgresValues;
  const found =
    typeof type === 'object'
      ? codec.decimal(type.decimal[1])
      : type === 'json'
        ? codec.json()
        : codec[type];
  return found as Conversion<unknown, unknown>;
}

/**
 * A value as the interface shows it, as SQL of its column.
 *
 * @throws {InvalidValue} where the type does not have the value
 */
export function literal(engine: EngineName, type: ColumnType, value: unknown): string {
  if (value === null) return 'null';
  const text = quoted(codecOf(engine, type).write(value), engine);
  return engine === 'sqlite' ? text : castTo(text, type);
}

function quoted(value: unknown, engine: EngineName): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex');
    return engine === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`;
  }
  if (typeof value !== 'string') throw new InvalidValue('A value that its column cannot hold');
  return `'${value.replaceAll("'", "''")}'`;
}

/** PostgreSQL's text of an expression of another type; a collation is part of a column and of no cast. */
export function castTo(expression: string, type: ColumnType): string {
  return `cast(${expression} as ${postgresType(type).replace(' collate "C"', '')})`;
}

/** A name in SQL, the same on both engines. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
