import { composeVersion } from '../compose/chain.ts';
import type { LinkedStep } from '../compose/link.ts';
import { fieldsOf } from '../compose/shape.ts';
import { declaredLosses, type DeclaredLoss } from './declared-losses.ts';

/** What clients of the older version of a step are not shown any more as they sent it. */
export interface StepLoss {
  /** As the older version calls it. */
  readonly resource: string;
  /** `remark`, `gift.card` */
  readonly member: string;
  /** As a clause, of which the member is the subject. */
  readonly what: string;
}

/** What the operations of a step lose; what functions do is not known. */
export function lossesOf(step: LinkedStep): StepLoss[] {
  const [from = ''] = step.name.split('-to-');
  const version = composeVersion(from, [step]);
  return version.resources.flatMap((resource) => {
    const fields = fieldsOf(step.older, resource.older);
    return Object.entries(declaredLosses(version, resource)).flatMap(([member, loss]) => {
      const isSent = fields[member.split(/[.[]/)[0] ?? '']?.readOnly !== true;
      const isFiltered = step.older.endpoints[resource.older]?.filter.includes(member) === true;
      return textsOf(loss, { isSent, isFiltered }).map((what) => ({
        resource: resource.older,
        member,
        what,
      }));
    });
  });
}

function textsOf(
  loss: DeclaredLoss,
  { isSent, isFiltered }: { readonly isSent: boolean; readonly isFiltered: boolean },
): string[] {
  const kept = isSent ? 'is not kept where they send it, and ' : '';
  if ('isGone' in loss) return [`${kept}is not shown any more`];
  if ('shown' in loss) return [`${kept}is always shown as ${JSON.stringify(loss.shown)}`];
  if (!('values' in loss)) return [];
  return Object.entries(loss.values).map(([value, shown]) => {
    const was = JSON.stringify(value);
    const found = isFiltered ? `, and a filter by ${was} finds none` : '';
    return `is shown as ${JSON.stringify(shown)} where it was ${was}${found}`;
  });
}
