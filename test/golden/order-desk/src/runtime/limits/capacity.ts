import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { concurrencyFields, type QuotaFields } from './fields.ts';

/** How many requests this process works on at the same time. */
export interface Capacity {
  /** @throws {Problem} 503 where there are too many already: one more would only make all of them wait longer */
  enter(): Place;
}

/** What a request takes while it is worked on. */
export interface Place {
  /**
   * Gives the place to others while something is waited for that takes as long as the client likes, such as a body.
   *
   * @throws {Problem} 503 where all places are taken by then
   */
  outside<Result>(wait: () => Promise<Result>): Promise<Result>;
  /**
   * Says whose request it is.
   *
   * @throws {Problem} 429 where as many of the client are worked on as may be
   */
  claim(client: string): void;
  /** The request is done; a second time it does nothing. */
  leave(): void;
}

export interface Concurrency {
  /** Requests of all clients. */
  readonly most: number;
  /** Requests of one client. */
  readonly each: number;
}

/** Of the draft of the RateLimit header fields, section 4.1: what is counted is no number in a time. */
const unit = 'concurrent-requests';
const clientPolicy = 'client-concurrency';
/** Seconds after which it is worth to ask again. */
const wait = 1;

export function createCapacity({ most, each }: Concurrency, form: QuotaFields): Capacity {
  let working = 0;
  // A client without requests in progress has no entry.
  const clients = new Map<string, number>();

  function take(): void {
    if (working >= most) {
      throw new Problem(builtIn.temporaryReducedCapacity, {
        headers: {
          'retry-after': String(wait),
          'ratelimit-policy': `"concurrency";q=${String(most)};qu="${unit}"`,
        },
        members: { 'violated-policies': ['concurrency'] },
      });
    }
    working += 1;
  }

  function takeFor(client: string): void {
    const before = clients.get(client) ?? 0;
    if (before >= each) {
      throw new Problem(builtIn.quotaExceeded, {
        headers: {
          'retry-after': String(wait),
          ...concurrencyFields(clientPolicy, each, wait, form),
        },
        members: { 'violated-policies': [clientPolicy] },
      });
    }
    clients.set(client, before + 1);
  }

  function release(client: string): void {
    const left = (clients.get(client) ?? 0) - 1;
    if (left > 0) clients.set(client, left);
    else clients.delete(client);
  }

  return {
    enter() {
      take();
      let isInside = true;
      let owner: string | undefined;
      return {
        async outside(waiting) {
          working -= 1;
          isInside = false;
          const result = await waiting();
          take();
          isInside = true;
          return result;
        },
        claim(client) {
          takeFor(client);
          owner = client;
        },
        leave() {
          if (isInside) working -= 1;
          isInside = false;
          if (owner !== undefined) release(owner);
          owner = undefined;
        },
      };
    },
  };
}

/** Of a request that is answered whatever else goes on. */
export const everywhere: Place = {
  outside: (waiting) => waiting(),
  claim: () => undefined,
  leave: () => undefined,
};
