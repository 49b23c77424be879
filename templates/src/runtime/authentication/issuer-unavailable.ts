import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';

/**
 * Milliseconds until the next attempt; until then none is made, since an issuer that is down is not helped by more
 * requests.
 */
export const pause = 5000;

/** The service cannot find out whether a token is valid. The client did nothing wrong. */
export function issuerUnavailable(cause: unknown): Problem {
  return new Problem(
    builtIn.serviceUnavailable,
    { headers: { 'retry-after': String(pause / 1000) } },
    { cause },
  );
}
