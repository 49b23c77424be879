import { receivableTypes } from '../../contract.ts';
import { needing, type Need } from './target.ts';

/** Skips a test of events if no caller receives any, or if it needs something out of reach. */
export function needingEvents(...needs: readonly Need[]): ReturnType<typeof needing> {
  return receivableTypes.length === 0
    ? {
        skip: 'no caller may read a resource with events, or the tests find no value for the claim of its rule',
      }
    : needing(...needs);
}
