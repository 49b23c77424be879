import { globSync, statSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

const folder = join(import.meta.dirname, '..', '..');

/** Bytes that a file would have if it took time by its size; absent: those that it has. */
const weights: readonly (readonly [pattern: string, bytes: number])[] = [
  // Its cases are carried out once for each store.
  ['runtime/conformance/8-limits-stores.test.ts', 50_000],
  // Their cases stand in test/runtime, and are carried out on each engine.
  ['resources/**', 15_000],
];

/**
 * Runs one of several shares of all test files in this process. One process for each file would load the service each time,
 * which takes longer than the tests; one for all would leave processors idle.
 *
 * @param number of the share, counted from 1
 */
export async function runShard(number: number, count: number): Promise<void> {
  for (const file of shards(count)[number - 1] ?? []) await import(join(folder, file));
}

/** The files in shares of about the same weight, which is about the same time. */
function shards(count: number): string[][] {
  const files = globSync('**/*.test.ts', { cwd: folder })
    .map((path) => ({ path, weight: weightOf(path) }))
    .toSorted((one, other) => other.weight - one.weight || (one.path < other.path ? -1 : 1));
  const shares = Array.from({ length: count }, () => ({ weight: 0, files: Array.of<string>() }));
  for (const { path, weight } of files) {
    const [lightest] = shares.toSorted((one, other) => one.weight - other.weight);
    lightest?.files.push(path);
    if (lightest !== undefined) lightest.weight += weight;
  }
  return shares.map((share) => share.files);
}

function weightOf(path: string): number {
  const [, bytes] = weights.find(([pattern]) => matchesGlob(path, pattern)) ?? [];
  return bytes ?? statSync(join(folder, path)).size;
}
