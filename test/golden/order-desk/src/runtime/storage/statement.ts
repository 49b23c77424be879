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
  /** The rows of a query, at once. Absent where the engine answers later. */
  rowsNow?<Row>(sql: string, parameters: readonly unknown[]): Row[];
  /** Another number as soon as anybody has committed a change. Absent where the engine does not tell, and in transactions. */
  dataVersion?(): number;
}

/** Values by the names of their parameters. */
export type Values = Readonly<Record<string, unknown>>;

/** A query that was compiled once and runs many times; it gives the rows. */
export type Statement<Row> = (connection: Connection, values: Values) => Row[] | Promise<Row[]>;

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
  // Not before it runs: no start needs all of them.
  let compiled: CompiledQuery | undefined;

  return (connection, values) => {
    compiled ??= query.compile();
    const parameters = valuesOf(compiled.parameters, values);
    return connection.rowsNow === undefined
      ? rowsOf(connection.executeQuery<Row>({ ...compiled, parameters }))
      : connection.rowsNow<Row>(compiled.sql, parameters);
  };
}

function valuesOf(parameters: readonly unknown[], values: Values): unknown[] {
  return parameters.map((given) => {
    if (!(given instanceof Parameter)) return given;
    const value = values[given.name];
    if (value === undefined) throw new Error(`No value for the parameter ${given.name}`);
    return value;
  });
}

async function rowsOf<Row>(result: Promise<QueryResult<Row>>): Promise<Row[]> {
  const { rows } = await result;
  return rows;
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
