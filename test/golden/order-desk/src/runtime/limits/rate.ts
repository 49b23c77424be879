import type { Policy, Standing } from './policy.ts';

/*
 * The generic cell rate algorithm, as a bucket that leaks: each request adds to its level, which falls evenly. In whole
 * numbers, so that nothing is lost at an edge: a request adds `per`, a millisecond takes `requests` away, and the bucket
 * holds `burst` requests. So in any time of d milliseconds, wherever it begins, at most `burst + requests * d / per`
 * requests pass; there is no window whose edge would let twice as many through.
 */

/** What of a level is left after some time. */
function leaked(level: number, { requests }: Policy, elapsed: number): number {
  return Math.max(0, level - requests * elapsed);
}

function capacityOf({ burst, per }: Policy): number {
  return burst * per;
}

/**
 * Where a client stands after one more request, or without it where one of the policies does not permit it.
 *
 * @param before undefined for one who has not asked for anything yet
 */
export function afterRequest(
  before: Standing | undefined,
  policies: readonly Policy[],
  cost: number,
  now: number,
): Standing {
  // A clock that was set back, or that of another replica, makes nothing leak.
  const at = before === undefined ? now : Math.max(before.at, now);
  const elapsed = before === undefined ? 0 : at - before.at;
  const levels: number[] = [];
  let isAllowed = true;
  // Each request passes here: plain loops cost less than closures.
  for (let index = 0; index < policies.length; index += 1) {
    const policy = policies[index];
    if (policy === undefined) break;
    const level = leaked(before?.levels[index] ?? 0, policy, elapsed);
    isAllowed &&= level + cost * policy.per <= capacityOf(policy);
    levels.push(level);
  }
  if (isAllowed) {
    for (let index = 0; index < policies.length; index += 1) {
      levels[index] = (levels[index] ?? 0) + cost * (policies[index]?.per ?? 0);
    }
  }
  return { isAllowed, at, levels };
}

/** How many requests of cost 1 may come at once. */
export function remaining(policy: Policy, level: number): number {
  return Math.max(0, Math.floor((capacityOf(policy) - level) / policy.per));
}

/** Milliseconds until a request may come; 0: now. */
export function waitFor(policy: Policy, level: number, cost: number): number {
  const excess = level + cost * policy.per - capacityOf(policy);
  return excess <= 0 ? 0 : Math.ceil(excess / policy.requests);
}

/** The level of one who may send the next request after so many milliseconds: the other way round. */
export function levelAt({ burst, per, requests }: Policy, wait: number): number {
  return (burst - 1) * per + wait * requests;
}

/** Milliseconds until nothing is left of what was asked for: from then on there is nothing to remember. */
export function longestMemory(policies: readonly Policy[]): number {
  return Math.max(...policies.map((policy) => Math.ceil(capacityOf(policy) / policy.requests)));
}
