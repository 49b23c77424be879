import { lstatSync, readFileSync, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { codeOf } from './io-errors.ts';

export interface Stat {
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Permission bits. */
  readonly mode: number;
  /**
   * What this file is on this disk: its number, and when the system last changed its entry, which no program can set. A copy, a clone
   * or an unpacked archive has another one; moving a directory above it changes nothing.
   */
  readonly seal: string;
}

/** The few operations that this layer needs. All throw the errors of node:fs; none follows a link in the last segment. */
export interface FileSystem {
  /** Undefined: nothing there. */
  lstat(path: string): Promise<Stat | undefined>;
  realpath(path: string): Promise<string>;
  /** Names, sorted. */
  readdir(path: string): Promise<string[]>;
  readFile(path: string): Promise<Uint8Array>;
  mkdir(path: string): Promise<void>;
  /** A new file, flushed to the disk; `EEXIST` if something is there. The umask applies to the mode. */
  writeFile(path: string, bytes: Uint8Array, mode: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  rmdir(path: string): Promise<void>;
  /** Flushes a directory's entries to the disk, where the system can do that. */
  sync(directory: string): Promise<void>;
}

/** A plan looks at a thousand small files, where to wait for each in another thread takes several times as long as to read it. */
export const nodeFileSystem: FileSystem = {
  async lstat(path) {
    try {
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (stats === undefined) return undefined;
      const seal = `${stats.ino}-${stats.ctimeNs}`;
      return { kind: kindOf(stats), mode: Number(stats.mode) & 0o777, seal };
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
      throw error;
    }
  },
  realpath: (path) => fs.realpath(path),
  readdir: async (path) => (await fs.readdir(path)).sort(),
  readFile: async (path) => readFileSync(path),
  mkdir: (path) => fs.mkdir(path).then(() => undefined),
  async writeFile(path, bytes, mode) {
    const file = await fs.open(path, 'wx', mode);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  chmod: (path, mode) => fs.chmod(path, mode),
  rename: (from, to) => fs.rename(from, to),
  unlink: (path) => fs.unlink(path),
  rmdir: (path) => fs.rmdir(path),
  async sync(directory) {
    // Windows cannot open a directory; its file systems keep the order of renames themselves.
    if (process.platform === 'win32') return;
    const handle = await fs.open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

function kindOf(stats: BigIntStats): Stat['kind'] {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'directory' : 'other';
}
