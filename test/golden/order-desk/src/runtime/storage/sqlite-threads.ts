import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, QueryResult } from 'kysely';
import { Unavailable } from './errors.ts';
import { sqliteError } from './sqlite-errors.ts';
import { objectsOf, type SqliteStatement } from './sqlite-statements.ts';
import type { ThreadAnswer, ThreadSettings } from './sqlite-thread.ts';

/** Threads that read while this one answers. */
export interface SqliteThreads {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
  close(): Promise<void>;
}

/** As many are started as read at the same time, when they do so first. */
export function createThreads(settings: ThreadSettings): SqliteThreads {
  const all = new Set<Worker>();
  const idle: Worker[] = [];

  function start(): Worker {
    // Built or not: this file and that of the thread end alike.
    const file = `./sqlite-thread${extname(import.meta.filename)}`;
    const thread = new Worker(new URL(file, import.meta.url), { workerData: settings });
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      const place = idle.indexOf(thread);
      if (place !== -1) idle.splice(place, 1);
    });
    return thread;
  }

  async function ask(statement: SqliteStatement): Promise<ThreadAnswer> {
    const thread = idle.pop() ?? start();
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const gone = () => reject(new Unavailable('The thread that read has ended'));
    thread.once('message', resolve).once('error', reject).once('exit', gone);
    thread.ref();
    thread.postMessage(statement, []);
    try {
      const answer = await promise;
      idle.push(thread);
      return answer;
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', gone);
      // The thread must not keep the process alive.
      thread.unref();
    }
  }

  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery<Row>) {
      const answer = await ask({ sql, parameters });
      if ('rows' in answer) return { rows: objectsOf<Row>(answer) };
      const { message, errcode } = answer;
      throw sqliteError(Object.assign(new Error(message), { errcode }), sql);
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}
