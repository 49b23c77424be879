import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { BoundedMap } from '../storage/bounded-map.ts';
import { tellerOf, type Fields, type QuotaFields, type Teller } from './fields.ts';
import type { Policy, QuotaStore, Standing } from './policy.ts';
import { levelAt, waitFor } from './rate.ts';

/** The policies of a service, by whom they hold for. */
export interface Policies {
  /** A client, or an address in a service without authentication. */
  readonly client: readonly Policy[];
  /** An address, for requests without a credential. */
  readonly anonymous?: readonly Policy[];
  /** An address, for credentials that are not valid. */
  readonly failedAuthentication?: readonly Policy[];
}

/**
 * Counts requests, each for one alone: a client that is known, or the address of one that is not. Each method gives the
 * header fields with the state of the caller's quotas, and throws 429 if the request exceeds one.
 */
export interface Quotas {
  /** Whether a request says who sends it, truly or not. */
  hasCredential(headers: IncomingHttpHeaders): boolean;
  /** A request without a known client. */
  countAddress(
    address: string,
    now: Date,
    cost?: number,
    /** Holds instead of all others, and is counted apart from them. */
    own?: Policy,
  ): Fields | Promise<Fields>;
  /** A request of a client whose credential is valid. */
  countClient(id: string, now: Date, cost?: number, own?: Policy): Fields | Promise<Fields>;
  /**
   * A credential that is not valid, or of which only an issuer that does not answer could tell: each costs more to look
   * at than a valid one. It counts for the address that it came from: an attacker who knows the name of a client could use up what
   * that client may ask for.
   *
   * @param claimant whose it says to be, where it may be a guess. Guesses are counted from all addresses together. Where
   *   there are too many, each address has one more and is then refused for a while: so many who guess together get no
   *   further than one, and cannot lock a client out, whose first attempt from any address is still verified
   */
  countFailure(address: string, claimant: string | undefined, now: Date): Promise<Fields>;
  /**
   * Before a credential is looked at. One that was valid from the same address is no guess, so a client that shares an address
   * with a guesser is not locked out.
   *
   * @throws {Problem} 429 where the address has sent too many that are not valid, or has guessed at this claimant, at whom
   *   many guess
   */
  refuseGuessing(
    address: string,
    headers: IncomingHttpHeaders,
    claimant: () => string | undefined,
    now: Date,
  ): void;
  /** Notes whether the credential of a request was valid, for `refuseGuessing`. */
  noteCredential(address: string, headers: IncomingHttpHeaders, isValid: boolean): void;
}

/** Addresses that are known here to have guessed too often, and claimants at whom they did. */
const mostGuessers = 10_000;
/** Credentials that are known here to have been valid from an address. */
const mostProven = 10_000;

