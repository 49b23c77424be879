import { spawnSync } from 'node:child_process';

/** What a process took. Seconds, and MiB of resident memory at its peak. */
export interface Measured {
  readonly processor: number;
  readonly wall: number;
  readonly memory: number;
}

/** Preloaded: says at the end what the process took, with all its threads. */
const usage = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));
`)}`;

/** Runs a program of Node. Throws an Error with what it said if it fails. */
export function measure(args: readonly string[], directory: string, cache: string): Measured {
  const begin = performance.now();
  const { status, output } = spawnSync(process.execPath, ['--import', usage, ...args], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    maxBuffer: 2 ** 26,
  });
  const wall = (performance.now() - begin) / 1000;
  const [, out, error, resources] = output;
  if (status !== 0 || !resources) throw new Error(`${args.join(' ')}\n${out}${error}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(resources) as NodeJS.ResourceUsage;
  return { processor: (userCPUTime + systemCPUTime) / 1e6, wall, memory: maxRSS / 1024 };
}
