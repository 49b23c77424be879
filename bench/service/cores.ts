import { spawnSync } from 'node:child_process';

/** Which core the servers run on; undefined where the system is left to decide. */
export interface Cores {
  readonly servers: number | undefined;
  /** For the report. */
  readonly description: string;
}

/**
 * Moves this process, which makes the load, to the last core that it may use, and leaves the first one to the servers:
 * they would take turns on it otherwise, and the load would be part of what is measured.
 */
export function separateCores(): Cores {
  const shared = (why: string) => ({
    servers: undefined,
    description: `servers and load generator on the same cores (${why})`,
  });
  const listed = spawnSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  if (listed.status !== 0) return shared('there is no taskset');
  const cores = coresOf(listed.stdout.slice(listed.stdout.indexOf(':') + 1).trim());
  const [servers] = cores;
  const load = cores.at(-1);
  if (servers === undefined || load === undefined || servers === load) {
    return shared('there is only one');
  }
  // All threads of it: a process is not moved as a whole.
  const moved = spawnSync('taskset', ['-acp', String(load), String(process.pid)]);
  if (moved.status !== 0) return shared('taskset was refused');
  return {
    servers,
    description: `servers on core ${String(servers)}, load generator on core ${String(load)}`,
  };
}

/** "0-2,5" is 0, 1, 2 and 5. */
function coresOf(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** The command that runs Node on a core. */
export function nodeOn(core: number | undefined, args: readonly string[]): [string, string[]] {
  if (core === undefined) return [process.execPath, [...args]];
  return ['taskset', ['-c', String(core), process.execPath, ...args]];
}
