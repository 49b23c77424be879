import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../authentication/caller.ts';
import { BoundedMap } from '../storage/bounded-map.ts';
import { onceForEach } from '../storage/once-for-each.ts';
import { quotaReporter, type Fields, type QuotaFields } from './fields.ts';
import type { QuotaStore } from './policy.ts';
import { counterIn, digest, fieldsOrRefusal, type Policies } from './quotas.ts';
import { levelAt, waitFor } from './rate.ts';

/** Counts credentials that are not valid, and refuses those who guess. */
export interface FailedAuthentication {
  /** Whether a request carries a credential, valid or not. */
  hasCredential(headers: IncomingHttpHeaders): boolean;
  /**
   * Counts a credential that is not valid, or that only an issuer that does not answer could check: each costs more to look at
   * than a valid one. It counts for the address that it came from: an attacker who knows the name of a client could use up
   * the quota of that client.
   *
   * @param claimant the name in the credential, where it may be a guess. Guesses at it are counted from all addresses together.
   *   After too many, each address has one more and is then refused for a while: so many who guess together get no
   *   further than one, and cannot lock a client out, whose first attempt from any address is still verified
   * @throws {Problem} 429
   */
  count(address: string, claimant: string | undefined, now: Date): Promise<Fields>;
  /**
   * Refuses guesses before the credential is looked at. One that was valid from the same address is no guess, so a client
   * that shares an address with a guesser is not locked out.
   *
   * @throws {Problem} 429 for an address that sent too many invalid credentials, or that guessed at this claimant, at whom
   *   many guess
   */
  refuseGuessing(
    address: string,
    headers: IncomingHttpHeaders,
    claimant: () => string | undefined,
    now: Date,
  ): void;
  /**
   * Notes for `refuseGuessing` that the credential of a request was valid.
   *
   * @param caller the same object for each request with the same credential, where the mechanism remembers it
   */
  noteValid(caller: Caller, address: string, headers: IncomingHttpHeaders, now: Date): void;
  /** Notes that it was not. */
  noteInvalid(address: string, headers: IncomingHttpHeaders): void;
}

/** Addresses that are known here to have guessed too often, and claimants at whom they did. */
const mostGuessers = 10_000;
/** Credentials that are known here to have been valid from an address. */
const mostProven = 10_000;
/** Milliseconds until a valid credential is noted again, so that those which are used stay among them. */
const noteLifetime = 5000;

/** @param credentialHeaders the header fields that carry credentials */
export function countFailedAuthentication(
  store: QuotaStore,
  { client, anonymous = client, failedAuthentication: policies = anonymous }: Policies,
  credentialHeaders: readonly string[],
  form: QuotaFields,
): FailedAuthentication {
  const names = credentialHeaders.map((name) => name.toLowerCase());
  const report = quotaReporter(policies, form);
  const takeFailure = counterIn(store, 'failure', policies);
  const takeGuess = counterIn(store, 'guess', policies);
  const wholeTime = Math.max(...policies.map(({ per }) => per));
  // Asking the store before each credential is looked at would cost every client a round trip.
  const guessers = new BoundedMap<string, Refused>(mostGuessers);
  const guessersAt = new BoundedMap<string, Refused>(mostGuessers);
  // A keyed hash with a secret of this process, so that no credential is stored.
  const secret = randomBytes(32).toString('base64');
  const proven = new BoundedMap<string, true>(mostProven);
  const lastNoted = onceForEach<Caller, Noted>(() => ({ address: undefined, at: 0 }));
  const proofOf = (address: string, headers: IncomingHttpHeaders) =>
    digest(JSON.stringify([secret, address, ...names.map((name) => headers[name])]));

  function refuse(wait: number, now: Date): Fields {
    const levels = policies.map((policy) => levelAt(policy, wait));
    return fieldsOrRefusal(report, { isAllowed: false, at: now.getTime(), levels }, 1);
  }

  return {
    hasCredential: (headers) => names.some((name) => headers[name] !== undefined),
    async count(address, claimant, now) {
      const standing = await takeFailure(address, 1, now);
      const waits = policies.map((policy, index) =>
        waitFor(policy, standing.levels[index] ?? 0, 1),
      );
      const wait = Math.max(...waits);
      if (wait > 0) guessers.getOrCreate(address, neverRefused).until = now.getTime() + wait;
      const fields = fieldsOrRefusal(report, standing, 1);
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
    noteValid(caller, address, headers, now) {
      // A hash for each request of a client that asks a hundred times in a second proves the same a hundred times.
      const noted = lastNoted(caller);
      const at = now.getTime();
      if (noted.address === address && at >= noted.at && at < noted.at + noteLifetime) return;
      proven.getOrCreate(proofOf(address, headers), () => true);
      noted.address = address;
      noted.at = at;
    },
    noteInvalid(address, headers) {
      proven.delete(proofOf(address, headers));
    },
  };
}

/** When a caller was noted last, and from where. */
interface Noted {
  address: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

interface Refused {
  /** Milliseconds since 1970. */
  until: number;
}

const neverRefused = (): Refused => ({ until: 0 });