/** @param credentialHeaders the header fields that carry credentials */
export function createQuotas(
  store: QuotaStore,
  { client, anonymous = client, failedAuthentication = anonymous }: Policies,
  credentialHeaders: readonly string[],
  form: QuotaFields,
): Quotas {
  const names = credentialHeaders.map((name) => name.toLowerCase());
  const counting = (kind: string, policies: readonly Policy[]) => {
    // Other policies count anew: what is kept is in their units.
    const prefix = `${kind}-${digest(JSON.stringify(policies)).slice(0, 8)}:`;
    return (id: string, cost: number, now: Date) =>
      store.take(prefix + (id.length > 100 ? digest(id) : id), policies, cost, now);
  };
  const tellFailure = tellerOf(failedAuthentication, form);
  const takeFailure = counting('failure', failedAuthentication);
  const takeGuess = counting('guess', failedAuthentication);

  const ownCounts = new Map<string, (id: string, cost: number, now: Date) => Promise<Fields>>();
  /** Counts by one policy alone: there are as many of them as there are versions with one. */
  function countBy(
    kind: string,
    own: Policy,
  ): (id: string, cost: number, now: Date) => Promise<Fields> {
    const key = `${kind} ${JSON.stringify(own)}`;
    const known = ownCounts.get(key);
    if (known !== undefined) return known;
    const take = counting(kind, [own]);
    const tell = tellerOf([own], form);
    const count = async (id: string, cost: number, now: Date) => {
      // What costs more than there ever is would be refused for ever.
      const price = Math.min(cost, own.burst);
      return admitted(tell, await take(id, price, now), price);
    };
    ownCounts.set(key, count);
    return count;
  }

  /** Counts by the policies that hold for everybody, whichever version they use. */
  function counterOf(kind: string, policies: readonly Policy[]): Quotas['countClient'] {
    const take = counting(kind, policies);
    const tell = tellerOf(policies, form);
    const most = Math.min(...policies.map(({ burst }) => burst));
    return (id, now, cost = 1, own) => {
      if (own !== undefined) return countBy(kind, own)(id, cost, now);
      // An operation that costs more than the quota of anonymous callers would get 429 for ever, and never a 401.
      const price = Math.min(cost, most);
      const taken = take(id, price, now);
      return taken instanceof Promise
        ? taken.then((standing) => admitted(tell, standing, price))
        : admitted(tell, taken, price);
    };
  }

  const wholeTime = Math.max(...failedAuthentication.map(({ per }) => per));
  // Asking the store before each credential is looked at would cost every client a round trip.
  const guessers = new BoundedMap<string, Refused>(mostGuessers);
  const guessersAt = new BoundedMap<string, Refused>(mostGuessers);
  // A keyed hash with a secret of this process, so that no credential is stored.
  const secret = randomBytes(32).toString('base64');
  const proven = new BoundedMap<string, true>(mostProven);
  const proofOf = (address: string, headers: IncomingHttpHeaders) =>
    digest(JSON.stringify([secret, address, ...names.map((name) => headers[name])]));

  function refuse(wait: number, now: Date): Fields {
    const levels = failedAuthentication.map((policy) => levelAt(policy, wait));
    return admitted(tellFailure, { isAllowed: false, at: now.getTime(), levels }, 1);
  }

  return {
    hasCredential: (headers) => names.some((name) => headers[name] !== undefined),
    countAddress: counterOf('address', anonymous),
    countClient: counterOf('client', client),
    async countFailure(address, claimant, now) {
      const standing = await takeFailure(address, 1, now);
      const waits = failedAuthentication.map((policy, index) =>
        waitFor(policy, standing.levels[index] ?? 0, 1),
      );
      const wait = Math.max(...waits);
      if (wait > 0) guessers.getOrCreate(address, neverRefused).until = now.getTime() + wait;
      const fields = admitted(tellFailure, standing, 1);
      // A claimant is kept as a hash: people type their password where the name belongs.
      const guess = claimant === undefined ? undefined : digest(claimant);
      if (guess === undefined || (await takeGuess(guess, 1, now)).isAllowed) return fields;
      guessers.getOrCreate(address, neverRefused);
      guessersAt.getOrCreate(`${address} ${guess}`, neverRefused).until = now.getTime() + wholeTime;
      return refuse(wholeTime, now);
    },
    refuseGuessing(address, headers, claimant, now) {
      const guesser = guessers.get(address);
      // Nothing is read of the credentials of anybody else.
      if (guesser === undefined || proven.get(proofOf(address, headers)) === true) return;
      const guess = digest(claimant() ?? '');
      const until = Math.max(guesser.until, guessersAt.get(`${address} ${guess}`)?.until ?? 0);
      if (until > now.getTime()) refuse(until - now.getTime(), now);
    },
    noteCredential(address, headers, isValid) {
      const proof = proofOf(address, headers);
      if (isValid) proven.getOrCreate(proof, () => true);
      else proven.delete(proof);
    },
  };
}

interface Refused {
  /** Milliseconds since 1970. */
  until: number;
}

const neverRefused = (): Refused => ({ until: 0 });

function admitted(tell: Teller, standing: Standing, cost: number): Fields {
  const { fields, retryAfter, violated } = tell(standing, cost);
  if (standing.isAllowed) return fields;
  throw new Problem(builtIn.quotaExceeded, {
    headers: { ...fields, 'retry-after': String(retryAfter) },
    members: { 'violated-policies': violated },
  });
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
