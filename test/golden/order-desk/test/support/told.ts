import { needing, type Need } from './target.ts';

/** Types of the events that clients of tests may be told of, as the specification grants it. */
export const toldTypes: readonly string[] = [
  'order.created',
  'order.submitted',
  'order.shipped',
  'order.cancelled',
];

/** Skips a test of what clients are told where nobody is told anything, or where it needs what is out of reach. */
export function telling(...needs: readonly Need[]): ReturnType<typeof needing> {
  return toldTypes.length === 0
    ? {
        skip: 'nobody may read anything that events tell of, or tests find no value to claim for what decides about it',
      }
    : needing(...needs);
}
