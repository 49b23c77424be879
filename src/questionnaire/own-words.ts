import { pluralOf } from '../specification/index.ts';
import { own } from '../specification/plain.ts';
import type { Help } from './asking.ts';
import type { Draft } from './draft.ts';

/** An explanation whose example speaks of the first resource of this service instead of orders. */
export function inOwnWords({ resources }: Draft, { text, example }: Help): Help {
  const name = Object.keys(resources)[0];
  if (name === undefined) return { text, example };
  const plural = own(resources, name)?.plural ?? pluralOf(name);
  const changed = (each: string): string =>
    each.replaceAll(/\borders\b/g, plural).replaceAll(/\border\b/g, name);
  return { text, example: typeof example === 'string' ? changed(example) : example.map(changed) };
}
