import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Task } from '../../service/background.ts';
import type { Database } from '../../storage/database.ts';
import type { Store } from '../../storage/store.ts';
import type { Attempt } from './delivery.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { HttpClient, Outcome } from './http-client.ts';
import { ping, type Composer } from './message.ts';
import type { Claim, DeliveryQueue, Settlement } from './queue.ts';
import { unrestricted, type Readers } from './reader.ts';
import { nextAttempt } from './schedule.ts';

/** Attempts in flight in this process. */
const inFlightAtMost = 64;
/** Of these to endpoints whose last attempt failed: the rest is always there for those that answer. */
const failingAtMost = 32;
/** Longer than any attempt takes, in milliseconds: after this time the replica counts as dead, and another one makes the attempt. */
const claimTime = 60_000;
/** Milliseconds after which it is looked again while attempts are in flight. */
const lookInterval = 100;
/** Milliseconds that attempts in flight have to end when the service stops. */
const grace = 5000;

export interface Delivering<Tables> {
  readonly database: Database<Tables>;
  readonly endpoints: Store<WebhookEndpoint>;
  /** Absent: every client may see everything. */
  readonly readers?: Readers | undefined;
  readonly queue: DeliveryQueue;
  readonly compose: Composer;
  readonly send: HttpClient;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** Sends what is due, each attempt by one replica. What a killed one had claimed is claimed again after a minute. */
export function delivering<Tables>(parts: Delivering<Tables>): Task {
  const { database, queue, clock, log } = parts;

  async function claim(isFailing: boolean, limit: number): Promise<Claim[]> {
    if (limit <= 0) return [];
    return database.transaction((transaction) => {
      const now = clock();
      const until = new Date(now.getTime() + claimTime);
      return queue.claim(transaction, now, { isFailing, limit, until });
    });
  }

  return {
    name: 'webhook delivery',
    async run(signal) {
      const inFlight = new Map<Promise<void>, { readonly isFailing: boolean }>();
      const cutOff = new AbortController();

      function start(claimed: Claim, isFailing: boolean): void {
        const attempt = make(parts, claimed, cutOff.signal)
          .catch((error: unknown) => {
            // Its claim ends by itself, and it is made again.
            log.error({ err: error, delivery: claimed.id }, 'an attempt to deliver was not kept');
          })
          .finally(() => inFlight.delete(attempt));
        inFlight.set(attempt, { isFailing });
      }

      async function startDue(): Promise<void> {
        if (!(await queue.hasDue(database.reader, clock()))) return;
        const failing = [...inFlight.values()].filter(({ isFailing }) => isFailing).length;
        const free = inFlightAtMost - inFlight.size;
        for (const each of await claim(true, Math.min(failingAtMost - failing, free))) {
          start(each, true);
        }
        for (const each of await claim(false, inFlightAtMost - inFlight.size)) start(each, false);
      }

      try {
        while (!signal.aborted) {
          // While an attempt is being kept, nothing of its endpoint can be claimed: once it has ended, it is looked again.
          const wasIdle = inFlight.size === 0;
          await startDue();
          if (inFlight.size > 0) await firstOf(inFlight.keys(), lookInterval);
          else if (wasIdle) break;
        }
      } finally {
        const stop = setTimeout(grace, undefined, { signal: cutOff.signal }).then(
          () => {
            cutOff.abort();
            return undefined;
          },
          () => undefined,
        );
        await Promise.all(inFlight.keys());
        cutOff.abort();
        await stop;
      }
      return false;
    },
  };
}

async function firstOf(attempts: Iterable<Promise<void>>, milliseconds: number): Promise<void> {
  const alarm = new AbortController();
  const look = setTimeout(milliseconds, undefined, { signal: alarm.signal });
  await Promise.race([...attempts, look]);
  alarm.abort();
  await look.catch(() => undefined);
}

/** One attempt: what came of it is kept, and decides what becomes of the delivery. */
async function make<Tables>(
  { database, endpoints, readers, queue, compose, send, clock, log }: Delivering<Tables>,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const at = clock();
  const endpoint = await endpoints.get(database.reader, claim.endpointId);
  if (endpoint === undefined) return;
  const sight = readers === undefined ? unrestricted : await readers.sightOf(endpoint, at);
  const message = await compose(database.reader, claim, endpoint, at, sight);
  const outcome =
    typeof message === 'string'
      ? { error: message, milliseconds: 0 }
      : await send({ ...message, url: endpoint.url, signal });
  if (outcome.error === 'aborted') {
    // What came of it is unknown. It is made again, with the same identifier.
    await database.transaction((transaction) => queue.release(transaction, claim, clock()));
    return;
  }
  const now = clock();
  const settlement = settlementOf(claim, outcome, now);
  const isKept = await database.transaction((transaction) =>
    queue.settle(transaction, claim, attemptOf(at, outcome), settlement, now),
  );
  if (isKept && settlement.state === 'failed' && settlement.disables !== undefined) {
    const { id, client } = endpoint;
    const reason = settlement.disables;
    log.warn({ webhookEndpoint: id, client, reason }, 'a webhook endpoint is disabled');
  }
}

function attemptOf(at: Date, { status, error, milliseconds }: Outcome): Attempt {
  return {
    at: at.toISOString(),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error: error.slice(0, 100) }),
    milliseconds,
  };
}

/** Any 2xx is a success, and everything else a failure: also a redirect, which the service never follows. */
function settlementOf(
  claim: Claim,
  { status = 0, error, retryAfter }: Outcome,
  at: Date,
): Settlement {
  if (status >= 200 && status <= 299) return { state: 'delivered' };
  // RFC 9110, section 15.5.11: it will not come back.
  if (status === 410) return { state: 'failed', disables: 'gone' };
  // The receiver has done nothing wrong, and what was refused is no business of what comes later.
  if (error === 'not-permitted') return { state: 'cancelled' };
  // A ping has one attempt, because its sender waits for the result.
  if (claim.eventType === ping || error === 'event-expired') return { state: 'failed' };
  const attempts = claim.tries + 1;
  const next = nextAttempt({ deliveryId: claim.id, attempts, at, retryAfter });
  return next === undefined
    ? { state: 'failed', disables: 'exhausted' }
    : { state: 'pending', nextAttemptAt: next };
}
