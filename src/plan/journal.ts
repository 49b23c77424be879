import { basename, join } from 'node:path';
import type { Environment } from './environment.ts';
import { BusyError, ForeignJournalError, UnfinishedRunError } from './errors.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import { FOLDER, JOURNAL } from './layout.ts';
import { formatManifest, type Manifest, parseManifest } from './manifest.ts';
import type { ProcessIdentity } from './processes.ts';
import { namesIn, removeIfEmpty } from './remove.ts';
import {
  claim,
  createWorkspace,
  discard,
  isWorkspaceName,
  type Marker,
  MARKER,
  readMarker,
  workspaceName,
  writeMarker,
} from './workspace.ts';

/**
 * A journal is a workspace that lies in a place which only one can hold: `.resource-service/journal`.
 *
 * Everything that a journal does to the service is a rename out of it or into it, by `path`. A process that takes a journal over gives it
 * a new name in the same step: from then on nothing that its former owner tries can succeed, also if that one was wrongly taken to be
 * dead (a process on another machine cannot be asked). Only a directory that it makes or an empty one that it removes could still come late.
 */
export interface Journal {
  readonly environment: Environment;
  /** The service. */
  readonly root: string;
  /** The journal's own directory, as long as this process holds it. */
  readonly path: string;
}

export type Outcome = 'rolled-back' | 'completed';

/** What temporary directories in `.resource-service/` are called: before they are the journal, and when it has ended. */
export const PREPARED = 'journal-';
export const PREPARED_PLACE = 'journal-place-';
export const ENDED: Readonly<Record<Outcome, string>> = {
  'rolled-back': 'rolled-back-',
  completed: 'completed-',
};

/** Throws BusyError if another process has the place, or left it without `recover` having been called. */
export async function openJournal(environment: Environment, root: string): Promise<Journal> {
  const { files } = environment;
  const place = join(root, JOURNAL);
  const prepared = await prepare(environment, root);
  try {
    if (await claim(files, prepared.place, place)) {
      await files.sync(join(root, FOLDER));
      return { environment, root, path: join(place, prepared.name) };
    }
  } catch (error) {
    await discardPrepared(files, prepared);
    throw error;
  }
  await discardPrepared(files, prepared);
  throw new BusyError(`Another run of the generator is writing to ${root}, or was killed there.`);
}

/**
 * Takes over the journal of a process that is no more; undefined if there is none, or it ended meanwhile. Throws BusyError if the process
 * lives or another takes it over at the same time, ForeignJournalError if it was not written here.
 */
export async function takeOver(
  environment: Environment,
  root: string,
): Promise<Journal | undefined> {
  const { files, processes } = environment;
  const found = await findJournal(files, root);
  if (found === undefined) return undefined;
  const { path, owner } = found;
  if (await processes.isAlive(owner)) throw busy(root, owner);
  const name = await workspaceName(environment, PREPARED);
  const ours = join(root, JOURNAL, name);
  try {
    await writeMarker(environment, join(path, markerOf(name)), owner);
    await files.rename(path, ours);
    await files.sync(join(root, JOURNAL));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    if ((await namesIn(files, join(root, JOURNAL))).length === 0) return undefined;
    throw takenOver(root);
  }
  return { environment, root, path: ours };
}

/** Throws BusyError if another process has taken this journal over, or ended it. */
export async function assertHeld({ environment, root, path }: Journal): Promise<void> {
  const isLost = await environment.files.lstat(path).then(
    (stat) => stat === undefined,
    () => false,
  );
  if (isLost) throw takenOver(root);
}

function takenOver(root: string): BusyError {
  return new BusyError(
    `Another run of the generator is tidying up ${root}: it took over what this one had begun.`,
  );
}

