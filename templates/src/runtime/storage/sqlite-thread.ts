// Reads a database on a thread of its own, one statement after the other.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteStatements, type SqliteRows, type SqliteStatement } from './sqlite-statements.ts';

/** The data that the thread gets when it starts. */
export interface ThreadSettings {
  /** Of the file of the database. */
  readonly path: string;
  /** Milliseconds to wait for others who use the file. */
  readonly timeout: number;
}

/** What it answers to a statement. An error would lose its code on the way. */
export type ThreadAnswer = SqliteRows | { readonly message: string; readonly errcode: unknown };

const { path, timeout } = workerData as ThreadSettings;
const handle = new DatabaseSync(path, { timeout });
handle.exec('pragma query_only = on');
const statements = new SqliteStatements(handle);

parentPort?.on('message', (statement: SqliteStatement) => {
  parentPort?.postMessage(answerTo(statement), []);
});

function answerTo(statement: SqliteStatement): ThreadAnswer {
  try {
    return statements.run(statement.sql, statement.parameters);
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: unknown };
    return { message, errcode };
  }
}
