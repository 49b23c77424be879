import type { Transaction } from 'kysely';
import { builtIn } from '../../errors/built-in.ts';
import { Problem } from '../../errors/problem.ts';
import type { Answer, RequestContext } from '../route.ts';
import { mapConstraintErrors } from './constraints.ts';
import type { ResourceEndpoints } from './resource.ts';

/** Another request changed the row after it was read, so the transaction of this change is rolled back. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

/** How often a change runs again because another request changed the same row meanwhile. */
const attempts = 5;

/**
 * Runs a change in one transaction, and stores with it the answer that a repetition of the request gets. It runs again where
 * another request changed the same row first: the row as it is then may not permit it any more, or may demand something else of it.
 *
 * @param work throws {@link ChangedMeanwhile} where the row is no longer as it was read
 * @throws {Problem} 409 where other requests come first again and again, or a constraint of the database forbids the change
 */
export async function runChange<Draft extends object, Tables>(
  resource: ResourceEndpoints<Draft, Tables>,
  { repetition }: RequestContext,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const inTransaction = () =>
    resource.database.transaction(async (transaction) => {
      const known = await repetition?.begin(transaction);
      if (known !== undefined) return known;
      const answer = await work(transaction);
      await repetition?.keep(transaction, answer);
      return answer;
    });
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await mapConstraintErrors(resource, inTransaction);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new Problem(builtIn.conflict);
}
