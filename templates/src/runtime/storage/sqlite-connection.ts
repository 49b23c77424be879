import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { objectsOf, type SqliteRows } from './sqlite-statements.ts';

/** One connection of `node:sqlite`, which is synchronous: a statement is over when it returns. */
export abstract class SqliteConnection implements DatabaseConnection {
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const found = this.run(sql, parameters);
    return found.columns.length === 0
      ? { rows: [], numAffectedRows: BigInt(found.changes) }
      : { rows: objectsOf<Row>(found) };
  }

  rowsNow<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return objectsOf<Row>(this.run(sql, parameters));
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported');
  }

  protected abstract run(sql: string, parameters: readonly unknown[]): SqliteRows;
}
