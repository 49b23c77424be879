import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
import type { VersionHappening, VersionKeeping } from './version-transitions.ts';

export interface OnceForAll<Tables> {
  readonly database: Database<Tables>;
  /** What is committed together with the fact that it was done. */
  happen(transaction: Writing, happening: VersionHappening, now: Date): Promise<void>;
  /** Called after that. */
  wake(): void;
}

/**
 * Carries out a change of a version once, whatever the number of replicas. Each is marked as done in the transaction that
 * does it, under a name that every replica gives it: of several that come to it at once, one inserts the mark.
 */
export function onceForAll<Tables>({
  database,
  happen,
  wake,
}: OnceForAll<Tables>): NonNullable<VersionKeeping['happen']> {
  // In the table of cursors: each stands where it is done with what it is for.
  const mark = compile(
    queryBuilder(database.engine)
      .insertInto('event_cursors')
      .values({ consumer: parameter('name'), position: 0 })
      .onConflict((conflict) => conflict.column('consumer').doNothing())
      .returning('consumer'),
  );

  return async (happening, now) => {
    const { version, transition, at } = happening;
    const name = `version ${version.label} ${transition} ${at}`;
    const isFirst = await database.transaction(async (transaction) => {
      if ((await mark(transaction, { name })).length === 0) return false;
      await happen(transaction, happening, now);
      return true;
    });
    if (isFirst) wake();
  };
}
