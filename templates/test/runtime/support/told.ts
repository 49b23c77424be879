import { toldTypes } from '../../contract.ts';
import { needing, type Need } from './target.ts';

/** Skips a test of what clients are told where nobody is told anything, or where it needs what is out of reach. */
export function telling(...needs: readonly Need[]): ReturnType<typeof needing> {
  return toldTypes.length === 0
    ? {
        skip: 'nobody may read anything that events tell of, or tests find no value to claim for what decides about it',
      }
    : needing(...needs);
}
