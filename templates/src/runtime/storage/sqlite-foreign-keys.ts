import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { ForeignKeyViolation } from './errors.ts';

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly targetColumn: string;
  readonly onDelete: string;
}

const allReferences = `
  select m.name as "table", f."from" as "column", f."table" as "target", f."to" as "targetColumn",
         f.on_delete as "onDelete"
  from sqlite_schema as m, pragma_foreign_key_list(m.name) as f
  where m.type = 'table'`;

/**
 * SQLite only says that some reference is broken, so this looks for it, on the same connection and so
 * in the same transaction, after the failed statement was undone.
 * @param row what the statement wrote or, for a deletion, the key alone
 */
export function explainForeignKey(
  handle: DatabaseSync,
  violation: ForeignKeyViolation,
  table: string,
  row: object,
): ForeignKeyViolation {
  const references = handle.prepare(allReferences).all() as unknown[] as Reference[];
  const values = new Map<string, SQLInputValue>(Object.entries(row));
  const { kind, cause } = violation;

  /** `rows` is SQL with one parameter: the rows of `deleted` that the statement would delete. */
  function findReferrer(
    deleted: string,
    rows: string,
    path: readonly string[],
  ): string | undefined {
    for (const { table, column, target, targetColumn, onDelete } of references) {
      if (target !== deleted || path.includes(table) || onDelete === 'SET NULL') continue;
      const referring = `from ${quote(table)} where ${quote(column)} in (select ${quote(targetColumn)} ${rows})`;
      if (onDelete === 'CASCADE') {
        const found = findReferrer(table, referring, [...path, table]);
        if (found) return found;
      } else if (exists(referring, values.get('id'))) {
        return table;
      }
    }
    return undefined;
  }

  function exists(rows: string, key: SQLInputValue = null): boolean {
    return handle.prepare(`select 1 ${rows} limit 1`).get(key) !== undefined;
  }

  if (kind === 'still-referenced') {
    const referrer = findReferrer(table, `from ${quote(table)} where "id" = ?`, []);
    return referrer ? new ForeignKeyViolation({ kind, table: referrer }, cause) : violation;
  }

  const missing = references.find(({ column, target, targetColumn, ...reference }) => {
    const key = values.get(column) ?? null;
    const targets = `from ${quote(target)} where ${quote(targetColumn)} = ?`;
    return reference.table === table && key !== null && !exists(targets, key);
  });
  return new ForeignKeyViolation({ kind, table, columns: missing ? [missing.column] : [] }, cause);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
