import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Environment } from './environment.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import type { ProcessIdentity } from './processes.ts';
import { namesIn, removeTree } from './remove.ts';

/** The file in each of our temporary directories that tells whose it is: a `Marker` as JSON. */
export const MARKER = 'owner';

export interface Marker extends ProcessIdentity {
  /** The service that the process is writing. */
  readonly destination: string;
}

/** `<prefix><pid>-<random>` */
export async function workspaceName(
  { processes }: Pick<Environment, 'processes'>,
  prefix: string,
): Promise<string> {
  const { pid } = await processes.self();
  return `${prefix}${pid}-${randomBytes(8).toString('hex')}`;
}

/** Whether a directory can be a workspace by its name. */
export function isWorkspaceName(name: string, prefix: string): boolean {
  return name.startsWith(prefix) && /^\d+-[0-9a-f]{16}$/.test(name.slice(prefix.length));
}

/** Makes a directory that carries this process's marker. Returns its path. */
export async function createWorkspace(
  { files, processes }: Environment,
  parent: string,
  prefix: string,
  destination: string,
): Promise<string> {
  const workspace = join(parent, await workspaceName({ processes }, prefix));
  await files.mkdir(workspace);
  try {
    const marker: Marker = { ...(await processes.self()), destination };
    await files.writeFile(join(workspace, MARKER), Buffer.from(JSON.stringify(marker)), 0o666);
  } catch (error) {
    await discard(files, workspace);
    throw error;
  }
  return workspace;
}

/**
 * Whether a directory named like a workspace was left by a process that is no more. Without a readable marker that holds only if
 * there is nothing else in it: the process died while writing the marker, or while removing it.
 */
export async function isStale(environment: Environment, workspace: string): Promise<boolean> {
  const { files, processes } = environment;
  if ((await files.lstat(workspace))?.kind !== 'directory') return false;
  const identity = await readMarker(files, workspace);
  if (identity !== undefined) return !(await processes.isAlive(identity));
  if ((await namesIn(files, workspace)).some((name) => name !== MARKER)) return false;
  const [pid = ''] = /\d+(?=-[0-9a-f]{16}$)/.exec(basename(workspace)) ?? [];
  return !processes.isRunning(Number(pid));
}

/** Undefined if it is not there or not whole. */
export async function readMarker(
  files: FileSystem,
  workspace: string,
): Promise<Marker | undefined> {
  const path = join(workspace, MARKER);
  try {
    if ((await files.lstat(path))?.kind !== 'file') return undefined;
    return parse(Buffer.from(await files.readFile(path)).toString());
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes a workspace, its marker last. */
export async function removeWorkspace(files: FileSystem, workspace: string): Promise<void> {
  await removeTree(files, workspace, MARKER);
}

/** The same where failing must not hide an earlier error; what is left, the next run removes. */
export async function discard(files: FileSystem, workspace: string): Promise<void> {
  await removeWorkspace(files, workspace).catch(() => undefined);
}

/**
 * Gives a workspace its place, which one process at a time can hold: false if another has it. A directory that is not empty is
 * never replaced by a rename, and a workspace is never empty.
 */
export async function claim(files: FileSystem, workspace: string, place: string): Promise<boolean> {
  try {
    await files.rename(workspace, place);
    return true;
  } catch (error) {
    if ((await files.lstat(place)) === undefined) throw error;
    return false;
  }
}

function parse(text: string): Marker | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid, start, at, destination } = value as Partial<Record<keyof Marker, unknown>>;
  if (typeof host !== 'string' || typeof pid !== 'number') return undefined;
  if (typeof start !== 'string' || typeof at !== 'string') return undefined;
  if (typeof destination !== 'string') return undefined;
  return { host, pid, start, at, destination };
}
