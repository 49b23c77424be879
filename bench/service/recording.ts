// Loaded into the service with --import: writes every statement that it runs to the file RECORDING, a line of JSON each.
import { appendFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const file = process.env['RECORDING'] ?? '';

interface Run {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

function record(statement: Run): void {
  const text = JSON.stringify(statement, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  appendFileSync(file, `${text}\n`);
}

function recorded<Call extends (...args: never[]) => unknown>(call: Call): Call {
  return new Proxy(call, {
    apply(target, statement: StatementSync, parameters: unknown[]): unknown {
      record({ sql: statement.sourceSQL, parameters });
      return Reflect.apply(target, statement, parameters);
    },
  });
}

const { prototype } = StatementSync;
prototype.all = recorded(prototype.all);
prototype.get = recorded(prototype.get);
prototype.run = recorded(prototype.run);
DatabaseSync.prototype.exec = new Proxy(DatabaseSync.prototype.exec, {
  apply(target, database: DatabaseSync, [sql]: [string]) {
    record({ sql, parameters: [] });
    Reflect.apply(target, database, [sql]);
  },
});
