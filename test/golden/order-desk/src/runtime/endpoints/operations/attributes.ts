import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import { Problem, type Violation } from '../../errors/problem.ts';
import type { SystemMembers } from '../../resources/members.ts';
import type { RequestContext } from '../route.ts';
import { memberViolation } from '../violations.ts';
import { existing } from './parents.ts';
import type { ResourceEndpoints } from './resource.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Gives a new resource the values that the claims of its caller say it has. A caller for whom several would do says
 * which one.
 *
 * @throws {Problem} 403 where it would not exist for its caller, 400 where it is not said what it is
 */
export function withAttributes<Draft extends object, Tables>(
  { attributes }: ResourceEndpoints<Draft, Tables>,
  { caller }: Pick<RequestContext, 'caller'>,
  draft: Draft,
): Draft {
  const given = new Map<string, unknown>(Object.entries(draft));
  const missing: Violation[] = [];
  for (const member of attributes?.members ?? []) {
    if (given.has(member)) continue;
    const [value, ...others] = attributes?.claimed(caller, member) ?? [];
    if (value !== undefined && others.length === 0) given.set(member, value);
    else if (attributes?.permits(caller, member, undefined) === false && value === undefined) {
      throw new Problem(builtIn.forbidden);
    } else
      missing.push(memberViolation(member, 'required', ({ violations }) => violations.required));
  }
  if (missing.length > 0) throw new Problem(builtIn.validationFailed, { errors: missing });
  return Object.fromEntries(given) as Draft;
}

/**
 * Refuses to hand a resource to somebody else: by its members, or by an input that sets one of them.
 *
 * @param stored absent: it is new
 * @throws {Problem} 403 that names every such member
 */
export function refuseForeign<Draft extends object, Tables>(
  { attributes }: ResourceEndpoints<Draft, Tables>,
  { caller }: Pick<RequestContext, 'caller'>,
  draft: Draft,
  stored?: Draft & SystemMembers,
): void {
  const foreign = (attributes?.members ?? []).filter(
    (member) =>
      changes(member, draft, stored) &&
      attributes?.permits(caller, member, (draft as Members)[member]) === false,
  );
  if (foreign.length === 0) return;
  const errors = foreign.map((member) =>
    memberViolation(member, 'not-permitted', ({ violations }) => violations.notPermitted),
  );
  throw new Problem(builtIn.forbidden, { errors });
}

/**
 * The same, and refuses to refer to what does not exist for the caller.
 *
 * @param stored absent: it is new
 * @throws {Problem} 403, or 409 as for a reference to nothing
 */
export async function checkAttributes<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  transaction: Transaction<Tables>,
  context: Pick<RequestContext, 'caller'>,
  draft: Draft,
  stored?: Draft & SystemMembers,
): Promise<void> {
  refuseForeign(resource, context, draft, stored);
  const dangling: Violation[] = [];
  for (const [member, target] of Object.entries(resource.targets ?? {})) {
    const id = (draft as Members)[member];
    if (typeof id !== 'string' || !changes(member, draft, stored)) continue;
    if (!(await target.exists(transaction, id.toLowerCase(), existing(target, context.caller)))) {
      dangling.push(memberViolation(member, 'reference', ({ violations }) => violations.reference));
    }
  }
  if (dangling.length > 0) throw new Problem(builtIn.referenceConflict, { errors: dangling });
}

function changes(member: string, draft: object, stored: object = {}): boolean {
  return !isDeepStrictEqual((draft as Members)[member], (stored as Members)[member]);
}
