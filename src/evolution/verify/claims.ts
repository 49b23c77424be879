import { atKey, type Issue } from '../../specification/issue.ts';
import { own } from '../../specification/plain.ts';
import type { LinkedOperation, LinkedResource, LinkedStep } from '../compose/link.ts';
import { nameAfter } from './names.ts';

/** Values that rules compare with claims, and that have the former name of another one: a claim would let its caller see rows of others. */
export function claimIssues(step: LinkedStep): Issue[] {
  const { rules } = step.newer.authentication;
  return step.resources.flatMap((link) =>
    link.operations.flatMap((linked, index) => {
      const { map } = linked.operation;
      if (map === undefined) return [];
      const field = nameAfter(map.field, link.operations.slice(index + 1));
      const rule = rules.find((each) => each.resource === link.newer && each.field === field);
      return rule === undefined ? [] : takenNames(step, link, linked, rule);
    }),
  );
}

function takenNames(
  { newer }: LinkedStep,
  link: LinkedResource,
  { operation: { map }, path }: LinkedOperation,
  { field, claim }: { readonly field: string; readonly claim: string },
): Issue[] {
  const now = own(newer.resources[link.newer]?.fields, field);
  if (map === undefined || now?.type !== 'enum') return [];
  return Object.entries(map.values)
    .filter(([was, is]) => was !== is && now.values.includes(was))
    .map(([was, is]) =>
      atKey([...path, 'map', 'values'], {
        code: 'not-bridgeable',
        message:
          `callers with "${was}" in the claim "${claim}" see the rows that are "${is}" now, and "${was}" is another value of "${field}" in the newer version: ` +
          `give that value a name that the older version does not have, or retire the older version first`,
      }),
    );
}
