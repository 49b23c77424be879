import { isDeepStrictEqual } from 'node:util';
import { actOf } from '../compose/acts.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { LinkedStep } from '../compose/link.ts';
import { guardAsOlder } from '../verify/as-older.ts';

/**
 * Transitions and actions of an older version that have a condition now which they did not have, by its own names. The service has one
 * set of conditions for all versions: clients of an older one meet it as well.
 */
export function newlyConditional(
  { steps }: ComposedVersion,
  { older, acts }: ComposedResource,
): string[] {
  return acts.map((act) => act.older).filter((name) => isTightened(steps, older, name));
}

function isTightened(
  [step, ...later]: readonly LinkedStep[],
  resource: string,
  name: string,
): boolean {
  const link = step?.resources.find(({ older }) => older === resource);
  const act = link?.acts.find(({ older }) => older === name);
  if (step === undefined || link === undefined || act === undefined) return false;
  const was = actOf(step.older, link.older, act.older)?.when ?? {};
  const is = guardAsOlder(actOf(step.newer, link.newer, act.newer)?.when ?? {}, link);
  const isNew = Object.entries(is).some(
    ([field, condition]) => !isDeepStrictEqual(was[field], condition),
  );
  return isNew || isTightened(later, link.newer, act.newer);
}
