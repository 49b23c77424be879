import { validateProblemCode } from '../validators/http.ts';
import { durations, validateDuration, validateSize, sizes } from '../validators/limits.ts';
import { atValue, keyIssues, valueIssues, type Issue } from '../issue.ts';
import { isMapping, own } from '../plain.ts';
import { defaults } from '../schema/defaults.ts';
import { bytesOf, millisecondsOf } from '../units.ts';
import type { CheckContext } from './check-context.ts';

/** Codes are checked as they are written, whatever else is wrong with the problem. */
export function errorIssues({ raw }: CheckContext): Issue[] {
  const errors = isMapping(raw) ? own(raw, 'errors') : undefined;
  const codes = isMapping(errors) ? own(errors, 'codes') : undefined;
  return Object.keys(isMapping(codes) ? codes : {}).flatMap((code) => {
    return keyIssues(['errors', 'codes', code], validateProblemCode(code));
  });
}

export function limitIssues({ valid }: CheckContext): Issue[] {
  const { limits = {}, authentication: { mechanisms = [] } = {} } = valid;
  const issues = [
    ...keysOf(sizes).flatMap((key) => {
      const value = limits[key];
      return value === undefined ? [] : valueIssues(['limits', key], validateSize(key, value));
    }),
    ...keysOf(durations).flatMap((key) => {
      const value = limits[key];
      return value === undefined ? [] : valueIssues(['limits', key], validateDuration(key, value));
    }),
  ];
  if (issues.length > 0) return issues;
  const hasTokens = mechanisms.includes('jwt') || mechanisms.includes('oauth2');
  return [
    ...timeoutIssues(limits),
    ...concurrencyIssues(limits),
    ...(hasTokens ? tokenIssues(limits) : []),
  ];
}

/** An access token is signed and tells of its client: some have 2 KiB, beside all other headers of a request. */
const roomForToken = '4 KiB';

function tokenIssues({ headers }: { headers?: string | number }): Issue[] {
  if (headers === undefined || (bytesOf(headers) ?? 0) >= (bytesOf(roomForToken) ?? 0)) return [];
  const message = `headers of ${String(headers)} have no room for the access tokens of jwt and oauth2; ${roomForToken} is the least beside them`;
  return [atValue(['limits', 'headers'], { code: 'contradiction', message })];
}

/** Headers are part of a request: Node.js refuses to wait longer for them than for the whole. */
function timeoutIssues(limits: { headersTimeout?: string; requestTimeout?: string }): Issue[] {
  if (limits.headersTimeout === undefined) return [];
  const request = limits.requestTimeout ?? defaults.requestTimeout;
  if ((millisecondsOf(limits.headersTimeout) ?? 0) <= (millisecondsOf(request) ?? 0)) return [];
  const message = `headersTimeout ${limits.headersTimeout} is above requestTimeout ${request}, which counts from the same moment`;
  return [atValue(['limits', 'headersTimeout'], { code: 'empty-range', message })];
}

function concurrencyIssues({
  clientConcurrency,
  concurrency = defaults.concurrency,
}: {
  clientConcurrency?: number;
  concurrency?: number;
}): Issue[] {
  if (clientConcurrency === undefined || clientConcurrency <= concurrency) return [];
  const message = `clientConcurrency ${clientConcurrency} is above concurrency ${concurrency}, which holds for all clients together`;
  return [atValue(['limits', 'clientConcurrency'], { code: 'empty-range', message })];
}

function keysOf<K extends string>(object: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(object) as K[];
}
