import {
  DummyDriver,
  Kysely,
  PostgresDialect,
  sql,
  type Compilable,
  type CompiledQuery,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import type { EngineName } from './engine.ts';
import { SqliteDialect } from './sqlite-dialect.ts';

/** The reader or a transaction, whatever its tables. */
export interface Connection {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** Values by the names of their parameters. */
export type Values = Readonly<Record<string, unknown>>;

/** A query that was compiled once and runs many times; it resolves to the rows. */
export type Statement<Row> = (connection: Connection, values: Values) => Promise<Row[]>;

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands in a query for a value that only `Statement` is given. */
export function parameter<Value>(name: string): RawBuilder<Value> {
  return sql<Value>`${new Parameter(name)}`;
}

/** Building and compiling a query costs more than running it. */
export function compile<Row>(query: Compilable<Row>): Statement<Row> {
  const compiled = query.compile();

  return async (connection, values) => {
    const parameters = compiled.parameters.map((given) => {
      if (!(given instanceof Parameter)) return given;
      const value = values[given.name];
      if (value === undefined) throw new Error(`No value for the parameter ${given.name}`);
      return value;
    });
    const { rows } = await connection.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

/** The same, compiled when it runs for the first time: a service has many queries that no request needs. */
export function compileLater<Row>(query: () => Compilable<Row>): Statement<Row> {
  let statement: Statement<Row> | undefined;
  return (connection, values) => (statement ??= compile(query()))(connection, values);
}

/** Any table with any column: the store learns of them at run time. */
export type AnyTables = Record<string, Record<string, unknown>>;

const refuse = async (): Promise<never> => {
  throw new Error('Queries of a builder are compiled here, and executed on a connection');
};

class NoDriver extends DummyDriver {
  override readonly acquireConnection = refuse;
}

/** Builds queries for `compile`; it is connected to nothing. */
export function queryBuilder(engine: EngineName): Kysely<AnyTables> {
  const dialect =
    engine === 'sqlite' ? new SqliteDialect(new NoDriver()) : new PostgresDialect({ pool: refuse });
  return new Kysely<AnyTables>({ dialect });
}
