import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { BusyError } from './errors.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import { FOLDER, JOURNAL } from './layout.ts';
import { formatManifest, type Manifest, parseManifest } from './manifest.ts';
import type { ProcessIdentity } from './processes.ts';
import { removeIfEmpty } from './remove.ts';
import { claim, createWorkspace, discard, readMarker, workspaceName } from './workspace.ts';

/** A journal is a workspace whose place only one process can hold: `.resource-service/journal`. */
export interface Journal {
  readonly environment: Environment;
  /** The service. */
  readonly root: string;
  /** The journal's own directory. */
  readonly path: string;
}

export type Outcome = 'rolled-back' | 'completed';

/** What temporary directories in `.resource-service/` are called: before they are the journal, and when it has ended. */
export const PREPARED = 'journal-';
export const ENDED: Readonly<Record<Outcome, string>> = {
  'rolled-back': 'rolled-back-',
  completed: 'completed-',
};

/** Throws BusyError if another process has the place, or left it without `recover` having been called. */
export async function openJournal(environment: Environment, root: string): Promise<Journal> {
  const { files } = environment;
  const path = join(root, JOURNAL);
  const workspace = await prepare(environment, root);
  try {
    if (await claim(files, workspace, path)) {
      await files.sync(join(root, FOLDER));
      return { environment, root, path };
    }
  } catch (error) {
    await discard(files, workspace);
    throw error;
  }
  await discard(files, workspace);
  throw new BusyError(`Another run of the generator is writing to ${root}, or was killed there.`);
}

/**
 * Takes over the journal of a process that is no more; undefined if it ended meanwhile. Throws BusyError if the process lives.
 *
 * The marker of the first owner lies in the journal itself, those of later ones in `owner-1`, `owner-2`, … Each is prepared inside
 * the journal, so that it cannot end up in a later journal at the same place.
 */
export async function takeOver(
  environment: Environment,
  root: string,
): Promise<Journal | undefined> {
  const { files, processes } = environment;
  const path = join(root, JOURNAL);
  try {
    const workspace = await createWorkspace(environment, path, PREPARED, root);
    try {
      const { owner, takeovers } = await ownerOf(files, path);
      if (owner !== undefined && (await processes.isAlive(owner))) throw busy(root, owner);
      if (await claim(files, workspace, join(path, `owner-${takeovers + 1}`))) {
        return { environment, root, path };
      }
      throw new BusyError(`Another run of the generator is tidying up ${root}.`);
    } catch (error) {
      await discard(files, workspace);
      throw error;
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Ends a journal in one step; whatever then cannot be removed, the next run removes. */
export async function endJournal(journal: Journal, outcome: Outcome): Promise<void> {
  const { root, path } = journal;
  const { files } = journal.environment;
  const ended = join(root, FOLDER, await workspaceName(journal.environment, ENDED[outcome]));
  await files.rename(path, ended);
  await files.sync(join(root, FOLDER));
  await discard(files, ended);
  await removeIfEmpty(files, join(root, FOLDER)).catch(() => false);
}

/** The commit point: from here on the journal is carried out, also by a later process. */
export async function commit({ environment, path }: Journal, manifest: Manifest): Promise<void> {
  const { files } = environment;
  const draft = join(path, 'manifest.draft');
  await files.writeFile(draft, Buffer.from(formatManifest(manifest)), 0o666);
  await files.sync(path);
  await files.rename(draft, join(path, 'manifest'));
  await files.sync(path);
}

/** Turns round: from here on the journal is taken back, also by a later process. */
export async function turnRound({ environment, path }: Journal): Promise<void> {
  await environment.files.rename(join(path, 'manifest'), join(path, 'undo'));
  await environment.files.sync(path);
}

/** Where a journal stands. Throws an Error if its manifest is damaged. */
export async function readJournal({
  environment: { files },
  path,
}: Journal): Promise<{ direction: 'forward' | 'back'; manifest: Manifest } | undefined> {
  for (const [name, direction] of [['undo', 'back'] as const, ['manifest', 'forward'] as const]) {
    if ((await files.lstat(join(path, name))) === undefined) continue;
    const bytes = await files.readFile(join(path, name));
    return { direction, manifest: parseManifest(Buffer.from(bytes).toString()) };
  }
  return undefined;
}

/** Another process that tidies up may remove the folder while it is still empty: then it is made again. */
async function prepare(environment: Environment, root: string): Promise<string> {
  const { files } = environment;
  const folder = join(root, FOLDER);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await files.lstat(folder)) === undefined) {
        await files.mkdir(folder);
        await files.sync(root);
      }
      return await createWorkspace(environment, folder, PREPARED, root);
    } catch (error) {
      const isRace = codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST';
      if (isRace && attempt < 5) continue;
      await removeIfEmpty(files, folder).catch(() => false);
      throw error;
    }
  }
}

async function ownerOf(
  files: FileSystem,
  path: string,
): Promise<{ owner: ProcessIdentity | undefined; takeovers: number }> {
  const numbers = (await files.readdir(path)).map((name) => /^owner-(\d+)$/.exec(name)?.[1] ?? 0);
  const takeovers = Math.max(0, ...numbers.map(Number));
  const last = takeovers === 0 ? path : join(path, `owner-${takeovers}`);
  return { owner: await readMarker(files, last), takeovers };
}

function busy(root: string, owner: ProcessIdentity): BusyError {
  return new BusyError(
    `Another run of the generator is writing to ${root}: process ${owner.pid} on ${owner.host}, since ${owner.at}. ` +
      'Wait until it has ended and try again.',
  );
}
