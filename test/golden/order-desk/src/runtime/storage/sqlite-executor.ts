import {
  DefaultQueryExecutor,
  Kysely,
  Transaction,
  type CompiledQuery,
  type QueryResult,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { ReadDriver, type WriteDriver } from './sqlite-drivers.ts';
import type { Connection } from './statement.ts';

/** What Kysely is made of, but for the executor. */
type KyselyProps = Omit<ConstructorParameters<typeof Transaction>[0], 'executor'>;

/** Runs queries on a connection that is there. Kysely would ask for one before each of them. */
class ConnectedExecutor extends DefaultQueryExecutor {
  readonly #connection: SqliteConnection;
  #isOver = false;

  constructor(dialect: SqliteDialect, connection: SqliteConnection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: (consumer) => consumer(connection),
    });
    this.#connection = connection;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#refuseLate();
    return this.#connection.executeQuery<Row>(query);
  }

  rowsNow<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    this.#refuseLate();
    return this.#connection.rowsNow<Row>(sql, parameters);
  }

  #refuseLate(): void {
    if (this.#isOver) throw new Error('The transaction is committed or rolled back already');
  }

  end(): void {
    this.#isOver = true;
  }
}

/** Kysely promises every result; what was compiled before asks SQLite itself. */
class SqliteReader<Tables> extends Kysely<Tables> implements Connection {
  readonly #executor: ConnectedExecutor;

  constructor(props: KyselyProps, executor: ConnectedExecutor) {
    super({ ...props, executor });
    this.#executor = executor;
  }

  rowsNow<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return this.#executor.rowsNow<Row>(sql, parameters);
  }
}

class SqliteTransaction<Tables> extends Transaction<Tables> implements Connection {
  readonly #executor: ConnectedExecutor;

  constructor(props: KyselyProps, executor: ConnectedExecutor) {
    super({ ...props, executor });
    this.#executor = executor;
  }

  rowsNow<Row>(sql: string, parameters: readonly unknown[]): Row[] {
    return this.#executor.rowsNow<Row>(sql, parameters);
  }
}

/** Queries on the connection that only reads. */
export function sqliteReader<Tables>(connection: SqliteConnection): Kysely<Tables> {
  const driver = new ReadDriver(connection);
  const dialect = new SqliteDialect(driver);
  const executor = new ConnectedExecutor(dialect, connection);
  return new SqliteReader<Tables>({ config: { dialect }, dialect, driver }, executor);
}

/** Commits what `work` did on the connection that writes, or nothing of it where `work` throws. */
export async function sqliteTransaction<Tables, Result>(
  driver: WriteDriver,
  work: (transaction: Transaction<Tables>) => Result | Promise<Result>,
): Promise<Result> {
  const connection = await driver.acquireConnection();
  const dialect = new SqliteDialect(driver);
  const executor = new ConnectedExecutor(dialect, connection);
  try {
    await driver.beginTransaction();
    try {
      const config = { dialect };
      const transaction = new SqliteTransaction<Tables>({ config, dialect, driver }, executor);
      const result = await work(transaction);
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
