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
  const work = new Work(most, each, form);
  return { enter: () => new WorkPlace(work) };
}

/** Requests of one client that are worked on. */
interface Requests {
  count: number;
}

/** Clients without requests that are kept, because they ask again: to forget each at once makes work for every request. */
const idle = 1000;

/** What goes on at the same time. */
class Work {
  readonly #most: number;
  readonly #each: number;
  readonly #form: QuotaFields;
  #working = 0;
  readonly #clients = new Map<string, Requests>();

  constructor(most: number, each: number, form: QuotaFields) {
    this.#most = most;
    this.#each = each;
    this.#form = form;
  }

  take(): void {
    if (this.#working >= this.#most) {
      throw new Problem(builtIn.temporaryReducedCapacity, {
        headers: {
          'retry-after': String(wait),
          'ratelimit-policy': `"concurrency";q=${String(this.#most)};qu="${unit}"`,
        },
        members: { 'violated-policies': ['concurrency'] },
      });
    }
    this.#working += 1;
  }

  giveBack(): void {
    this.#working -= 1;
  }

  /** @returns those of the client, with one more; it is to be taken away again */
  takeFor(client: string): Requests {
    const requests = this.#of(client);
    if (requests.count >= this.#each) {
      throw new Problem(builtIn.quotaExceeded, {
        headers: {
          'retry-after': String(wait),
          ...concurrencyFields(clientPolicy, this.#each, wait, this.#form),
        },
        members: { 'violated-policies': [clientPolicy] },
      });
    }
    requests.count += 1;
    return requests;
  }

  #of(client: string): Requests {
    const known = this.#clients.get(client);
    if (known !== undefined) return known;
    if (this.#clients.size >= this.#most + idle) {
      for (const [each, { count }] of this.#clients) if (count === 0) this.#clients.delete(each);
    }
    const requests = { count: 0 };
    this.#clients.set(client, requests);
    return requests;
  }
}

class WorkPlace implements Place {
  readonly #work: Work;
  #isInside = true;
  #owner: Requests | undefined = undefined;

  constructor(work: Work) {
    work.take();
    this.#work = work;
  }

  async outside<Result>(waiting: () => Promise<Result>): Promise<Result> {
    this.#work.giveBack();
    this.#isInside = false;
    const result = await waiting();
    this.#work.take();
    this.#isInside = true;
    return result;
  }

  claim(client: string): void {
    this.#owner = this.#work.takeFor(client);
  }

  leave(): void {
    if (this.#isInside) this.#work.giveBack();
    this.#isInside = false;
    if (this.#owner !== undefined) this.#owner.count -= 1;
    this.#owner = undefined;
  }
}

/** Of a request that is answered whatever else goes on. */
export const everywhere: Place = {
  outside: (waiting) => waiting(),
  claim: () => undefined,
  leave: () => undefined,
};
