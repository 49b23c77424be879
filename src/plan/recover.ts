import { dirname, join } from 'node:path';
import { resolveDestination } from './destination.ts';
import { type Environment, nodeEnvironment } from './environment.ts';
import { BusyError, RecoveryError } from './errors.ts';
import { codeOf, describe } from './io-errors.ts';
import {
  assertHeld,
  ENDED,
  endJournal,
  type Journal,
  type Outcome,
  PREPARED,
  PREPARED_PLACE,
  readJournal,
  takeOver,
  turnRound,
} from './journal.ts';
import { FOLDER, JOURNAL } from './layout.ts';
import { namesIn, removeIfEmpty } from './remove.ts';
import { rollBack, rollForward } from './roll.ts';
import { findStaging, stagingPrefix, TREE } from './staging.ts';
import { isWorkspaceName, readMarker, removeLeft, standingOf } from './workspace.ts';

export interface Recovery {
  /** What became of the run that was killed. */
  readonly outcome: 'nothing' | Outcome;
  /** Files that a person changed after that run was killed: they are as the person left them. */
  readonly left: readonly string[];
}

/**
 * Finishes or takes back what a killed run left at a destination; the first thing that each command does. Touches only what
 * carries a marker of this generator whose process is no more.
 *
 * Throws BusyError if a live process is writing there, RecoveryError if neither direction is possible, DestinationError if the
 * destination is a file.
 */
export async function recover(
  destination: string,
  environment: Environment = nodeEnvironment,
): Promise<Recovery> {
  const { files } = environment;
  const { root, exists, outermost } = await resolveDestination(files, destination);
  const staged = await removeStaging(environment, root, outermost);
  if (!exists) return { outcome: staged, left: [] };
  const journal = await recoverJournal(environment, root);
  const ended = await removeEnded(environment, root);
  const outcomes = [journal?.outcome ?? 'nothing', ended, staged] as const;
  const outcome = outcomes.find((each) => each !== 'nothing') ?? 'nothing';
  return { outcome, left: journal?.left ?? [] };
}

/**
 * Staging directories lie beside the outermost directory that was missing, which is any above the root by now. Either it has
 * appeared by one rename, or they hold all there is of it.
 */
async function removeStaging(
  environment: Environment,
  root: string,
  outermost: string,
): Promise<Recovery['outcome']> {
  let outcome: Recovery['outcome'] = 'nothing';
  for (const directory of [outermost, ...directoriesAbove(outermost)]) {
    for (const workspace of await findStaging(environment.files, directory)) {
      const removed = await removeIfLeft(environment, workspace, stagingPrefix(directory));
      if (removed?.destination === root) outcome = removed.outcome;
    }
  }
  return outcome;
}

async function removeIfLeft(
  environment: Environment,
  workspace: string,
  prefix: string,
): Promise<{ outcome: Outcome; destination: string | undefined } | undefined> {
  const { files } = environment;
  try {
    if ((await standingOf(environment, workspace)) !== 'left') return undefined;
    const marker = await readMarker(files, workspace);
    const tree = await files.lstat(join(workspace, TREE));
    const there = marker && (await files.lstat(marker.destination));
    if (!(await removeLeft(environment, workspace, prefix))) return undefined;
    const outcome = there !== undefined && tree === undefined ? 'completed' : 'rolled-back';
    return { outcome, destination: marker?.destination };
  } catch (error) {
    // It belongs to another process and does no harm.
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function directoriesAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...directoriesAbove(above)];
}

async function recoverJournal(
  environment: Environment,
  root: string,
): Promise<{ outcome: Outcome; left: readonly string[] } | undefined> {
  if (!(await hasFolder(environment, root))) return undefined;
  const journal = await takeOver(environment, root);
  if (journal === undefined) {
    await removeIfEmpty(environment.files, join(root, JOURNAL));
    return undefined;
  }
  try {
    const result = await finish(journal);
    await endJournal(journal, result.outcome);
    return result;
  } catch (error) {
    await assertHeld(journal);
    if (error instanceof BusyError) throw error;
    throw new RecoveryError(
      `What a killed run left in ${join(root, JOURNAL)} could be neither finished nor taken back: ${describe(error)}. ` +
        'Remove the cause and run again; the folder holds every text, old and new.',
      { cause: error },
    );
  }
}

async function finish(journal: Journal): Promise<{ outcome: Outcome; left: readonly string[] }> {
  const state = await readJournal(journal);
  if (state === undefined) return { outcome: 'rolled-back', left: [] };
  const { direction, manifest } = state;
  if (direction === 'forward') {
    try {
      return { outcome: 'completed', left: await rollForward(journal, manifest) };
    } catch {
      // Whatever is in the way of going forward may not be in the way of going back.
      await turnRound(journal);
    }
  }
  return { outcome: 'rolled-back', left: await rollBack(journal, manifest) };
}

/** Journals that were not begun or have ended, and the folder itself if it holds nothing else. */
async function removeEnded(environment: Environment, root: string): Promise<Recovery['outcome']> {
  if (!(await hasFolder(environment, root))) return 'nothing';
  let outcome: Recovery['outcome'] = 'nothing';
  for (const name of await namesIn(environment.files, join(root, FOLDER))) {
    const prefix = TEMPORARY.find((each) => isWorkspaceName(name, each));
    if (prefix === undefined) continue;
    const isRemoved = await (prefix === PREPARED_PLACE ? removePlace : removeEndedOne)(
      environment,
      join(root, FOLDER, name),
      prefix,
    );
    if (isRemoved) outcome = prefix === ENDED.completed ? 'completed' : 'rolled-back';
  }
  // An empty one is left by a first run that was taken back, or by a last one that came to its end: all is done either way.
  await removeIfEmpty(environment.files, join(root, FOLDER));
  return outcome;
}

const TEMPORARY = [PREPARED, PREPARED_PLACE, ENDED['rolled-back'], ENDED.completed];

async function removeEndedOne(
  environment: Environment,
  workspace: string,
  prefix: string,
): Promise<boolean> {
  if ((await standingOf(environment, workspace)) !== 'left') return false;
  return removeLeft(environment, workspace, prefix);
}

/** A place that was prepared for a journal, with what is in it; false if that is not left by a run of ours. */
async function removePlace(
  environment: Environment,
  place: string,
  prefix: string,
): Promise<boolean> {
  const { files } = environment;
  const names = await namesIn(files, place);
  for (const name of names) {
    if (!isWorkspaceName(name, PREPARED)) return false;
    if ((await standingOf(environment, join(place, name))) !== 'left') return false;
  }
  if (names.length === 0)
    return (await standingOf(environment, place)) === 'left' && removeIfEmpty(files, place);
  return removeLeft(environment, place, prefix);
}

/** Without following a link in the service. */
async function hasFolder({ files }: Environment, root: string): Promise<boolean> {
  return (await files.lstat(join(root, FOLDER)))?.kind === 'directory';
}
