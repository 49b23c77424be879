// Loaded before the service in its own process: counts what a request costs, in figures that no noise moves.
import { createHook } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import type { Counted, Counts } from './counted.ts';

const path = process.env['COUNTING_SOCKET'];
// Worker threads of the service load this as well, and have no requests.
if (path !== undefined) {
  delete process.env['COUNTING_SOCKET'];
  count(path);
}

/** Answers each connection with what was counted since one of them said `reset`: so far, and until the answer was sent. */
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
  // The driver of the service, which has its own.
  const { Client } = createRequire(join(process.cwd(), 'package.json'))(
    'pg',
  ) as typeof import('pg');
  const query = Client.prototype.query as (...values: unknown[]) => unknown;
  const countedQuery = function (this: unknown, ...values: unknown[]): unknown {
    statements += 1;
    return Reflect.apply(query, this, values);
  };
  Object.defineProperty(Client.prototype, 'query', { value: countedQuery });

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

  // By file and name: how often each function was called.
  const called = new Map<string, number>();
  const soFar = (): Counted => {
    noteCalls(session, called);
    const files = new Set([...called.keys()].map((name) => name.split(' ', 1)[0]));
    const calls = [...called.values()].reduce((total, times) => total + times, 0);
    return { statements, calls, functions: called.size, files: files.size, turns };
  };
  let untilAnswer: Counted | undefined;
  subscribe('http.server.response.finish', () => {
    untilAnswer ??= soFar();
  });
  createServer((connection) => {
    connection.once('data', (asked) => {
      const counts: Counts = { soFar: soFar(), ...(untilAnswer && { untilAnswer }) };
      connection.end(JSON.stringify(counts));
      if (String(asked) !== 'reset') return;
      untilAnswer = undefined;
      statements = 0;
      turns = 0;
      called.clear();
    });
  })
    .listen(socket)
    .unref();
}

/** Adds the calls of the service's own functions since it was asked before, without what modules do when they are loaded. */
function noteCalls(session: Session, called: Map<string, number>): void {
  // The inspector of the same process answers at once.
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    const own = coverage.result.filter(
      ({ url }) => url.includes('/src/') && !url.includes('/node_modules/'),
    );
    for (const { url, functions } of own) {
      for (const { ranges } of functions) {
        const [{ count: times, startOffset } = { count: 0, startOffset: 0 }] = ranges;
        const name = `${url} ${String(startOffset)}`;
        if (times > 0) called.set(name, (called.get(name) ?? 0) + times);
      }
    }
  });
}
