import { createHash } from 'node:crypto';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Time from each attempt to the next one, in milliseconds; the first attempt is made at once. */
const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The first one among them. */
export const maxAttempts = delays.length + 1;

/** A receiver cannot put a delivery off for longer than that. */
const longestWait = 24 * hour;
/** Deliveries that failed together come back spread over this part of their delay. */
const spread = 0.2;

export interface FailedAttempt {
  readonly deliveryId: string;
  /** How many were made since the delivery was begun, with this one. */
  readonly attempts: number;
  /** When this one ended. */
  readonly at: Date;
  /** Value of the receiver's Retry-After. */
  readonly retryAfter?: string | undefined;
}

/** When to try again; undefined where the schedule is exhausted. */
export function nextAttempt(failed: FailedAttempt): Date | undefined {
  const delay = delays[failed.attempts - 1];
  if (delay === undefined) return undefined;
  const own = delay * (1 + spread * jitter(failed));
  const asked = Math.min(askedFor(failed), longestWait);
  return new Date(failed.at.getTime() + Math.round(Math.max(own, asked)));
}

/** From 0 to 1, the same for the same attempt: a restart changes nothing. */
function jitter({ deliveryId, attempts }: FailedAttempt): number {
  const digest = createHash('sha256')
    .update(`${deliveryId} ${String(attempts)}`)
    .digest();
  return digest.readUInt32BE() / 0xffffffff;
}

/** Milliseconds that a Retry-After (RFC 9110, section 10.2.3) asks for: seconds, or the date it is to be; 0 for none. */
function askedFor({ retryAfter = '', at }: FailedAttempt): number {
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Number(text) * second;
  const instant = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? 0 : Math.max(instant - at.getTime(), 0);
}
