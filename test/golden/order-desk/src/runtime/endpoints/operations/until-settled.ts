import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { Answer, RequestContext } from '../route.ts';
import { carryOut } from './carry-out.ts';
import type { ResourceEndpoints } from './resource.ts';

/** How often a change is worked out anew because another request changed the same row meanwhile. */
const attempts = 5;

/**
 * Carries out a change of one row, anew each time that another request came first: what is stored then may permit it
 * no longer, or demand something else of it.
 *
 * @param work undefined where another request came first; nothing is kept then
 * @throws {Problem} 409 where others are first again and again
 */
export async function untilSettled<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  context: RequestContext,
  work: (transaction: Transaction<Tables>) => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await carryOut(resource, context, work);
    if (answer !== undefined) return answer;
  }
  throw new Problem(builtIn.conflict);
}
