import { readFileSync } from 'node:fs';
import { exampleText, withoutRules } from '../generated.ts';

interface FuzzedSpecification {
  readonly name: string;
  readonly text: string;
  /** Header of the credential, where the service wants one. */
  readonly keyHeader?: string;
}

/** The services that are fuzzed: one as its users write it, and one with everything that a specification can say. */
export const specifications: readonly FuzzedSpecification[] = [
  { name: 'order-desk', text: withoutRules(exampleText('order-desk')), keyHeader: 'X-API-Key' },
  {
    name: 'every-type',
    text: readFileSync(new URL('../../endurance/fuzz.yaml', import.meta.url), 'utf8'),
  },
];
