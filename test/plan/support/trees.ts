import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A fresh directory, removed when the block ends: `await using directory = await temporary()`. */
export async function temporary(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'plan-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Writes files by path; their directories too. */
export async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Everything below a directory: what it is, its permissions, what it holds. */
export async function snapshot(root: string): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const path of await walk(root)) result[path] = await contentOf(join(root, path));
  return result;
}

/** The same without the bookkeeping. */
export async function service(root: string): Promise<Record<string, string>> {
  const entries = Object.entries(await snapshot(root));
  return Object.fromEntries(entries.filter(([path]) => !path.startsWith('.resource-service')));
}

/** Which inode each path is and when it was last written: equal only if nothing was touched. */
export async function identities(root: string): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const path of ['', ...(await walk(root))]) {
    const stats = await lstat(join(root, path), { bigint: true });
    result[path] = `${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs}`;
  }
  return result;
}

async function walk(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true }).catch(() => []);
  return names.sort();
}

async function contentOf(path: string): Promise<string> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) return `link ${await readlink(path)}`;
  const mode = (stats.mode & 0o777).toString(8);
  if (stats.isFile()) return `file ${mode} ${await readFile(path, 'latin1')}`;
  return stats.isDirectory() ? `directory ${mode}` : 'other';
}
