import {
  DefaultQueryExecutor,
  Kysely,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { ReadDriver, type WriteDriver } from './sqlite-drivers.ts';

/** Runs queries on a connection that is there. Kysely would ask for one before each of them. */
class ConnectedExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection;
  #isOver = false;

  constructor(dialect: SqliteDialect, connection: DatabaseConnection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: (consumer) => consumer(connection),
    });
    this.#connection = connection;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('The transaction is committed or rolled back already');
    return this.#connection.executeQuery<Row>(query);
  }

  end(): void {
    this.#isOver = true;
  }
}

/** Queries on the connection that only reads. */
export function sqliteReader<Tables>(connection: SqliteConnection): Kysely<Tables> {
  const driver = new ReadDriver(connection);
  const dialect = new SqliteDialect(driver);
  const executor = new ConnectedExecutor(dialect, connection);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

/** Commits what `work` did on the connection that writes, or nothing of it where `work` throws. */
export async function sqliteTransaction<Tables, Result>(
  driver: WriteDriver,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const connection = await driver.acquireConnection();
  const dialect = new SqliteDialect(driver);
  const executor = new ConnectedExecutor(dialect, connection);
  try {
    await driver.beginTransaction();
    try {
      const config = { dialect };
      const result = await work(new Transaction<Tables>({ config, dialect, driver, executor }));
      await driver.commitTransaction();
      return result;
    } catch (error) {
      await driver.rollbackTransaction();
      throw error;
    }
  } finally {
    executor.end();
    await driver.releaseConnection();
  }
}
