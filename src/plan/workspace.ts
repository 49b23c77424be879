import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Environment } from './environment.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import type { ProcessIdentity } from './processes.ts';
import { namesIn, removeTree } from './remove.ts';

/** The file in each of our temporary directories that tells whose it is: a `Marker` as JSON. */
export const MARKER = 'owner';

/** An empty file beside the marker, which names it as it is on this disk: a marker that was copied here counts for nothing. */
const SEAL = 'seal';

export interface Marker extends ProcessIdentity {
  /** The service that the process is writing. */
  readonly destination: string;
  /** What the file system says of the seal. */
  readonly seal: string;
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
  environment: Environment,
  parent: string,
  prefix: string,
  destination: string,
): Promise<string> {
  const { files } = environment;
  const workspace = join(parent, await workspaceName(environment, prefix));
  await files.mkdir(workspace);
  try {
    await files.writeFile(join(workspace, SEAL), new Uint8Array(), 0o666);
    const seal = (await sealOf(files, workspace)) ?? '';
    await writeMarker(environment, join(workspace, MARKER), { destination, seal });
  } catch (error) {
    await discard(files, workspace);
    throw error;
  }
  return workspace;
}

/** Writes a marker of this process. */
export async function writeMarker(
  { files, processes }: Environment,
  path: string,
  { destination, seal }: Pick<Marker, 'destination' | 'seal'>,
): Promise<void> {
  const marker: Marker = { ...(await processes.self()), destination, seal };
  await files.writeFile(path, Buffer.from(JSON.stringify(marker)), 0o666);
}

/** Whose a directory named like a workspace is: a living process's, left by one that is no more, or not made on this machine. */
export type Standing = 'live' | 'left' | 'foreign';

/**
 * Without a readable marker it was left only if there is nothing else in it: the process died while writing the marker, or while
 * removing it.
 */
export async function standingOf(environment: Environment, workspace: string): Promise<Standing> {
  const { files, processes } = environment;
  if ((await files.lstat(workspace))?.kind !== 'directory') return 'foreign';
  const marker = await readAnyMarker(files, workspace, MARKER);
  if (marker !== undefined && !(await isSealed(files, workspace, marker))) return 'foreign';
  if (marker !== undefined) return (await processes.isAlive(marker)) ? 'live' : 'left';
  const ours = new Set([MARKER, SEAL]);
  if ((await namesIn(files, workspace)).some((name) => !ours.has(name))) return 'foreign';
  const [pid = ''] = /\d+(?=-[0-9a-f]{16}$)/.exec(basename(workspace)) ?? [];
  return processes.isRunning(Number(pid)) ? 'live' : 'left';
}

/** Undefined if it is not there, not whole, or was not written in this directory on this machine. */
export async function readMarker(
  files: FileSystem,
  workspace: string,
  name: string = MARKER,
): Promise<Marker | undefined> {
  const marker = await readAnyMarker(files, workspace, name);
  return marker !== undefined && (await isSealed(files, workspace, marker)) ? marker : undefined;
}

/** The same, wherever it was written. */
async function readAnyMarker(
  files: FileSystem,
  workspace: string,
  name: string,
): Promise<Marker | undefined> {
  const path = join(workspace, name);
  try {
    if ((await files.lstat(path))?.kind !== 'file') return undefined;
    return parse(Buffer.from(await files.readFile(path)).toString());
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Removes a workspace, what marks it as ours last. */
export async function removeWorkspace(files: FileSystem, workspace: string): Promise<void> {
  await removeTree(files, workspace, [MARKER, SEAL]);
}

/**
 * Removes what another process left. It gets a new name first: should that process live after all, it can do nothing more with
 * what is half removed. False: another process was faster.
 */
export async function removeLeft(
  environment: Environment,
  workspace: string,
  prefix: string,
): Promise<boolean> {
  const { files } = environment;
  const ours = join(dirname(workspace), await workspaceName(environment, prefix));
  try {
    await files.rename(workspace, ours);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  await removeWorkspace(files, ours);
  return true;
}

/** The same where failing must not hide an earlier error; what is left, the next run removes. */
export async function discard(files: FileSystem, workspace: string): Promise<void> {
  await removeWorkspace(files, workspace).catch(() => undefined);
}

/**
 * Gives a directory its place, which one process at a time can hold: false if another has it. A directory that is not empty is
 * never replaced by a rename.
 */
export async function claim(files: FileSystem, directory: string, place: string): Promise<boolean> {
  try {
    await files.rename(directory, place);
    return true;
  } catch (error) {
    if ((await files.lstat(place)) === undefined) throw error;
    return false;
  }
}

async function isSealed(files: FileSystem, workspace: string, { seal }: Marker): Promise<boolean> {
  return seal === (await sealOf(files, workspace));
}

async function sealOf(files: FileSystem, workspace: string): Promise<string | undefined> {
  const stat = await files.lstat(join(workspace, SEAL));
  return stat?.kind === 'file' ? stat.seal : undefined;
}

function parse(text: string): Marker | undefined {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { host, pid, start, at, destination, seal } = value as Partial<
    Record<keyof Marker, unknown>
  >;
  if (typeof host !== 'string' || typeof pid !== 'number') return undefined;
  if (typeof start !== 'string' || typeof at !== 'string') return undefined;
  if (typeof destination !== 'string' || typeof seal !== 'string') return undefined;
  return { host, pid, start, at, destination, seal };
}
