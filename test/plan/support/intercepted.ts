import { writeFile } from 'node:fs/promises';
import type { FileSystem } from '../../../src/plan/file-system.ts';
import { nodeFileSystem } from '../../../src/plan/file-system.ts';

/** One call of the file system. */
export interface Call {
  readonly operation: keyof FileSystem;
  readonly paths: readonly string[];
  /** With `writeFile`: does half of it. */
  readonly half?: () => Promise<void>;
}

/** Whether a call changes what is on the disk: dying before any other call is the same as dying before the next one that does. */
export function isChange({ operation }: Call): boolean {
  return ['mkdir', 'writeFile', 'chmod', 'rename', 'unlink', 'rmdir'].includes(operation);
}

/** Calls `before` ahead of each operation. */
export function intercept(files: FileSystem, before: (call: Call) => Promise<void>): FileSystem {
  const on =
    <R>(operation: keyof FileSystem, perform: (path: string) => Promise<R>) =>
    async (path: string): Promise<R> => {
      await before({ operation, paths: [path] });
      return perform(path);
    };
  return {
    lstat: on('lstat', (path) => files.lstat(path)),
    realpath: on('realpath', (path) => files.realpath(path)),
    readdir: on('readdir', (path) => files.readdir(path)),
    readFile: on('readFile', (path) => files.readFile(path)),
    mkdir: on('mkdir', (path) => files.mkdir(path)),
    unlink: on('unlink', (path) => files.unlink(path)),
    rmdir: on('rmdir', (path) => files.rmdir(path)),
    sync: on('sync', (path) => files.sync(path)),
    async writeFile(path, bytes, mode) {
      const half = (): Promise<void> =>
        files.writeFile(path, bytes.subarray(0, Math.floor(bytes.length / 2)), mode);
      await before({ operation: 'writeFile', paths: [path], half });
      await files.writeFile(path, bytes, mode);
    },
    async chmod(path, mode) {
      await before({ operation: 'chmod', paths: [path] });
      await files.chmod(path, mode);
    },
    async rename(from, to) {
      await before({ operation: 'rename', paths: [from, to] });
      await files.rename(from, to);
    },
  };
}

/** The real file system without flushing, for tests with many runs. */
export const fastFiles: FileSystem = {
  ...nodeFileSystem,
  writeFile: (path, bytes, mode) => writeFile(path, bytes, { flag: 'wx', mode }),
  sync: async () => undefined,
};

/** From the n-th call that changes something (from 1), nothing works any more, as if the process had died there. */
export function dyingFiles(
  n: number,
  half: boolean,
  files = fastFiles,
): { files: FileSystem; isDead: () => boolean } {
  let changes = 0;
  let isDead = false;
  const dying = intercept(files, async (call) => {
    if (!isDead && isChange(call)) changes += 1;
    if (!isDead && changes < n) return;
    if (!isDead && half) await call.half?.();
    isDead = true;
    throw new Error('The process is dead.');
  });
  return { files: dying, isDead: () => isDead };
}

/** The n-th call (from 1) fails with a system error, all others work. */
export function failingFiles(n: number, code: string): { files: FileSystem; calls: () => number } {
  let calls = 0;
  const files = intercept(fastFiles, async ({ operation, paths }) => {
    calls += 1;
    if (calls === n) throw systemError(code, `${operation} ${paths[0]}`);
  });
  return { files, calls: () => calls };
}

/** One file system until something has happened, then another. */
export function switchFiles(
  first: FileSystem,
  then: FileSystem,
  isOver: () => boolean,
): FileSystem {
  return new Proxy(first, { get: (_, name) => Reflect.get(isOver() ? then : first, name) });
}

export function systemError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
