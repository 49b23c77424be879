import { join } from 'node:path';
import type { FileSystem, Stat } from './file-system.ts';
import { directoriesOf } from './paths.ts';
import { type Content, readContent } from './text.ts';

/** What is at a path. */
export type Entry =
  | { readonly kind: 'absent' }
  | (Content & { readonly kind: 'file'; readonly mode: number })
  /** The path `at` is a symbolic link: this one, or a directory above it. */
  | { readonly kind: 'link'; readonly at: string }
  /** The path `at` is no file, or no directory where one is needed. */
  | { readonly kind: 'not-a-file'; readonly at: string };

/** Reads below one directory without following any link. */
export interface Disk {
  read(path: string): Promise<Entry>;
  hasDirectory(path: string): Promise<boolean>;
}

/** Remembers the directories it has seen: for one reading of a tree that does not change meanwhile. */
export function openDisk(files: FileSystem, root: string): Disk {
  const seen = new Map<string, Stat | undefined>();
  const stat = async (directory: string): Promise<Stat | undefined> => {
    if (!seen.has(directory)) seen.set(directory, await files.lstat(join(root, directory)));
    return seen.get(directory);
  };
  const sound = new Set<string>();
  const read = async (path: string): Promise<Entry> => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (sound.has(parent)) return readFile(files, root, path);
    for (const directory of directoriesOf(path)) {
      const above = await stat(directory);
      if (above === undefined) return { kind: 'absent' };
      if (above.kind === 'link') return { kind: 'link', at: directory };
      if (above.kind !== 'directory') return { kind: 'not-a-file', at: directory };
    }
    sound.add(parent);
    return readFile(files, root, path);
  };
  return { read, hasDirectory: async (path) => (await stat(path))?.kind === 'directory' };
}

/** What is at a path now. */
export function readNow(files: FileSystem, root: string, path: string): Promise<Entry> {
  return openDisk(files, root).read(path);
}

/** Whether the entry is exactly this: a file with these bytes (by their SHA-256), or nothing. */
export function holds(entry: Entry, bytes: string | undefined): boolean {
  return entry.kind === 'file' ? entry.bytes === bytes : entry.kind === 'absent' && !bytes;
}

async function readFile(files: FileSystem, root: string, path: string): Promise<Entry> {
  const stat = await files.lstat(join(root, path));
  if (stat === undefined) return { kind: 'absent' };
  if (stat.kind === 'link') return { kind: 'link', at: path };
  if (stat.kind !== 'file') return { kind: 'not-a-file', at: path };
  const content = readContent(await files.readFile(join(root, path)));
  return { kind: 'file', mode: stat.mode, ...content };
}
