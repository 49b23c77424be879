import { sql } from 'kysely';
import type { EngineName } from '../../storage/engine.ts';
import { purgeStatement } from '../../storage/purge-statement.ts';
import { compile, parameter, queryBuilder } from '../../storage/statement.ts';

export interface LockedEndpoint {
  readonly state: 'enabled' | 'disabled';
  /** Attempts that failed since the last one that did not. */
  readonly failures: number;
}

export interface ClaimedRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly subject: string;
  readonly position: number;
  readonly tries: number;
}

/** Attempts in flight to one endpoint: one that hangs keeps no more of them from the others. */
export const inFlightPerEndpoint = 4;
/** The same for one whose last attempt failed. */
export const inFlightWhileFailing = 1;

const table = 'webhook_deliveries';
const endpoints = 'webhook_endpoints';

/** The statements of the queue of deliveries, compiled once. */
export function queueStatements(engine: EngineName) {
  const queries = queryBuilder(engine);
  const ofEndpoint = sql<boolean>`webhook_endpoint_id = ${parameter('endpoint')}`;
  const ofSubject = sql<boolean>`${ofEndpoint} and subject = ${parameter('subject')}`;
  const isClaimed = sql<boolean>`id = ${parameter('id')} and claim = ${parameter('token')}`;
  const now = parameter<string>('now');
  const changed = { updated_at: now, revision: sql`revision + 1` };
  const unclaimed = { claim: null, claimed_until: null };

  const state = queries
    .selectFrom(endpoints)
    .select(['state', 'failures'])
    .where('id', '=', parameter('endpoint'))
    .$castTo<LockedEndpoint>();
  const lock = compile<LockedEndpoint>(engine === 'postgres' ? state.forUpdate() : state);

  const pendingOfSubject = compile<{ id: string }>(
    queries
      .selectFrom(table)
      .select('id')
      .where(ofSubject)
      .where('state', '=', 'pending')
      .limit(1)
      .$castTo<{ id: string }>(),
  );
  const insert = compile<{ id: string }>(
    queries
      .insertInto(table)
      .values({
        id: parameter('id'),
        webhook_endpoint_id: parameter('endpoint'),
        client: parameter('client'),
        event_id: parameter('event'),
        event_type: parameter('type'),
        subject: parameter('subject'),
        position: parameter('position'),
        state: 'pending',
        attempts: '[]',
        tries: 0,
        due_at: parameter('due'),
        next_attempt_at: parameter('due'),
        created_at: now,
        updated_at: now,
        revision: 1,
      })
      .onConflict((conflict) => conflict.columns(['webhook_endpoint_id', 'event_id']).doNothing())
      .returning('id')
      .$castTo<{ id: string }>(),
  );
  const ofEvent = compile<{ id: string; state: string }>(
    queries
      .selectFrom(table)
      .select(['id', 'state'])
      .where(ofEndpoint)
      .where('event_id', '=', parameter('event'))
      .$castTo<{ id: string; state: string }>(),
  );
  const begin = compile(
    queries
      .updateTable(table)
      .set({
        ...changed,
        state: 'pending',
        tries: 0,
        due_at: parameter('due'),
        next_attempt_at: parameter('due'),
        ended_at: null,
      })
      .where('id', '=', parameter('id')),
  );
  const promote = compile(
    queries
      .updateTable(table)
      .set({ ...changed, due_at: now, next_attempt_at: now })
      .where(
        'id',
        '=',
        queries
          .selectFrom(table)
          .select('id')
          .where(ofSubject)
          .where('state', '=', 'pending')
          .where('due_at', 'is', null)
          .orderBy('position')
          .limit(1),
      ),
  );

  const due = compile(queries.selectFrom(table).select('id').where('due_at', '<=', now).limit(1));
  const claimable = (isFailing: boolean) => {
    const firstDue = sql`(select min(d.due_at) from webhook_deliveries d where d.webhook_endpoint_id = e.id)`;
    const inFlight = sql<number>`(select count(*) from webhook_deliveries d
      where d.webhook_endpoint_id = e.id and d.claimed_until > ${now})`;
    const query = queries
      .selectFrom('webhook_endpoints as e')
      .select(['e.id', inFlight.as('in_flight')])
      .where('e.failures', isFailing ? '>' : '=', 0)
      .where(sql<boolean>`${firstDue} <= ${now}`)
      .where(
        sql<boolean>`${inFlight} < ${sql.lit(isFailing ? inFlightWhileFailing : inFlightPerEndpoint)}`,
      )
      .orderBy(firstDue)
      .limit(parameter<number>('limit'))
      .$castTo<{ id: string; in_flight: number }>();
    // What another replica claims from right now needs no waiting for.
    return compile<{ id: string; in_flight: number }>(
      engine === 'postgres' ? query.forUpdate('e').skipLocked() : query,
    );
  };
  const claimableBy = { answering: claimable(false), failing: claimable(true) };
  const take = compile<ClaimedRow>(
    queries
      .updateTable(table)
      .set({
        due_at: parameter('until'),
        claimed_until: parameter('until'),
        claim: parameter('token'),
      })
      .where(
        'id',
        'in',
        queries
          .selectFrom(table)
          .select('id')
          .where(ofEndpoint)
          .where('due_at', '<=', now)
          .orderBy('due_at')
          .orderBy('id')
          .limit(parameter<number>('limit')),
      )
      .returning(['id', 'event_id', 'event_type', 'subject', 'position', 'tries'])
      .$castTo<ClaimedRow>(),
  );
  const giveBack = compile(
    queries
      .updateTable(table)
      .set({ ...unclaimed, due_at: now })
      .where(isClaimed),
  );
  const attemptsOf = compile<{ attempts: string }>(
    queries.selectFrom(table).select('attempts').where(isClaimed).$castTo<{ attempts: string }>(),
  );
  const keep = compile(
    queries
      .updateTable(table)
      .set({
        ...changed,
        ...unclaimed,
        state: parameter('state'),
        attempts: parameter('attempts'),
        tries: parameter('tries'),
        due_at: parameter('due'),
        next_attempt_at: parameter('due'),
        ended_at: parameter('ended'),
      })
      .where(isClaimed),
  );
  const count = compile(
    queries
      .updateTable(endpoints)
      .set({ failures: parameter('failures') })
      .where('id', '=', parameter('endpoint')),
  );
  const disable = compile(
    queries
      .updateTable(endpoints)
      .set({
        ...changed,
        state: 'disabled',
        disabled_reason: parameter('reason'),
        disabled_at: now,
      })
      .where('id', '=', parameter('endpoint'))
      .where('state', '=', 'enabled'),
  );
  const giveUp = compile(
    queries
      .updateTable(table)
      .set({
        ...changed,
        ...unclaimed,
        state: 'cancelled',
        due_at: null,
        next_attempt_at: null,
        ended_at: now,
      })
      .where(ofEndpoint)
      .where('state', '=', 'pending'),
  );
  const first = compile<{ position: number | null }>(
    queries
      .selectFrom(table)
      .select(sql<number | null>`min(position)`.as('position'))
      .where('state', '=', 'pending')
      // A ping is about no event.
      .where('position', '>', 0)
      .$castTo<{ position: number | null }>(),
  );
  const remove = purgeStatement(
    engine,
    { table, key: 'id' },
    queries
      .selectFrom(table)
      .select('id')
      .where('ended_at', '<', parameter('before'))
      .orderBy('ended_at'),
  );

  return {
    lock,
    pendingOfSubject,
    insert,
    ofEvent,
    begin,
    promote,
    due,
    take,
    giveBack,
    attemptsOf,
    keep,
    count,
    disable,
    giveUp,
    first,
    remove,
    claimableBy,
  };
}
