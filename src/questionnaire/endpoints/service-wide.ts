import type { Draft } from '../draft.ts';
import { defined } from '../../specification/plain.ts';

/** What the draft says about the service as a whole, those keys of the section that are written. */
export function serviceWideOf({ endpoints = {} }: Draft) {
  const { representations, languages, origins } = endpoints;
  return defined({ representations, languages, origins });
}
