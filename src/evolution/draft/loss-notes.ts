import type { LinkedStep } from '../compose/link.ts';
import { lossesOf } from '../proofs/step-losses.ts';

/** What a step loses, as sentences for the person who writes it. */
export function lossNotes(step: LinkedStep): string[] {
  const [from = ''] = step.name.split('-to-');
  return lossesOf(step).map(
    ({ resource, member, what }) =>
      `Clients of version ${from} lose something without an error: "${resource}.${member}" ${what}.`,
  );
}
