import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import {
  compile,
  parameter,
  queryBuilder,
  type Statement,
  type Values,
} from '../storage/statement.ts';
import type { Policy, QuotaStore, Standing } from './policy.ts';
import { afterRequest, longestMemory } from './rate.ts';

/** The table, as a part of the service's own. */
export interface RequestQuotaTable {
  client: string;
  /** Milliseconds since 1970, of the levels. */
  at: number;
  /** Of the first policy, and of the second, which is 0 where there is one alone. */
  level: number;
  second_level: number;
  /** From when on there is nothing to remember. */
  forgotten_at: number;
}

const table = 'request_quotas';
/** Milliseconds between two looks for what can be forgotten. */
const purgeInterval = 60_000;
/** A small batch, so that other statements wait only briefly. */
const purgedAtOnce = 500;

/** Counts in the database, for all replicas: one statement decides, and those for one client wait for each other. */
export function databaseStore<Tables>(database: Database<Tables>): QuotaStore {
  const queries = queryBuilder(database.engine);
  const [greatest, least] = database.engine === 'postgres' ? ['greatest', 'least'] : ['max', 'min'];
  const now = parameter<number>('now');
  const column = (name: string) => sql.ref<number>(`${table}.${name}`);
  const at = sql<number>`${sql.raw(greatest)}(${column('at')}, ${now})`;
  const elapsed = sql<number>`${sql.raw(greatest)}(0, ${now} - ${column('at')})`;
  /** The arithmetic of `rate.ts`. A product that no level comes near is cut off before it overflows. */
  const leaked = (level: string, number: string): RawBuilder<number> =>
    sql<number>`${sql.raw(greatest)}(0, ${column(level)} - ${parameter(`rate_${number}`)} * ${sql.raw(least)}(${elapsed}, ${parameter('memory')}))`;
  const after = (level: string, number: string) =>
    sql<number>`${leaked(level, number)} + ${parameter(`added_${number}`)}`;
  const fits = (level: string, number: string) =>
    sql<boolean>`${after(level, number)} <= ${parameter(`capacity_${number}`)}`;

  // No request waits for the disk: a server that breaks down forgets the counts of a moment, and no more.
  const unwaited =
    database.engine === 'postgres'
      ? [sql`set_config('synchronous_commit', 'off', true)`.as('commit')]
      : [];

  const count = compile<Pick<RequestQuotaTable, 'at' | 'level' | 'second_level'>>(
    queries
      .insertInto(table)
      .values({
        client: parameter('client'),
        at: now,
        level: parameter('added_1'),
        second_level: parameter('added_2'),
        forgotten_at: parameter('forgotten_at'),
      })
      .onConflict((conflict) =>
        conflict
          .column('client')
          .doUpdateSet({
            at,
            level: after('level', '1'),
            second_level: after('second_level', '2'),
            forgotten_at: parameter('forgotten_at'),
          })
          .where(({ and }) => and([fits('level', '1'), fits('second_level', '2')])),
      )
      .returning(['at', 'level', 'second_level', ...unwaited])
      .$castTo<Pick<RequestQuotaTable, 'at' | 'level' | 'second_level'>>(),
  );
  const find = compile<Pick<RequestQuotaTable, 'at' | 'level' | 'second_level'>>(
    queries
      .selectFrom(table)
      .select(['at', 'level', 'second_level'])
      .where('client', '=', parameter('client'))
      .$castTo<Pick<RequestQuotaTable, 'at' | 'level' | 'second_level'>>(),
  );
  const old = queries
    .selectFrom(table)
    .select('client')
    .where('forgotten_at', '<', now)
    .limit(purgedAtOnce);
  const forget = compile(
    queries
      .deleteFrom(table)
      .where('client', 'in', old)
      // Once more, for a client that asks again while its row is chosen.
      .where('forgotten_at', '<', now),
  );
  // On PostgreSQL a statement is a transaction of its own; on SQLite one connection alone may write.
  const write = async <Row>(statement: Statement<Row>, values: Values): Promise<Row[]> =>
    database.engine === 'postgres'
      ? statement(database.reader, values)
      : database.transaction((transaction) => statement(transaction, values));

  let purgedAt = 0;
  function purge(instant: number): void {
    if (Math.abs(instant - purgedAt) < purgeInterval) return;
    purgedAt = instant;
    // The next run removes the remaining rows; no request waits for this.
    write(forget, { now: instant }).catch(() => undefined);
  }

  return {
    async take(client, policies, cost, date) {
      const instant = date.getTime();
      purge(instant);
      const memory = longestMemory(policies);
      const [row] = await write(count, {
        client,
        now: instant,
        memory,
        forgotten_at: instant + memory,
        ...numbersOf(policies[0], cost, '1'),
        ...numbersOf(policies[1], cost, '2'),
      });
      if (row !== undefined) return standingOf(row, policies, true);
      const [known] = await find(database.reader, { client });
      const before = known && standingOf(known, policies, false);
      // As it stands by now; that another replica's clock is ahead does not let the request pass after all.
      return { ...afterRequest(before, policies, 0, instant), isAllowed: false };
    },
    close: () => Promise.resolve(),
  };
}

function numbersOf(policy: Policy | undefined, cost: number, number: string): Values {
  return {
    [`rate_${number}`]: policy?.requests ?? 0,
    [`added_${number}`]: policy === undefined ? 0 : cost * policy.per,
    [`capacity_${number}`]: policy === undefined ? 0 : policy.burst * policy.per,
  };
}

function standingOf(
  { at, level, second_level: second }: Pick<RequestQuotaTable, 'at' | 'level' | 'second_level'>,
  { length }: readonly Policy[],
  isAllowed: boolean,
): Standing {
  return { isAllowed, at, levels: [level, second].slice(0, length) };
}
