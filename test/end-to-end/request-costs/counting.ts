// Loaded before the service in its own process: counts what a request costs, in figures that no noise moves.
import { createHook } from 'node:async_hooks';
import { Session } from 'node:inspector';
import { createServer } from 'node:net';
import { StatementSync } from 'node:sqlite';
import type { Counted } from './counted.ts';

const path = process.env['COUNTING_SOCKET'];
// Worker threads of the service load this as well, and have no requests.
if (path !== undefined) {
  delete process.env['COUNTING_SOCKET'];
  count(path);
}

/** Answers each connection with what was counted since the one before, as JSON. */
function count(socket: string): void {
  let statements = 0;
  const kinds = ['run', 'all', 'get'] as const;
  for (const kind of kinds) {
    const original = StatementSync.prototype[kind];
    const counted = function (this: StatementSync, ...values: unknown[]): unknown {
      statements += 1;
      return Reflect.apply(original, this, values);
    };
    Object.defineProperty(StatementSync.prototype, kind, { value: counted });
  }

  let turns = 0;
  const promises = new Set<number>();
  createHook({
    init: (id, type) => {
      if (type === 'PROMISE') promises.add(id);
    },
    before: (id) => {
      if (promises.has(id)) turns += 1;
    },
    destroy: (id) => promises.delete(id),
  }).enable();

  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  createServer((connection) => {
    const counted: Counted = { statements, turns, ...calls(session) };
    connection.end(JSON.stringify(counted));
    statements = 0;
    turns = 0;
  })
    .listen(socket)
    .unref();
}

/** Functions of the service's own sources, without what modules do when they are loaded. */
function calls(session: Session): Pick<Counted, 'calls' | 'functions' | 'files'> {
  let found: Pick<Counted, 'calls' | 'functions' | 'files'> = { calls: 0, functions: 0, files: 0 };
  // The inspector of the same process answers at once.
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    const files = coverage.result
      .filter(({ url }) => /\/src\//.test(url) && !url.includes('/node_modules/'))
      .map(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
      .map((counts) => counts.filter((times) => times > 0))
      .filter(({ length }) => length > 0);
    const each = files.flat();
    const sum = each.reduce((total, times) => total + times, 0);
    found = { calls: sum, functions: each.length, files: files.length };
  });
  return found;
}
