import { dirname, join } from 'node:path';
import { holds, readNow } from './disk.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf } from './io-errors.ts';
import { assertHeld, type Journal } from './journal.ts';
import type { Manifest, Step } from './manifest.ts';
import { directoriesOf } from './paths.ts';
import { removeIfEmpty } from './remove.ts';

/** Called after each step. */
export type OnStep = (path: string) => void;

/**
 * Both directions can be repeated from any point. A file that holds neither the text before nor the one after was changed by a
 * person meanwhile: it is left as it is, and its path is returned.
 */
export type Roll = (journal: Journal, manifest: Manifest, onStep?: OnStep) => Promise<string[]>;

/** Carries a journal out. */
export const rollForward: Roll = async (journal, manifest, onStep) => {
  const { files, root } = toolsOf(journal);
  const left: string[] = [];
  for (const directory of manifest.created) await makeDirectory(files, root, directory);
  for (const [index, step] of manifest.steps.entries()) {
    if (!(await stepForward(journal, step, index))) left.push(step.path);
    onStep?.(step.path);
  }
  // A step whose text is not there counts as done, which holds only as long as the journal itself is there.
  await assertHeld(journal);
  for (const directory of manifest.emptied) await removeDirectory(files, root, directory);
  await syncDirectories(journal, manifest);
  return left;
};

/** Takes a journal back. */
export const rollBack: Roll = async (journal, manifest, onStep) => {
  const { files, root } = toolsOf(journal);
  const left: string[] = [];
  for (const [index, step] of [...manifest.steps.entries()].reverse()) {
    if (!(await stepBack(journal, step, index))) left.push(step.path);
    onStep?.(step.path);
  }
  await assertHeld(journal);
  for (const directory of [...manifest.created].reverse()) {
    await removeDirectory(files, root, directory);
  }
  await syncDirectories(journal, manifest);
  return left;
};

/** Where the new text of a step lies until it is carried out. */
export function newText({ path }: Journal, index: number): string {
  return join(path, 'new', String(index));
}

/** Where the text that a step replaces lies until it is taken back. */
export function oldText({ path }: Journal, index: number): string {
  return join(path, 'old', String(index));
}

/** Where a file goes that a step deletes, so that only the owner of the journal can delete it. */
function deletedFile({ path }: Journal, index: number): string {
  return join(path, 'deleted', String(index));
}

/** False: a person's file is there. */
async function stepForward(journal: Journal, step: Step, index: number): Promise<boolean> {
  const { files, root } = toolsOf(journal);
  const target = join(root, step.path);
  const staged = newText(journal, index);
  if (step.after !== undefined && !(await exists(files, staged))) return true;
  const entry = await readNow(files, root, step.path);
  if (step.after === undefined && entry.kind === 'absent') return true;
  if (!holds(entry, step.before) && !holds(entry, step.after)) return false;
  if (step.after === undefined) await files.rename(target, deletedFile(journal, index));
  else await files.rename(staged, target);
  return true;
}

/** False: a person's file is there. */
async function stepBack(journal: Journal, step: Step, index: number): Promise<boolean> {
  const { files, root } = toolsOf(journal);
  const target = join(root, step.path);
  if (step.after !== undefined && (await exists(files, newText(journal, index)))) return true;
  const entry = await readNow(files, root, step.path);
  if (step.before === undefined) {
    if (entry.kind === 'absent') return true;
    if (!holds(entry, step.after)) return false;
    await files.rename(target, deletedFile(journal, index));
    return true;
  }
  const backup = oldText(journal, index);
  if (!(await exists(files, backup))) return true;
  if (step.after === undefined && holds(entry, step.before)) return true;
  if (!holds(entry, step.before) && !holds(entry, step.after)) return false;
  for (const directory of directoriesOf(step.path)) await makeDirectory(files, root, directory);
  await files.rename(backup, target);
  return true;
}

/** Nothing is made behind a link, which may lead out of the service. */
async function makeDirectory(files: FileSystem, root: string, directory: string): Promise<void> {
  if (await isBehindLink(files, root, directory)) return;
  if (await exists(files, join(root, directory))) return;
  try {
    await files.mkdir(join(root, directory));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

async function removeDirectory(files: FileSystem, root: string, directory: string): Promise<void> {
  if (await isBehindLink(files, root, directory)) return;
  await removeIfEmpty(files, join(root, directory));
}

/** Whether a directory above a path is a link (or no directory). */
async function isBehindLink(files: FileSystem, root: string, path: string): Promise<boolean> {
  for (const directory of directoriesOf(path)) {
    const stat = await files.lstat(join(root, directory));
    if (stat !== undefined && stat.kind !== 'directory') return true;
  }
  return false;
}

async function syncDirectories(
  journal: Journal,
  { steps, created, emptied }: Manifest,
): Promise<void> {
  const { files, root } = toolsOf(journal);
  const changed = [...steps.map(({ path }) => path), ...created, ...emptied];
  for (const directory of new Set(changed.map((path) => dirname(join(root, path))))) {
    const stat = await files.lstat(directory);
    if (stat?.kind === 'directory') await files.sync(directory);
  }
}

function toolsOf({ environment, root }: Journal): { files: FileSystem; root: string } {
  return { files: environment.files, root };
}

async function exists(files: FileSystem, path: string): Promise<boolean> {
  return (await files.lstat(path)) !== undefined;
}
