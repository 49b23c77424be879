import type { Database } from '../../storage/database.ts';
import type { Connection } from '../../storage/statement.ts';
import type { Writing } from '../../storage/store.ts';
import { attemptsKept, type Attempt } from './delivery.ts';
import type { DisabledReason } from './endpoint.ts';
import {
  inFlightPerEndpoint,
  inFlightWhileFailing,
  queueStatements,
  type ClaimedRow,
  type LockedEndpoint,
} from './queue-statements.ts';

/** An event that an endpoint is to receive. */
export interface Notice {
  readonly endpointId: string;
  /** Of the endpoint. */
  readonly client: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly subject: string;
  /** Of the event, which orders what is sent of one subject. */
  readonly position: number;
}

/** What tells of a delivery which one it is. */
type Repeated = Pick<Notice, 'endpointId' | 'eventId' | 'subject'>;

/** An attempt that its holder makes before the deadline. */
export interface Claim extends Omit<Notice, 'client'> {
  readonly id: string;
  readonly token: string;
  /** Attempts since the delivery was begun, before this one. */
  readonly tries: number;
}

/** What is to become of a delivery after an attempt. */
export type Settlement =
  | { readonly state: 'delivered' }
  | { readonly state: 'pending'; readonly nextAttemptAt: Date }
  /** The client may no longer receive it, which is no failure of the receiver. */
  | { readonly state: 'cancelled' }
  | { readonly state: 'failed'; readonly disables?: DisabledReason };

/**
 * The deliveries that wait for their time, the same for all replicas.
 *
 * Of each subject one delivery at a time can be claimed: the others wait until it has ended. Whatever adds, ends or
 * claims deliveries of an endpoint locks the row of that endpoint first, so that none of them misses what another one
 * does.
 */
export interface DeliveryQueue {
  /**
   * Keeps an endpoint as it is until the transaction ends.
   *
   * @returns undefined where there is none any more
   */
  lock(transaction: Writing, endpointId: string): Promise<LockedEndpoint | undefined>;
  /**
   * Adds a delivery, unless the endpoint has one of that event. The endpoint is locked.
   *
   * @returns its identifier; undefined where there was one
   */
  add(transaction: Writing, notice: Notice, now: Date): Promise<string | undefined>;
  /**
   * Begins the delivery of an event anew where it has ended. The endpoint is locked.
   *
   * @returns false where the endpoint has no delivery of that event
   */
  repeat(transaction: Writing, notice: Repeated, now: Date): Promise<boolean>;
  /** Whether anything can be claimed: a look that locks nothing. */
  hasDue(connection: Connection, now: Date): Promise<boolean>;
  /**
   * Takes attempts that are due, those that wait longest first, of endpoints that answer or of those that do not.
   *
   * @param limit at most so many
   * @param until when they can be claimed by somebody else
   */
  claim(
    transaction: Writing,
    now: Date,
    options: { readonly isFailing: boolean; readonly limit: number; readonly until: Date },
  ): Promise<Claim[]>;
  /** Gives a claim back as if it had not been made. */
  release(transaction: Writing, claim: Claim, now: Date): Promise<void>;
  /**
   * Keeps what came of an attempt.
   *
   * @returns false where the claim is somebody else's by now, or the delivery was cancelled
   */
  settle(
    transaction: Writing,
    claim: Claim,
    attempt: Attempt,
    settlement: Settlement,
    now: Date,
  ): Promise<boolean>;
  /** Gives up everything that waits, of an endpoint that is locked. */
  cancel(transaction: Writing, endpointId: string, now: Date): Promise<void>;
  /** Disables an endpoint that is locked, and gives up everything that waits for it. */
  disable(
    transaction: Writing,
    endpointId: string,
    reason: DisabledReason,
    now: Date,
  ): Promise<void>;
  /** Forgets that an endpoint has failed: it may be another one by now. */
  forgive(transaction: Writing, endpointId: string): Promise<void>;
  /** Position of the event before the first one that is still to be sent; undefined where there is none. */
  needs(connection: Connection): Promise<number | undefined>;
  /** Deletes deliveries that ended before an instant, at most `purgedAtOnce` of them. @returns how many */
  purge(transaction: Writing, before: Date): Promise<number>;
}

