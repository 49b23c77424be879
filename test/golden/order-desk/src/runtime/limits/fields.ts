import type { Policy, Standing } from './policy.ts';
import { remaining, waitFor } from './rate.ts';

/** Header fields by their names in lower case. */
export type Fields = Readonly<Record<string, string>>;

/** How a service writes the fields of a quota. */
export interface QuotaFields {
  /** Whether RateLimit has the parameters of draft 11, those meant for the draft after it, or both. */
  readonly draft: 'current' | 'next' | 'both';
  /** Whether clients get the X-RateLimit fields as well. */
  readonly isLegacy: boolean;
}

/** All of them. */
export const quotaFieldNames: readonly string[] = [
  // Of the draft.
  'ratelimit',
  'ratelimit-policy',
  // Of no standard.
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/** The state of a quota, for the client. */
export interface QuotaReport {
  readonly fields: Fields;
  /** Whole seconds, at least 1, after which a request that was one too many may come again. */
  readonly retryAfter: number;
  /** Names of the policies that it violates. */
  readonly violated: readonly string[];
}

/** Makes the report for one request. @param cost the number of requests that it counts for */
export type QuotaReporter = (standing: Standing, cost: number) => QuotaReport;

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-11: every policy, and the one that leaves the client the
 * slowest pace. Nothing else writes them, so that the next draft changes one place.
 */
export function quotaReporter(policies: readonly Policy[], form: QuotaFields): QuotaReporter {
  const description = descriptionOf(policies);

  return ({ isAllowed, levels }, cost) => {
    const violated: string[] = [];
    let retryAfter = 1;
    let slowest = policies[0];
    let slowestPace = Infinity;
    let slowestLeft = 0;
    let slowestWindow = 0;
    for (let index = 0; index < policies.length; index += 1) {
      const policy = policies[index];
      if (policy === undefined) break;
      const level = levels[index] ?? 0;
      const wait = waitFor(policy, level, isAllowed ? 1 : cost);
      const left = wait === 0 ? remaining(policy, level) : 0;
      // What is left holds for a whole `per`; where nothing is, for as long as that lasts.
      const window = wait === 0 ? policy.per / 1000 : seconds(wait);
      const pace = wait === 0 ? left / policy.per : -wait;
      if (wait > 0 && !isAllowed) {
        violated.push(policy.name);
        retryAfter = Math.max(retryAfter, window);
      }
      if (pace >= slowestPace) continue;
      slowest = policy;
      slowestPace = pace;
      slowestLeft = left;
      slowestWindow = window;
    }
    const fields: Record<string, string> = { 'ratelimit-policy': description };
    if (slowest !== undefined) {
      addQuotaFields(fields, slowest, slowestLeft, slowestWindow, cost, form);
    }
    return { fields, retryAfter, violated };
  };
}

/** Value of RateLimit-Policy: a list of structured fields (RFC 9651, section 3.1). */
function descriptionOf(policies: readonly Policy[]): string {
  return policies
    .map(({ name, requests, per }) => `"${name}";q=${String(requests)};w=${String(per / 1000)}`)
    .join(', ');
}

/**
 * Of a limit on what goes on at the same time (section 4.1 of the draft), where it is reached.
 *
 * @param wait seconds after which it is worth to ask again
 */
export function concurrencyFields(
  name: string,
  most: number,
  wait: number,
  form: QuotaFields,
): Fields {
  const fields = { 'ratelimit-policy': `"${name}";q=${String(most)};qu="concurrent-requests"` };
  addQuotaFields(fields, { name, requests: most }, 0, wait, 1, form);
  return fields;
}

function addQuotaFields(
  fields: Record<string, string>,
  policy: Pick<Policy, 'name' | 'requests'>,
  left: number,
  window: number,
  cost: number,
  { draft, isLegacy }: QuotaFields,
): void {
  const current = draft === 'next' ? '' : `;r=${String(left)};t=${String(window)}`;
  const next =
    draft === 'current' ? '' : `;a=${String(left)};w=${String(window)};c=${String(cost)}`;
  fields['ratelimit'] = `"${policy.name}"${current}${next}`;
  if (!isLegacy) return;
  fields['x-ratelimit-limit'] = String(policy.requests);
  fields['x-ratelimit-remaining'] = String(left);
  fields['x-ratelimit-reset'] = String(window);
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
