import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/** What a connection says that a process lost with its life. */
export class Killed extends Error {}

/**
 * Lets the process of the work "die" behind a number of statements: no further statement reaches a database, a rollback
 * neither, and what was open is cut.
 *
 * @returns false where the work ended before
 */
export async function dyingAfter(statements: number, work: () => Promise<void>): Promise<boolean> {
  let left = statements;
  const spend = (): void => {
    left -= 1;
    if (left < 0) throw new Killed('The process was killed');
  };
  const { run, all } = StatementSync.prototype;
  const { exec } = DatabaseSync.prototype;
  const { query } = Client.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    spend();
    return (run as (...values: unknown[]) => unknown).apply(this, values);
  } as typeof run;
  StatementSync.prototype.all = function (this: StatementSync, ...values: unknown[]) {
    spend();
    return (all as (...values: unknown[]) => unknown).apply(this, values);
  } as typeof all;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, text: string) {
    spend();
    return exec.call(this, text);
  };
  Client.prototype.query = function (this: Client, ...values: unknown[]) {
    try {
      spend();
    } catch (error) {
      // As the kernel does it for a process that is gone.
      (
        this as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy();
      return Promise.reject(error as Error);
    }
    return (query as (...values: unknown[]) => unknown).apply(this, values);
  } as typeof query;
  try {
    await work();
    return false;
  } catch (error) {
    if (!isKilled(error)) throw error;
    return true;
  } finally {
    StatementSync.prototype.run = run;
    StatementSync.prototype.all = all;
    DatabaseSync.prototype.exec = exec;
    Client.prototype.query = query;
  }
}

function isKilled(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof Killed || /Killed|killed/.test(each.message)) return true;
  }
  return false;
}
