import { Problem } from '../errors/problem.ts';
import { issuerUnavailable, pause } from './issuer-unavailable.ts';

/** Milliseconds. */
export interface RenewalTimes {
  /** How long a value is used without asking again. */
  readonly fresh: number;
  /** How long it is used at most, where asking fails. */
  readonly usable: number;
  /** Minimum time between two requests for a newer value, whatever clients send. */
  readonly cooldown: number;
}

/** A cached value of an issuer. Callers that need it while it is fetched wait for the same response. */
export class Renewed<Value> {
  readonly #fetch: (now: Date) => Promise<Value>;
  readonly #times: RenewalTimes;
  #value: { readonly of: Value; readonly at: number } | undefined;
  #failure: unknown;
  /** Of the last request, milliseconds since 1970. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #pending: Promise<Value> | undefined;

  constructor(fetch: (now: Date) => Promise<Value>, times: RenewalTimes) {
    this.#fetch = fetch;
    this.#times = times;
  }

  /** @throws {Problem} 503 where there is none */
  async get(now: Date): Promise<Value> {
    const known = this.#value;
    if (known !== undefined && isWithin(known.at, this.#times.fresh, now)) return known.of;
    try {
      return await this.#ask(now);
    } catch (error) {
      if (known !== undefined && isWithin(known.at, this.#times.usable, now)) return known.of;
      throw error;
    }
  }

  /**
   * The value of now, where what is known does not have what a client asks for.
   *
   * @returns what is known, where that is what the issuer said a moment ago
   * @throws {Problem} 503 where the issuer does not answer
   */
  async renew(now: Date): Promise<Value> {
    const isRecent = isWithin(this.#askedAt, this.#times.cooldown, now);
    return isRecent && this.#value !== undefined && this.#failure === undefined
      ? this.#value.of
      : this.#ask(now);
  }

  #ask(now: Date): Promise<Value> {
    if (this.#pending !== undefined) return this.#pending;
    if (this.#failure !== undefined && isWithin(this.#askedAt, pause, now)) {
      return Promise.reject(issuerUnavailable(this.#failure));
    }
    this.#askedAt = now.getTime();
    this.#pending = this.#fetch(now)
      .then((value) => {
        this.#value = { of: value, at: now.getTime() };
        this.#failure = undefined;
        return value;
      })
      .catch((error: unknown) => {
        this.#failure = error;
        throw error instanceof Problem ? error : issuerUnavailable(error);
      })
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}

/** A clock that was set back proves nothing. */
function isWithin(since: number, milliseconds: number, now: Date): boolean {
  const age = now.getTime() - since;
  return age >= 0 && age < milliseconds;
}
