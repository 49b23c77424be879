import { isDeepStrictEqual } from 'node:util';
import { customOperationInputs, customOperationOf } from '../compose/custom-operations.ts';
import type { ComposedResource, ComposedVersion } from '../compose/chain.ts';
import type { LinkedStep } from '../compose/link.ts';
import { guardAsOlder } from '../verify/as-older.ts';

/**
 * Transitions and actions of an older version that have a condition now which they did not have, by its own names. The service has one
 * set of conditions for all versions: clients of an older one meet it as well.
 */
export function newlyConditional(
  { steps }: ComposedVersion,
  { older, customOperations }: ComposedResource,
): string[] {
  return customOperations
    .map(({ older }) => older)
    .filter((name) => isTightened(steps, older, name));
}

function isTightened(
  [step, ...later]: readonly LinkedStep[],
  resource: string,
  name: string,
): boolean {
  const link = step?.resources.find(({ older }) => older === resource);
  const customOperation = link?.customOperations.find(({ older }) => older === name);
  if (step === undefined || link === undefined || customOperation === undefined) return false;
  const was = customOperationOf(step.older, link.older, customOperation.older)?.when ?? {};
  const is = guardAsOlder(
    customOperationOf(step.newer, link.newer, customOperation.newer)?.when ?? {},
    link,
  );
  const inputsThen = customOperationInputs(step.older, link.older)[customOperation.older] ?? {};
  const inputsNow = customOperationInputs(step.newer, link.newer)[customOperation.newer] ?? {};
  // A condition on what is sent along is one on the row as soon as it is sent no more.
  const isOfRow = (field: string) => field in inputsThen && !(field in inputsNow);
  const isNew = Object.entries(is).some(
    ([field, condition]) => !isDeepStrictEqual(was[field], condition) || isOfRow(field),
  );
  return isNew || isTightened(later, link.newer, customOperation.newer);
}
