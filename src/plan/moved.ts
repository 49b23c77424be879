import { join, posix } from 'node:path';
import type { FileSystem } from './file-system.ts';
import { FOLDER } from './layout.ts';
import { compare } from './paths.ts';
import { readContent } from './text.ts';

/** A file that a person deleted, with its text as it was generated. */
export interface Missing {
  readonly path: string;
  readonly text: string;
}

/** Where a service keeps what is not its source. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', FOLDER, 'node_modules', 'dist', 'coverage']);
/** A service has a few hundred files; a folder of a million would take minutes. */
const MOST = 5000;
/** Of the lines of both together, how many have to be in both. */
const ENOUGH = 0.5;

/**
 * For each missing file the most similar one that the generator does not write, by the lines that both have, if they have half of them in common and
 * their names end alike. Links are not followed.
 */
export async function findMoved(
  files: FileSystem,
  root: string,
  missing: readonly Missing[],
  isGenerated: (path: string) => boolean,
): Promise<Map<string, string>> {
  const result = new Map<string, { readonly path: string; readonly likeness: number }>();
  if (missing.length === 0) return new Map();
  const ends = new Set(missing.map(({ path }) => posix.extname(path)));
  const wanted = missing.map(({ path, text }) => ({ path, lines: linesOf(text) }));
  for (const path of await filesBelow(files, root)) {
    if (isGenerated(path) || !ends.has(posix.extname(path))) continue;
    const { text } = readContent(await files.readFile(join(root, path)));
    if (text === undefined) continue;
    const lines = linesOf(text);
    for (const { path: lost, lines: before } of wanted) {
      if (posix.extname(lost) !== posix.extname(path)) continue;
      const likeness = likenessOf(before, lines);
      if (likeness >= ENOUGH && likeness > (result.get(lost)?.likeness ?? 0)) {
        result.set(lost, { path, likeness });
      }
    }
  }
  return new Map([...result].map(([lost, { path }]) => [lost, path]));
}

async function filesBelow(files: FileSystem, root: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [''];
  for (
    let folder = folders.pop();
    folder !== undefined && found.length < MOST;
    folder = folders.pop()
  ) {
    for (const name of await files.readdir(join(root, folder))) {
      if (SKIPPED.has(name)) continue;
      const path = posix.join(folder, name);
      const stat = await files.lstat(join(root, path));
      if (stat?.kind === 'directory') folders.push(path);
      else if (stat?.kind === 'file') found.push(path);
    }
  }
  return found.sort(compare);
}

function linesOf(text: string): Set<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

/** Dice's coefficient: 1 for the same lines, 0 for none in common. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const size = a.size + b.size;
  return size === 0 ? 0 : (2 * [...a].filter((line) => b.has(line)).length) / size;
}
