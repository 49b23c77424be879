import { defined } from '../plain.ts';
import type { ResolvedLimits, ResolvedQuota } from '../resolved.ts';
import type { LimitsSection } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';
import { bytesOf, millisecondsOf } from '../units.ts';

/** Limits as numbers: bytes, milliseconds and requests. */
export function resolveLimits(limits: LimitsSection = {}, asksWho: boolean): ResolvedLimits {
  const bytes = (key: 'body' | 'uri' | 'headers') => bytesOf(limits[key] ?? defaults[key]) ?? 0;
  const time = (key: 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout') =>
    millisecondsOf(limits[key] ?? defaults[key]) ?? 0;
  const requestTimeout = time('requestTimeout');
  const defaultValue = quota(limits.default ?? defaults.quota);
  const burst = quota(limits.burst ?? defaults.burst);
  const concurrency = limits.concurrency ?? defaults.concurrency;
  const anonymous = limits.anonymous ?? defaults.anonymousQuota;
  return {
    body: bytes('body'),
    uri: bytes('uri'),
    headers: bytes('headers'),
    depth: limits.depth ?? defaults.depth,
    requestTimeout,
    headersTimeout: Math.min(time('headersTimeout'), requestTimeout),
    keepAliveTimeout: time('keepAliveTimeout'),
    default: defaultValue,
    ...defined({
      burst: burst.requests < defaultValue.burst ? burst : undefined,
      anonymous: asksWho ? quota(anonymous) : undefined,
      failedAuthentication: asksWho ? quota(limits.failedAuthentication ?? anonymous) : undefined,
    }),
    fields: limits.fields?.includes('legacy') === true ? ['ietf', 'legacy'] : ['ietf'],
    draft: limits.draft ?? defaults.quotaDraft,
    concurrency,
    clientConcurrency: limits.clientConcurrency ?? defaults.clientConcurrency(concurrency),
    onStoreFailure: limits.onStoreFailure ?? defaults.onStoreFailure,
  };
}

function quota({
  requests,
  per,
  burst = requests,
}: {
  readonly requests: number;
  readonly per: string;
  readonly burst?: number;
}): ResolvedQuota {
  return { requests, per: millisecondsOf(per) ?? 0, burst };
}
