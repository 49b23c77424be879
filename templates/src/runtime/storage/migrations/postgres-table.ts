import { createHash } from 'node:crypto';
import { indexName } from '../index-name.ts';
import { literal, postgresType, quote } from './data-types.ts';
import type { Column, Reference, TableDefinition } from './migration.ts';

export function createTableText(table: string, definition: TableDefinition): string {
  const { columns, primaryKey = ['id'] } = definition;
  const single = primaryKey.length === 1 ? primaryKey[0] : undefined;
  const lines = Object.entries(columns).map(([name, column]) => {
    const { references } = column;
    const reference = references ? ` ${referenceText(table, name, references)}` : '';
    return `${columnText(name, column)}${name === single ? ' primary key' : ''}${reference}`;
  });
  if (single === undefined) {
    const key = primaryKey.map(quote).join(', ');
    lines.push(`constraint ${quote(`${table}_pkey`)} primary key (${key})`);
  }
  return `create table ${quote(table)} (${lines.join(', ')})`;
}

/** Without its reference. */
export function columnText(name: string, column: Column): string {
  const { type, required, counter } = column;
  const parts = [quote(name), postgresType(type)];
  if (counter) parts.push('generated always as identity');
  if (column.default !== undefined)
    parts.push(`default ${literal('postgres', type, column.default)}`);
  if (required) parts.push('not null');
  return parts.join(' ');
}

/** As part of a column. */
function referenceText(table: string, column: string, reference: Reference): string {
  return `constraint ${quote(foreignKeyName(table, column))} ${targetText(reference)}`;
}

export function targetText({ table, onDelete }: Reference): string {
  // Without a word both engines refuse at the end of the statement, when its own cascades are done.
  return `references ${quote(table)} ("id")${onDelete === 'restrict' ? '' : ` on delete ${onDelete}`}`;
}

/** The name that PostgreSQL gives, where it has room for it. */
export function foreignKeyName(table: string, column: string): string {
  return shortened(`${table}_${column}_fkey`);
}

/** A name of something that is there while a step is under way. */
export function passingName(...parts: readonly string[]): string {
  return `migration__${hashOf(parts)}`;
}

/** As a part of a name, for what would be too long to be one. */
export function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** PostgreSQL cuts longer names off, without a word. */
function shortened(name: string): string {
  return name.length <= 63 ? name : `${name.slice(0, 45)}_${passingName(name).slice(-10)}_fkey`;
}

export interface Index {
  readonly table: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

export function nameOfIndex({ table, columns, isUnique }: Index): string {
  return indexName(table, columns, isUnique ? 'key' : 'idx');
}

export function createIndexText(
  index: Index,
  { name = nameOfIndex(index), concurrently = false } = {},
): string {
  const { table, columns, isUnique } = index;
  // Lists have null first (order.ts), which PostgreSQL reads from an index only if that has it too.
  const keys = columns.map((column) =>
    column === 'id' ? quote(column) : `${quote(column)} nulls first`,
  );
  return `create ${isUnique ? 'unique ' : ''}index ${concurrently ? 'concurrently ' : ''}${quote(name)} on ${quote(table)} (${keys.join(', ')})`;
}
