import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PlannedService } from '../../src/generate.ts';
import type { Plan } from '../../src/plan/index.ts';
import { Interrupted } from '../command/outcome.ts';
import { failureOf } from '../command/errors.ts';
import type { CommandLine } from './command-line.ts';
import { packageManagerOf, settingsIn } from './install.ts';
import type { PackageManager } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { Tools } from './tools.ts';

/** Writes the files and installs what they need. */
export async function applyPlanned(
  { plan, nextCommands }: Extract<PlannedService, { ok: true }>,
  destination: string,
  { skipInstall, packageManager }: CommandLine,
  tools: Tools,
): Promise<Outcome> {
  const refused = await write(plan, destination, tools);
  if (refused !== undefined) return refused;
  const manager = packageManagerOf(destination, packageManager);
  const done = { destination, plan, nextCommands: commandsFor(manager, nextCommands) };
  if (skipInstall || !needsInstall(plan, destination))
    return typed({ result: 'written', ...done }, tools);
  const failure = await installWith(manager, destination, tools);
  if (failure === 'interrupted' || tools.interruptions.came)
    return { result: 'interrupted', written: true, ...done };
  if (failure !== undefined) return { result: 'failed', ...done, failures: [failure] };
  const left = withoutInstall(done.nextCommands);
  return typed({ result: 'written', ...done, nextCommands: left }, tools);
}

/** A merge can be without a conflict and still be wrong, and what a person wrote may use what is gone: the type checker sees both. */
async function typed(
  outcome: Outcome & { readonly plan: Plan; readonly destination: string },
  { checkTypes, interruptions }: Tools,
): Promise<Outcome> {
  const isNew = outcome.plan.files.every(({ action }) => action === 'create');
  if (isNew) return outcome;
  // Loaded here, because a run that writes nothing, or something new, has no use for it.
  const { missingPackages } = await import('./missing-packages.ts');
  const missing = missingPackages(outcome.destination);
  // What is not installed has no types: nearly every line that uses it would be a finding.
  if (missing.length > 0) return { ...outcome, missingPackages: missing };
  const typeFindings = await interruptions.during(() => checkTypes(outcome.destination));
  return typeFindings.length === 0 ? outcome : { ...outcome, typeFindings };
}

/** Before the plan is accepted: that an installation follows, and does what the directory says. Undefined: nothing to know. */
export function installationToCome(
  plan: Plan,
  destination: string,
  { skipInstall, packageManager }: CommandLine,
): string | undefined {
  const settings = settingsIn(destination);
  if (skipInstall || settings.length === 0 || !needsInstall(plan, destination)) return undefined;
  return (
    `After that, ${packageManagerOf(destination, packageManager)} install runs there and obeys ${settings.join(', ')}, ` +
    'which can name programs to run. --skip-install leaves it to you.'
  );
}

/** All or nothing; Ctrl-C takes back what was begun. Undefined: it worked. */
async function write(
  plan: Plan,
  destination: string,
  { core, report, interruptions }: Tools,
): Promise<Outcome | undefined> {
  const progress = report.progress('Writing');
  const onProgress = ({ done, total }: { done: number; total: number }): void => {
    if (interruptions.came) throw new Interrupted();
    progress.update(done, total);
  };
  try {
    await interruptions.during(() => core.applyPlan(plan, { onProgress }));
    return undefined;
  } catch (error) {
    const failure = failureOf(error, destination);
    const wasTakenBack = !(
      error instanceof Error &&
      'outcome' in error &&
      error.outcome === 'unfinished'
    );
    return interruptions.came && wasTakenBack
      ? { result: 'interrupted', destination }
      : { result: 'failed', destination, plan, failures: [failure] };
  } finally {
    progress.stop();
  }
}

async function installWith(manager: PackageManager, destination: string, tools: Tools) {
  tools.report.note(`\nInstalling with ${manager} install; --skip-install leaves that to you.`);
  return tools.interruptions.during(() => tools.install(destination, manager));
}

/** What a package manager reads has changed, or it never ran. */
function needsInstall({ files }: Plan, destination: string): boolean {
  const packageFile = files.find(({ path }) => path === 'package.json');
  const isOther = ['create', 'rewrite', 'merge'].includes(packageFile?.action ?? '');
  return isOther || !existsSync(join(destination, 'node_modules'));
}

function commandsFor(manager: PackageManager, commands: readonly string[]): string[] {
  return commands.map((command) => command.replace(/^npm /, `${manager} `));
}

function withoutInstall(commands: readonly string[]): string[] {
  return commands.filter((command) => !command.endsWith(' install'));
}
