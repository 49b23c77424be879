import type { Transaction } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Answer, RequestContext } from '../route.ts';
import { answering } from './constraints.ts';
import type { ResourceEndpoints } from './resource.ts';

/**
 * Carries out a change in one transaction, together with the answer that a repetition of the request will get.
 *
 * @param work undefined where nothing was changed because another request came first; nothing is kept then
 */
export function carryOut<Draft extends object, Tables, Result extends Answer | undefined>(
  resource: ResourceEndpoints<Draft, Tables>,
  { repetition }: RequestContext,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Answer | Result> {
  return answering(resource, () =>
    undoing(resource.database, async (transaction) => {
      const known = await repetition?.begin(transaction);
      if (known !== undefined) return known;
      const answer = await work(transaction);
      if (answer !== undefined) await repetition?.keep(transaction, answer);
      return answer;
    }),
  );
}

/** A transaction of which nothing is kept where its work resolves to undefined: rules may have stored something. */
async function undoing<Tables, Result>(
  database: Database<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const nothing = new Error('Another request came first');
  try {
    return await database.transaction(async (transaction) => {
      const result = await work(transaction);
      if (result === undefined) throw nothing;
      return result;
    });
  } catch (error) {
    if (error === nothing) return undefined as Result;
    throw error;
  }
}
