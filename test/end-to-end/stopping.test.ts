import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { descendantsOf } from '../support/descendants.ts';
import { repository } from '../support/generated.ts';

const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
let started: readonly number[] = [];

afterEach(() => {
  for (const id of started.filter(isAlive)) process.kill(id, 'SIGKILL');
  started = [];
});

for (const script of ['test', 'test:services', 'test:endurance']) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} for npm run ${script} stops what it started`, { timeout: 15_000 }, async () => {
      // The command of the script, for tests that do not end.
      const [program = '', ...args] = (scripts[script] ?? '').split(' ');
      const given = args.filter((each) => !each.startsWith('"'));
      const { NODE_TEST_CONTEXT: _, ...env } = process.env;
      const runner = spawn(program, [...given, 'test/fixtures/stopping/never-ends.ts'], {
        cwd: repository,
        env,
        stdio: 'ignore',
      });
      const ended = once(runner, 'exit');
      // The process of the file, and its two.
      while (started.length < 3) {
        await wait(50);
        started = descendantsOf(runner.pid ?? 0);
      }
      runner.kill(signal);
      await ended;
      while (started.some(isAlive)) await wait(50);
      assert.deepEqual(started.filter(isAlive), []);
    });
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
