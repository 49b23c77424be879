import { hash } from 'node:crypto';
import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import { quotaReporter, type Fields, type QuotaFields, type QuotaReporter } from './fields.ts';
import type { Policy, QuotaStore, Standing } from './policy.ts';

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
}

export function createQuotas(
  store: QuotaStore,
  { client, anonymous = client }: Omit<Policies, 'failedAuthentication'>,
  form: QuotaFields,
): Quotas {
  const ownCounts = new Map<string, (id: string, cost: number, now: Date) => Promise<Fields>>();
  /** Counts by one policy alone: there are as many of them as there are versions with one. */
  function countBy(
    kind: string,
    own: Policy,
  ): (id: string, cost: number, now: Date) => Promise<Fields> {
    const key = `${kind} ${JSON.stringify(own)}`;
    const known = ownCounts.get(key);
    if (known !== undefined) return known;
    const take = counterIn(store, kind, [own]);
    const report = quotaReporter([own], form);
    const count = async (id: string, cost: number, now: Date) => {
      // What costs more than there ever is would be refused for ever.
      const price = Math.min(cost, own.burst);
      return fieldsOrRefusal(report, await take(id, price, now), price);
    };
    ownCounts.set(key, count);
    return count;
  }

  /** Counts by the policies that hold for everybody, whichever version they use. */
  function counterOf(kind: string, policies: readonly Policy[]): Quotas['countClient'] {
    const take = counterIn(store, kind, policies);
    const report = quotaReporter(policies, form);
    const most = Math.min(...policies.map(({ burst }) => burst));
    return (id, now, cost = 1, own) => {
      if (own !== undefined) return countBy(kind, own)(id, cost, now);
      // An operation that costs more than the quota of anonymous callers would get 429 for ever, and never a 401.
      const price = Math.min(cost, most);
      const taken = take(id, price, now);
      return taken instanceof Promise
        ? taken.then((standing) => fieldsOrRefusal(report, standing, price))
        : fieldsOrRefusal(report, taken, price);
    };
  }

  return {
    countAddress: counterOf('address', anonymous),
    countClient: counterOf('client', client),
  };
}

/** Takes requests of one kind out of the quotas in a store. */
export function counterIn(store: QuotaStore, kind: string, policies: readonly Policy[]) {
  // A change of the policies starts new counts: the stored counts are in the units of the former ones.
  const prefix = `${kind}-${digest(JSON.stringify(policies)).slice(0, 8)}:`;
  return (id: string, cost: number, now: Date) =>
    store.take(prefix + (id.length > 100 ? digest(id) : id), policies, cost, now);
}

/** @throws {Problem} 429 if the request exceeds a quota */
export function fieldsOrRefusal(report: QuotaReporter, standing: Standing, cost: number): Fields {
  const { fields, retryAfter, violated } = report(standing, cost);
  if (standing.isAllowed) return fields;
  throw new Problem(builtIn.quotaExceeded, {
    headers: { ...fields, 'retry-after': String(retryAfter) },
    members: { 'violated-policies': violated },
  });
}

export function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
