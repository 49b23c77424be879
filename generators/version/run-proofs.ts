import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../command/failure.ts';
import { whyNotInstalled } from './installed.ts';
import { nodeOf, output } from './run-in-service.ts';

const folder = join('test', 'versioning');

/** Names that are shown of tests that fail; the service shows all of them. */
const mostShown = 10;

/**
 * Has a service prove that all versions that it serves are what was promised of them: its recordings, its carried rows, its contracts,
 * and the proofs of each older version.
 *
 * @returns what fails; undefined: nothing, or there is nothing to prove yet
 */
export async function runProofs(destination: string): Promise<Failure | undefined> {
  const directory = join(destination, folder);
  // Where dependencies are missing, that is said by what runs next.
  if (!existsSync(directory)) return undefined;
  if ((await whyNotInstalled(destination)) !== undefined) return undefined;
  const files = readdirSync(directory)
    .filter((name) => /^(?:recordings|carried|contracts|v[\d-]+)\.test\.ts$/.test(name))
    .toSorted()
    .map((name) => join(folder, name));
  if (files.length === 0) return undefined;
  const options = ['--test', '--test-isolation=none', '--test-reporter=tap'];
  const { status, out, err } = await output(
    nodeOf(destination),
    [...options, ...files],
    destination,
  );
  if (status === 0) return undefined;
  const failed = failedIn(out);
  const shown = failed.slice(0, mostShown);
  const rest = failed.length - shown.length;
  const names =
    failed.length === 0
      ? (err || out).trimEnd().split('\n').slice(-12)
      : [...shown, ...(rest > 0 ? [`and ${String(rest)} more`] : [])];
  return {
    where: folder,
    what: `Versions that are served are not what was promised, so nothing was frozen:\n  ${names.join('\n  ')}`,
    whatToDo: `See them with node --test "${folder}/*.test.ts", mend them, and then run this again.`,
  };
}

/** Titles of the tests that failed; what holds them failed because of them. */
function failedIn(tap: string): string[] {
  const lines = tap.split('\n').map((line) => /^( *)not ok \d+ - (.*)$/.exec(line));
  const found = lines.flatMap((line) =>
    line === null ? [] : [{ depth: line[1]?.length ?? 0, title: line[2] ?? '' }],
  );
  // A test that holds others comes after them, and is less deep.
  return found
    .filter(({ depth }, index) => (found[index - 1]?.depth ?? 0) <= depth)
    .map(({ title }) => title);
}
