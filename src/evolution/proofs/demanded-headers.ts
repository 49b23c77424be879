import type { ResolvedEndpoint } from '../../specification/index.ts';

type Demand = 'optional' | 'required';

const headers = [
  ['idempotency-key', 'idempotencyKey'],
  ['if-match', 'preconditions'],
] as const;

/** Headers of requests of which the demand changed from the one to the other. */
export function headersChanged(
  was: ResolvedEndpoint | undefined,
  is: ResolvedEndpoint | undefined,
  before: Demand,
  after: Demand,
): string[] {
  return headers
    .filter(([, key]) => was?.[key] === before && is?.[key] === after)
    .map(([header]) => header);
}
