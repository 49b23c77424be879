import { smallestSpecification } from '../questionnaire/smallest.ts';
import type { Specification } from '../specification/index.ts';
import { isMapping } from '../specification/plain.ts';
import type { LoadedKit } from './kit.ts';
import { pinOf } from './pins.ts';
import { allKits } from './service-kits.ts';
import { merged } from './values.ts';

/** What a new service with these kits begins with: their starters, which it owns from then on. */
export function startOf(kits: readonly LoadedKit[]): Partial<Specification> {
  const starter = allKits(kits).reduce<unknown>((under, kit) => merged(under, kit.starter), {});
  // Each of them was checked as a specification of its own.
  return isMapping(starter) ? (starter as Partial<Specification>) : {};
}

/** The smallest service with these kits, of which nothing is asked. */
export function smallestWith(name: string, kits: readonly LoadedKit[]): Specification {
  const smallest = smallestSpecification(name);
  return { ...smallest, ...startOf(kits), ...withKitPins(smallest, kits) };
}

function withKitPins({ service }: Specification, kits: readonly LoadedKit[]) {
  return { service: kits.length === 0 ? service : { ...service, kits: kits.map(pinOf) } };
}
