import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../../bin/resource-service.ts', import.meta.url));
const caches = new URL('../../support/caches/register.ts', import.meta.url);

/** The arguments that Node runs the command with. */
export const launching: readonly string[] = ['--import', caches.href, launcher];

/** Runs the command as a process without a terminal. */
export function command(
  cwd: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...launching, ...args], {
    cwd,
    encoding: 'utf8',
    input: '',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...environment },
  });
}

/** Starts the command as a process without a terminal. */
export function started(cwd: string, args: readonly string[]) {
  return spawn(process.execPath, [...launching, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A directory whose `npm` does only what the script says, for the front of a path. */
export function fakeNpm(directory: string, script: string): NodeJS.ProcessEnv {
  for (const name of ['npm', 'pnpm']) {
    writeFileSync(join(directory, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, name), 0o755);
  }
  return { PATH: `${directory}:${process.env['PATH']}` };
}
