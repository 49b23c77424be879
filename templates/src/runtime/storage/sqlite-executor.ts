import {
  DefaultQueryExecutor,
  Kysely,
  Transaction,
  type CompiledQuery,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { ReadDriver } from './sqlite-drivers.ts';
import type { SqliteReadConnection } from './sqlite-read-connection.ts';
import type { Connection } from './statement.ts';

/** What Kysely is made of, but for the executor. */
type KyselyProps = Omit<ConstructorParameters<typeof Transaction>[0], 'executor'>;

/** They keep nothing from one query to the next, so all transactions share them. */
interface DialectParts {
  readonly compiler: QueryCompiler;
  readonly adapter: DialectAdapter;
}

function partsOf(dialect: SqliteDialect): DialectParts {
  return { compiler: dialect.createQueryCompiler(), adapter: dialect.createAdapter() };
}

/** Runs queries on a connection that is there. Kysely would ask for one before each of them. */
class ConnectedExecutor extends DefaultQueryExecutor {
  readonly #connection: SqliteConnection;
  #isOver = false;

  constructor({ compiler, adapter }: DialectParts, connection: SqliteConnection) {
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
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
export class SqliteReader<Tables> extends Kysely<Tables> implements Connection {
  readonly #executor: ConnectedExecutor;
  readonly #connection: SqliteReadConnection;

  constructor(props: KyselyProps, executor: ConnectedExecutor, connection: SqliteReadConnection) {
    super({ ...props, executor });
    this.#executor = executor;
    this.#connection = connection;
  }

  /** It never writes itself, so every change is somebody else's. */
  dataVersion(): number {
    return this.#connection.dataVersion();
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
export function sqliteReader<Tables>(connection: SqliteReadConnection): SqliteReader<Tables> {
  const driver = new ReadDriver(connection);
  const dialect = new SqliteDialect(driver);
  const executor = new ConnectedExecutor(partsOf(dialect), connection);
  return new SqliteReader<Tables>({ config: { dialect }, dialect, driver }, executor, connection);
}

/** Each transaction is of no use any more when its work is over. */
export function sqliteTransactions<Tables>(connection: SqliteConnection, driver: Driver) {
  const dialect = new SqliteDialect(driver);
  const parts = partsOf(dialect);
  const config = { dialect };

  return async <Result>(
    work: (transaction: Transaction<Tables>) => Result | Promise<Result>,
  ): Promise<Result> => {
    const executor = new ConnectedExecutor(parts, connection);
    try {
      return await work(new SqliteTransaction<Tables>({ config, dialect, driver }, executor));
    } finally {
      executor.end();
    }
  };
}