export function deliveryQueue<Tables>(
  { engine }: Pick<Database<Tables>, 'engine'>,
  newId: () => string,
): DeliveryQueue {
  const statements = queueStatements(engine);

  /** When a delivery can be claimed: at once, or after another one of its subject. */
  async function dueOf(
    transaction: Writing,
    { endpointId, subject }: Repeated,
    at: string,
  ): Promise<string | null> {
    const before = await statements.pendingOfSubject(transaction, {
      endpoint: endpointId,
      subject,
    });
    return before.length > 0 ? null : at;
  }

  async function cancel(transaction: Writing, endpointId: string, at: Date): Promise<void> {
    await statements.giveUp(transaction, { endpoint: endpointId, now: at.toISOString() });
  }

  return {
    cancel,
    async lock(transaction, endpointId) {
      const [row] = await statements.lock(transaction, { endpoint: endpointId });
      return row;
    },
    async add(transaction, notice, at) {
      const { endpointId, client, eventId, eventType, subject, position } = notice;
      const [row] = await statements.insert(transaction, {
        id: newId(),
        endpoint: endpointId,
        client,
        event: eventId,
        type: eventType,
        subject,
        position,
        due: await dueOf(transaction, notice, at.toISOString()),
        now: at.toISOString(),
      });
      return row?.id;
    },
    async repeat(transaction, notice, at) {
      const { endpointId, eventId } = notice;
      const [row] = await statements.ofEvent(transaction, { endpoint: endpointId, event: eventId });
      if (row === undefined) return false;
      if (row.state === 'pending') return true;
      const instant = at.toISOString();
      const dueAt = await dueOf(transaction, notice, instant);
      await statements.begin(transaction, { id: row.id, due: dueAt, now: instant });
      return true;
    },
    async hasDue(connection, at) {
      return (await statements.due(connection, { now: at.toISOString() })).length > 0;
    },
    async claim(transaction, at, { isFailing, limit, until }) {
      const claims: Claim[] = [];
      const values = { now: at.toISOString(), until: until.toISOString() };
      const statement = isFailing
        ? statements.claimableBy.failing
        : statements.claimableBy.answering;
      const bound = isFailing ? inFlightWhileFailing : inFlightPerEndpoint;
      for (const { id: endpointId, in_flight } of await statement(transaction, {
        ...values,
        limit,
      })) {
        const share = Math.min(bound - in_flight, limit - claims.length);
        if (share <= 0) break;
        const token = newId();
        const rows = await statements.take(transaction, {
          ...values,
          endpoint: endpointId,
          token,
          limit: share,
        });
        claims.push(...rows.map((row) => claimOf(row, endpointId, token)));
      }
      return claims;
    },
    async release(transaction, { id, token }, at) {
      await statements.giveBack(transaction, { id, token, now: at.toISOString() });
    },
    async settle(transaction, claim, attempt, settlement, at) {
      const { id, token, endpointId, subject, tries } = claim;
      const [endpoint] = await statements.lock(transaction, { endpoint: endpointId });
      const [row] = await statements.attemptsOf(transaction, { id, token });
      if (row === undefined || endpoint === undefined) return false;
      const instant = at.toISOString();
      const { state } = settlement;
      const isPending = settlement.state === 'pending';
      const attempts = [...(JSON.parse(row.attempts) as Attempt[]), attempt].slice(-attemptsKept);
      await statements.keep(transaction, {
        id,
        token,
        state,
        attempts: JSON.stringify(attempts),
        tries: tries + 1,
        due: isPending ? settlement.nextAttemptAt.toISOString() : null,
        ended: isPending ? null : instant,
        now: instant,
      });
      const failures = failuresAfter(settlement, endpoint);
      if (failures !== endpoint.failures) {
        await statements.count(transaction, { endpoint: endpointId, failures });
      }
      if (settlement.state === 'failed' && settlement.disables !== undefined) {
        const reason = settlement.disables;
        await statements.disable(transaction, { endpoint: endpointId, reason, now: instant });
        await cancel(transaction, endpointId, at);
      } else if (!isPending) {
        await statements.promote(transaction, { endpoint: endpointId, subject, now: instant });
      }
      return true;
    },
    async disable(transaction, endpointId, reason, at) {
      const values = { endpoint: endpointId, reason, now: at.toISOString() };
      await statements.disable(transaction, values);
      await cancel(transaction, endpointId, at);
    },
    async forgive(transaction, endpointId) {
      await statements.count(transaction, { endpoint: endpointId, failures: 0 });
    },
    async needs(connection) {
      const [row] = await statements.first(connection, {});
      return typeof row?.position === 'number' ? row.position - 1 : undefined;
    },
    async purge(transaction, before) {
      return (await statements.remove(transaction, { before: before.toISOString() })).length;
    },
  };
}

function failuresAfter({ state }: Settlement, { failures }: LockedEndpoint): number {
  if (state === 'cancelled') return failures;
  return state === 'delivered' ? 0 : failures + 1;
}

function claimOf(row: ClaimedRow, endpointId: string, token: string): Claim {
  return {
    id: row.id,
    token,
    endpointId,
    eventId: row.event_id,
    eventType: row.event_type,
    subject: row.subject,
    position: row.position,
    tries: row.tries,
  };
}