/** Ends a journal in one step; whatever then cannot be removed, the next run removes. Throws BusyError if another process has it. */
export async function endJournal(journal: Journal, outcome: Outcome): Promise<void> {
  const { root, path } = journal;
  const { files } = journal.environment;
  const ended = join(root, FOLDER, await workspaceName(journal.environment, ENDED[outcome]));
  try {
    await files.rename(path, ended);
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? takenOver(root) : error;
  }
  await files.sync(join(root, FOLDER));
  await removeIfEmpty(files, join(root, JOURNAL));
  await discard(files, ended);
  await removeIfEmpty(files, join(root, FOLDER)).catch(() => false);
}

/** Throws UnfinishedRunError if a run holds the place of the journal, or something else is in it. */
export async function assertNoJournal(files: FileSystem, root: string): Promise<void> {
  const place = join(root, JOURNAL);
  if ((await files.lstat(join(root, FOLDER)))?.kind !== 'directory') return;
  const stat = await files.lstat(place);
  if (stat === undefined) return;
  if (stat.kind === 'directory' && (await namesIn(files, place)).length === 0) return;
  throw new UnfinishedRunError(`${root} holds the journal of a run that has not ended.`);
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

/** A journal in a place of its own, that only has to be moved. */
interface Prepared {
  readonly place: string;
  readonly name: string;
}

/** Another process that tidies up may remove the folder while it is still empty: then it is made again. */
async function prepare(environment: Environment, root: string): Promise<Prepared> {
  const { files } = environment;
  const folder = join(root, FOLDER);
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await files.lstat(folder)) === undefined) {
        await files.mkdir(folder);
        await files.sync(root);
      }
      return await preparePlace(environment, folder, root);
    } catch (error) {
      const isRace = codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST';
      if (isRace && attempt < 5) continue;
      await removeIfEmpty(files, folder).catch(() => false);
      throw error;
    }
  }
}

async function preparePlace(
  environment: Environment,
  folder: string,
  root: string,
): Promise<Prepared> {
  const { files } = environment;
  const workspace = await createWorkspace(environment, folder, PREPARED, root);
  const place = join(folder, await workspaceName(environment, PREPARED_PLACE));
  const name = basename(workspace);
  try {
    await files.mkdir(place);
    await files.rename(workspace, join(place, name));
    await files.sync(place);
  } catch (error) {
    await discard(files, workspace);
    await discardPrepared(files, { place, name });
    throw error;
  }
  return { place, name };
}

async function discardPrepared(files: FileSystem, { place, name }: Prepared): Promise<void> {
  await discard(files, join(place, name));
  await removeIfEmpty(files, place).catch(() => false);
}

/** The journal in its place, with its present owner. Throws ForeignJournalError for anything else that is there. */
async function findJournal(
  files: FileSystem,
  root: string,
): Promise<{ path: string; owner: Marker } | undefined> {
  const place = join(root, JOURNAL);
  const stat = await files.lstat(place);
  if (stat === undefined) return undefined;
  if (stat.kind !== 'directory') throw foreign(place);
  let seen: string | undefined;
  for (;;) {
    const names = await namesIn(files, place);
    if (names.length === 0) return undefined;
    for (const name of names.filter((each) => isWorkspaceName(each, PREPARED))) {
      const path = join(place, name);
      if ((await files.lstat(path))?.kind !== 'directory') continue;
      const owner =
        (await readMarker(files, path, markerOf(name))) ?? (await readMarker(files, path));
      if (owner?.destination === root) return { path, owner };
    }
    // Another process may have taken it over or ended it while this one looked.
    if (names.join('/') === seen) throw foreign(place);
    seen = names.join('/');
  }
}

/** The first owner's marker is the workspace's own, that of a later one is named like the directory. */
function markerOf(name: string): string {
  return `${MARKER}-${name}`;
}

function foreign(place: string): ForeignJournalError {
  return new ForeignJournalError(
    `${place} was not left there by a run of the generator on this machine: it came with a copy or a clone, or the service was moved. ` +
      'Nothing of it was carried out.',
  );
}

function busy(root: string, owner: ProcessIdentity): BusyError {
  return new BusyError(
    `Another run of the generator is writing to ${root}: process ${owner.pid} on ${owner.host}, since ${owner.at}. ` +
      'Wait until it has ended and try again.',
  );
}
