import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { ApplyError, PlanError, StalePlanError } from './errors.ts';
import { describe } from './io-errors.ts';
import {
  assertHeld,
  commit,
  endJournal,
  type Journal,
  openJournal,
  type Outcome,
  turnRound,
} from './journal.ts';
import type { Manifest, Step } from './manifest.ts';
import { allDirectoriesOf } from './paths.ts';
import { newText, oldText, type OnStep, rollBack, rollForward } from './roll.ts';
import { readContent, sha256 } from './text.ts';
import type { Change, Plan } from './types.ts';
import { verify } from './verify.ts';

/** Changes a directory that is there already, through a journal. Throws what applyPlan throws. */
export async function changeInPlace(
  environment: Environment,
  plan: Plan,
  onStep?: OnStep,
): Promise<void> {
  const journal = await open(environment, plan);
  const manifest = await beforeCommit(journal, plan);
  try {
    const left = await rollForward(journal, manifest, onStep);
    if (left.length > 0) throw new StalePlanError(left);
  } catch (error) {
    await assertHeld(journal);
    await takeBack(journal, manifest, error);
    throw error;
  }
  await end(journal, 'completed');
}

/** The first look comes before anything is written, so that a refusal touches nothing. */
async function open(environment: Environment, plan: Plan): Promise<Journal> {
  try {
    await verify(environment.files, plan);
    return await openJournal(environment, plan.destination);
  } catch (error) {
    throw toApplyError(error);
  }
}

/** Until the commit point nothing but the journal itself exists: without it, all is as before. */
async function beforeCommit(journal: Journal, plan: Plan): Promise<Manifest> {
  try {
    await verify(journal.environment.files, plan);
    const manifest = await stage(journal, plan);
    await commit(journal, manifest);
    return manifest;
  } catch (error) {
    await assertHeld(journal);
    await endJournal(journal, 'rolled-back').catch(() => undefined);
    throw toApplyError(error);
  }
}

async function stage(journal: Journal, plan: Plan): Promise<Manifest> {
  const { files } = journal.environment;
  for (const directory of ['new', 'old', 'deleted']) {
    await files.mkdir(join(journal.path, directory));
  }
  const steps: Step[] = [];
  for (const [index, change] of plan.changes.entries()) {
    steps.push(await stageChange(journal, change, index));
  }
  for (const directory of ['new', 'old']) await files.sync(join(journal.path, directory));
  const kept = plan.changes.filter(({ after }) => after !== undefined).map(({ path }) => path);
  const created: string[] = [];
  for (const directory of allDirectoriesOf(kept)) {
    const stat = await files.lstat(join(plan.destination, directory));
    if (stat === undefined) created.push(directory);
  }
  return { steps, created, emptied: plan.emptied };
}

async function stageChange(journal: Journal, change: Change, index: number): Promise<Step> {
  const { files } = journal.environment;
  const { path, before, after } = change;
  if (after !== undefined) {
    const staged = newText(journal, index);
    await files.writeFile(staged, Buffer.from(after.text), after.mode);
    if (before !== undefined) await files.chmod(staged, after.mode);
  }
  if (before !== undefined) {
    const bytes = await files.readFile(join(journal.root, path));
    if (readContent(bytes).bytes !== before.sha256) throw new StalePlanError([path]);
    const backup = oldText(journal, index);
    await files.writeFile(backup, bytes, before.mode);
    await files.chmod(backup, before.mode);
  }
  return {
    path,
    ...(before === undefined ? {} : { before: before.sha256 }),
    ...(after === undefined ? {} : { after: sha256(after.text) }),
  };
}

/** Throws an ApplyError that tells how it ended. */
async function takeBack(journal: Journal, manifest: Manifest, cause: unknown): Promise<never> {
  try {
    await turnRound(journal);
    await rollBack(journal, manifest);
  } catch (error) {
    await assertHeld(journal);
    const message =
      `Writing failed: ${describe(cause)}. Taking it back failed as well: ${describe(error)}. ` +
      'The next run of the generator will finish this; nothing is lost.';
    throw new ApplyError(message, 'unfinished', cause);
  }
  await end(journal, 'rolled-back');
  throw toApplyError(cause);
}

async function end(journal: Journal, outcome: Outcome): Promise<void> {
  try {
    await endJournal(journal, outcome);
  } catch (error) {
    if (error instanceof PlanError) throw error;
    const done = outcome === 'completed' ? 'All is written' : 'All is as before';
    const message = `${done}, but the journal is still there: ${describe(error)}. The next run will remove it.`;
    throw new ApplyError(message, outcome, error);
  }
}

function toApplyError(error: unknown): Error {
  if (error instanceof PlanError) return error;
  const message = `Writing failed: ${describe(error)}. Nothing was changed.`;
  return new ApplyError(message, 'rolled-back', error);
}
