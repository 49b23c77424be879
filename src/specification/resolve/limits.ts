import type { ResolvedLimits } from '../resolved.ts';
import type { LimitsSection } from '../schema.ts';
import { standards } from '../schema/standards.ts';
import { bytesOf, millisecondsOf } from '../units.ts';

/** Limits as numbers: bytes and milliseconds. */
export function resolveLimits(limits: LimitsSection = {}): ResolvedLimits {
  const bytes = (key: 'body' | 'uri' | 'headers') => bytesOf(limits[key] ?? standards[key]) ?? 0;
  const time = (key: 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout') =>
    millisecondsOf(limits[key] ?? standards[key]) ?? 0;
  const requestTimeout = time('requestTimeout');
  return {
    body: bytes('body'),
    uri: bytes('uri'),
    headers: bytes('headers'),
    depth: limits.depth ?? standards.depth,
    requestTimeout,
    headersTimeout: Math.min(time('headersTimeout'), requestTimeout),
    keepAliveTimeout: time('keepAliveTimeout'),
  };
}
