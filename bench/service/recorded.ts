import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BuiltService } from './built-service.ts';
import type { Contract } from './contract.ts';
import { request } from './request.ts';
import { startServer } from './server-process.ts';

export interface RecordedStatement {
  readonly sql: string;
  readonly parameters: readonly (string | number | null)[];
}

/** What the service asks of its table for each kind of request; its own bookkeeping is not among them. */
export interface Statements {
  /** How it sets up its connections. */
  readonly pragmas: readonly string[];
  readonly getOne: RecordedStatement;
  readonly page: RecordedStatement;
  /** Absent where it does not count. */
  readonly count?: RecordedStatement;
  readonly insert: RecordedStatement;
}

/** A running service, and every statement that it has run so far. */
export interface Recorder {
  readonly address: string;
  all(): readonly RecordedStatement[];
}

/** Watches the service answer one request of each kind, on a database that it may change. */
export async function recordStatements(
  service: BuiltService,
  contract: Contract,
  database: string,
): Promise<Statements> {
  const recording = `${database}.statements`;
  const running = await startServer({
    args: ['--import', fileURLToPath(new URL('recording.ts', import.meta.url)), service.main],
    cwd: service.directory,
    core: undefined,
    environment: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: `sqlite:${database}`,
      RECORDING: recording,
    },
  });
  try {
    return await statementsOf({ address: running.address, all: () => read(recording) }, contract);
  } finally {
    await running[Symbol.asyncDispose]();
    rmSync(recording, { force: true });
  }
}

/** Sends one request of each kind. Throws an Error where one ran none of the statements that are expected of it. */
export async function statementsOf(
  { address, all }: Recorder,
  contract: Contract,
): Promise<Statements> {
  const during = async (work: () => Promise<unknown>): Promise<RecordedStatement[]> => {
    const before = all().length;
    await work();
    const table = `"${contract.table}"`;
    return all()
      .slice(before)
      .filter(({ sql }) => sql.includes(table));
  };
  const pragmas = all()
    .map(({ sql }) => sql)
    .filter((sql) => sql.startsWith('pragma') && !sql.includes('query_only'));
  const [getOne] = await during(() => request(address, contract.getOne()));
  const listed = await during(() => request(address, contract.list()));
  const count = listed.find(isCount);
  const page = listed.find((statement) => !isCount(statement) && statement.sql.includes('limit'));
  const insertion = await during(() => request(address, contract.create()));
  const insert = insertion.find(({ sql }) => sql.startsWith('insert'));
  if (getOne === undefined || page === undefined || insert === undefined) {
    throw new Error('a request ran none of the statements that are expected of it');
  }
  return { pragmas, getOne, page, insert, ...(count === undefined ? {} : { count }) };
}

const isCount = ({ sql }: RecordedStatement) => sql.startsWith('select count(');

function read(file: string): RecordedStatement[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as RecordedStatement);
}
