import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..');

/**
 * Runs one of several shares of all test files in this process. One process for each file would load the service each time,
 * which takes longer than the tests; one for all would leave processors idle.
 *
 * @param number of the share, counted from 1
 */
export async function runShard(number: number, count: number): Promise<void> {
  for (const file of shards(count)[number - 1] ?? []) await import(join(folder, file));
}

/** The files in shares of about the same size, which is about the same time. */
function shards(count: number): string[][] {
  const files = globSync('**/*.test.ts', { cwd: folder })
    .map((path) => ({ path, size: statSync(join(folder, path)).size }))
    .toSorted((one, other) => other.size - one.size || (one.path < other.path ? -1 : 1));
  const shares = Array.from({ length: count }, () => ({ size: 0, files: Array.of<string>() }));
  for (const { path, size } of files) {
    const [smallest] = shares.toSorted((one, other) => one.size - other.size);
    smallest?.files.push(path);
    if (smallest !== undefined) smallest.size += size;
  }
  return shares.map((share) => share.files);
}
