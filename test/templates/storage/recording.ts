import type { CompiledQuery } from 'kysely';
import type { Connection } from '../../../templates/src/runtime/storage/statement.ts';

/** The queries that `work` would run. */
export async function queriesOf(
  work: (connection: Connection) => unknown,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const executeQuery = async (query: CompiledQuery) => {
    queries.push(query);
    return { rows: [] };
  };
  await work({ executeQuery: executeQuery as Connection['executeQuery'] });
  return queries;
}
