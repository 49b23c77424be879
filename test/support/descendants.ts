import { spawnSync } from 'node:child_process';

/** The processes that a process started, and those that these started, by their numbers. */
export function descendantsOf(id: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([own = 0, parent = 0]) => ({ own, parent }));
  const below = (parent: number): number[] =>
    processes.filter((each) => each.parent === parent).flatMap(({ own }) => [own, ...below(own)]);
  return below(id);
}
