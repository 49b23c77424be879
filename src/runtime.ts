import { spawnSync } from 'node:child_process';
import { delimiter, sep } from 'node:path';

/** The oldest Node that runs a generated service. */
const required = [24, 11] as const;

/**
 * Whether the machine's own `node` runs a generated service. Where npm started this process, its path begins with
 * packages' own commands, among them perhaps a pinned Node: that is not the machine's.
 */
export function machineHasCurrentNode(path = process.env['PATH'] ?? ''): boolean {
  const directories = path
    .split(delimiter)
    .filter((directory) => !directory.split(sep).includes('node_modules'));
  const { stdout } = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { PATH: directories.join(delimiter) },
  });
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)\./.exec(stdout ?? '') ?? []).map(Number);
  return major > required[0] || (major === required[0] && minor >= required[1]);
}
