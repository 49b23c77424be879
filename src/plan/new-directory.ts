import { basename, dirname, join } from 'node:path';
import { resolveDestination } from './destination.ts';
import type { Environment } from './environment.ts';
import { ApplyError, BusyError, PlanError, StalePlanError } from './errors.ts';
import type { FileSystem } from './file-system.ts';
import { codeOf, describe } from './io-errors.ts';
import { allDirectoriesOf } from './paths.ts';
import type { OnStep } from './roll.ts';
import { findStaging, stagingPrefix, TREE } from './staging.ts';
import type { Plan } from './types.ts';
import { createWorkspace, discard, standingOf } from './workspace.ts';

/**
 * Makes a directory that is not there: staged beside its place, then moved there by one rename. Directories missing above it
 * come with it. Throws what applyPlan throws.
 */
export async function makeDirectory(
  environment: Environment,
  plan: Plan,
  onStep?: OnStep,
): Promise<void> {
  try {
    await stageAndMove(environment, plan, onStep);
  } catch (error) {
    throw toApplyError(plan, error);
  }
}

async function stageAndMove(environment: Environment, plan: Plan, onStep?: OnStep): Promise<void> {
  const { files } = environment;
  const { outermost, exists } = await resolveDestination(files, plan.destination);
  if (exists) throw new StalePlanError([plan.destination]);
  await assertAlone(environment, outermost);
  const [parent, prefix] = [dirname(outermost), stagingPrefix(outermost)];
  const workspace = await createWorkspace(environment, parent, prefix, plan.destination);
  try {
    const tree = join(workspace, TREE);
    await writeTree(files, tree, plan, outermost, onStep);
    if ((await files.lstat(outermost)) !== undefined) throw new StalePlanError([outermost]);
    await files.rename(tree, outermost);
  } catch (error) {
    await discard(files, workspace);
    throw error;
  }
  // It is there now: what fails from here on is no reason to say otherwise.
  await files.sync(parent).catch(() => undefined);
  await discard(files, workspace);
}

async function assertAlone(environment: Environment, outermost: string): Promise<void> {
  for (const workspace of await findStaging(environment.files, outermost)) {
    if ((await standingOf(environment, workspace)) !== 'live') continue;
    throw new BusyError(`Another run of the generator is making ${outermost} (${workspace}).`);
  }
}

async function writeTree(
  files: FileSystem,
  tree: string,
  plan: Plan,
  outermost: string,
  onStep?: OnStep,
): Promise<void> {
  const above = plan.destination.slice(outermost.length + 1).replaceAll('\\', '/');
  const inTree = (path: string): string => (above === '' ? path : `${above}/${path}`);
  const paths = plan.changes.map(({ path }) => inTree(path));
  const directories = [tree, ...allDirectoriesOf(paths).map((path) => join(tree, path))];
  for (const directory of directories) await files.mkdir(directory);
  for (const { path, after } of plan.changes) {
    if (after === undefined) continue;
    await files.writeFile(join(tree, inTree(path)), Buffer.from(after.text), after.mode);
    onStep?.(path);
  }
  for (const directory of directories.reverse()) await files.sync(directory);
}

function toApplyError({ destination }: Plan, error: unknown): Error {
  if (error instanceof PlanError) return error;
  if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') {
    return new StalePlanError([destination]);
  }
  const message = `${basename(destination)} could not be made: ${describe(error)}. Nothing was written.`;
  return new ApplyError(message, 'rolled-back', error);
}
