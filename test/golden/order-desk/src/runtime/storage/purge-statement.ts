import type { SelectQueryBuilder } from 'kysely';
import type { EngineName } from './engine.ts';
import { compile, queryBuilder, type AnyTables, type Statement } from './statement.ts';

/** A small batch: on SQLite, other writers wait for this transaction. */
export const purgedAtOnce = 500;

/**
 * Deletes at most `purgedAtOnce` of the rows that a query finds, and answers with their keys. What another replica deletes
 * or replaces right now needs no waiting for.
 *
 * @param old selects the keys
 */
export function purgeStatement(
  engine: EngineName,
  { table, key }: { readonly table: string; readonly key: string },
  old: SelectQueryBuilder<AnyTables, string, object>,
): Statement<object> {
  const queries = queryBuilder(engine);
  const some = old.limit(purgedAtOnce);
  const free = engine === 'postgres' ? some.forUpdate().skipLocked() : some;
  return compile(
    queries
      // As a subquery PostgreSQL might run it again and again, and then delete more than its limit.
      .with('free', () => free)
      .deleteFrom(table)
      .where(key, 'in', queries.selectFrom('free').select(key))
      .returning(key),
  );
}
