import type { ResolvedField, ResolvedSpecification } from '../../../specification/index.ts';
import { own } from '../../../specification/plain.ts';

/** Where clients meet a field: in what they send, in what they are shown, or in both. */
export type Side = 'request' | 'response' | 'both';

/** Where the field is, and what its surroundings permit. */
export interface Place {
  readonly side: Side;
  /** Whether it is sent along with a transition or an action. */
  readonly isInput?: boolean;
  /** Whether it is what the items of a list are. */
  readonly isItem?: boolean;
}

/** Where clients met the field or meet it now. */
export function sideOf(was: ResolvedField, is: ResolvedField, around: Side): Side {
  if (was.readOnly && is.readOnly) return around === 'request' ? 'request' : 'response';
  if (was.writeOnly && is.writeOnly) return around === 'response' ? 'response' : 'request';
  return around;
}

/** Whether clients send the fields of a resource at all. */
export function isSent({ endpoints }: ResolvedSpecification, name: string): boolean {
  const { methods = [] } = own(endpoints, name) ?? {};
  return methods.some((each) => each === 'create' || each === 'replace' || each === 'update');
}
