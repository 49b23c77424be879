import type { ResolvedField } from '../../specification/index.ts';
import { atKey, type Issue } from '../../specification/issue.ts';
import { containerOf, lastName, memberAt } from '../compose/members.ts';
import type { LinkedOperation, LinkedStep } from '../compose/link.ts';

/** Fields that have moved into an object which cannot be there for them alone: what clients of the older version send has no place. */
export function moveIssues({ resources }: LinkedStep): Issue[] {
  return resources.flatMap(({ operations }) => operations.flatMap(withoutPlace));
}

function withoutPlace({ operation: { move }, path, older, newer }: LinkedOperation): Issue[] {
  const container = move === undefined ? '' : containerOf(move.to);
  const was = memberAt(older, container, 'older')?.field;
  const is = memberAt(newer, container, 'newest')?.field;
  if (move === undefined || was?.type !== 'object' || is?.type !== 'object') return [];
  if (isAlways(was)) return [];
  const needed = Object.keys(is.fields).filter(
    (name) =>
      name !== lastName(move.to) && name in was.fields && is.fields[name]?.required === true,
  );
  const [first] = needed;
  if (first === undefined) return [];
  const members = needed.map((name) => `"${name}"`).join(', ');
  return [
    atKey([...path, 'move', 'to'], {
      code: 'not-bridgeable',
      message:
        `clients of the older version may send "${move.from}" without "${container}", and the newer version has no "${container}" without ${members}; ` +
        `make "${container}.${first}" optional in the newer version, leave "${move.from}" where it is, or retire the older version first`,
    }),
  ];
}

function isAlways({ required, nullable }: ResolvedField): boolean {
  return required && !nullable;
}
