import { BoundedMap } from '../storage/bounded-map.ts';
import type { Caller } from './caller.ts';
import { mechanismOf } from './identity.ts';
import type { Mechanism } from './mechanism.ts';

/** Milliseconds. After this time at most, a client whose credential was revoked receives nothing more. */
const lifetime = 5000;
const limit = 1000;

/**
 * A caller of before, as it is now: for what is done for it while it asks for nothing. Some seconds old at most.
 *
 * @param callerId `id` of the caller
 * @returns undefined where it has no valid credential any more; `unknown` where only its issuer could tell
 */
export type CallerLookup = (callerId: string, now: Date) => Promise<Caller | 'unknown' | undefined>;

interface Entry {
  caller?: ReturnType<CallerLookup>;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Looks up the present grants of an earlier caller. The result is cached for a moment: one change is delivered to many
 * receivers, which often belong to the same few clients.
 */
export function callerLookup(mechanisms: readonly Mechanism[]): CallerLookup {
  const entries = new BoundedMap<string, Entry>(limit);

  return (callerId, now) => {
    const entry = entries.getOrCreate(callerId, () => ({ at: 0 }));
    const age = now.getTime() - entry.at;
    // A clock that was set back proves nothing.
    if (entry.caller !== undefined && age >= 0 && age < lifetime) return entry.caller;
    const caller = find(mechanisms, callerId, now);
    entry.caller = caller;
    entry.at = now.getTime();
    // What could not be looked up is looked up again.
    caller.catch(() => {
      if (entry.caller === caller) delete entry.caller;
    });
    return caller;
  };
}

async function find(
  mechanisms: readonly Mechanism[],
  callerId: string,
  now: Date,
): Promise<Awaited<ReturnType<CallerLookup>>> {
  const name = mechanismOf(callerId);
  const mechanism = mechanisms.find(({ names }) => names.includes(name));
  // Of a mechanism that this service does not have any more, no credential is valid.
  if (mechanism === undefined) return undefined;
  return mechanism.current === undefined
    ? 'unknown'
    : mechanism.current(callerId.slice(name.length + 1), now);
}
