import type { Transaction } from 'kysely';
import type { Caller } from '../../authentication/caller.ts';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import { memberViolation } from '../violations.ts';
import type { CustomOperationEndpoints } from './custom-operation-endpoints.ts';
import { visibleTo } from './parents.ts';

/**
 * Refuses an input that refers to nothing, or to what does not exist for the caller.
 *
 * @param name of the transition or of the action
 * @throws {Problem} 409 that names every such input, as for a reference in a body
 */
export async function requireTargets<Draft extends object, Tables>(
  { inputTargets }: CustomOperationEndpoints<Draft, Tables>,
  { caller, transaction }: { readonly caller: Caller; readonly transaction: Transaction<Tables> },
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const dangling: string[] = [];
  for (const [member, target] of Object.entries(inputTargets?.[name] ?? {})) {
    const id = input[member];
    if (typeof id !== 'string') continue;
    const rowFilter = visibleTo(target, caller);
    if (!(await target.exists(transaction, id.toLowerCase(), rowFilter))) dangling.push(member);
  }
  if (dangling.length === 0) return;
  const errors = dangling.map((member) =>
    memberViolation(member, 'reference', ({ violations }) => violations.reference),
  );
  throw new Problem(builtIn.referenceConflict, { errors });
}
