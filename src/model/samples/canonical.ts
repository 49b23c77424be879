import type { ResolvedField } from '../../specification/index.ts';
import { resolveValue } from '../../specification/resolve/values.ts';

/**
 * A value in the one spelling that the service answers with, whichever legal one was sent.
 */
export function canonicalOf(field: ResolvedField, value: unknown): unknown {
  // JSON has no negative zero.
  return JSON.parse(JSON.stringify(resolveValue(field, value))) as unknown;
}
