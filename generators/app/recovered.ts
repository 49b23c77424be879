import type { CommandLine } from './command-line.ts';
import type { Tools } from './tools.ts';

/** Finishes or takes back what a killed run left, unless nothing may be written; says so if there was anything. */
export async function recovered(
  destination: string,
  { dryRun }: Pick<CommandLine, 'dryRun'>,
  { core, report }: Pick<Tools, 'core' | 'report'>,
): Promise<void> {
  if (dryRun) return;
  const { outcome, left } = await core.recover(destination);
  if (outcome === 'nothing') return;
  const what = outcome === 'completed' ? 'finished' : 'taken back';
  report.note(`An earlier run was stopped while it wrote to ${destination}; it was ${what}.`);
  for (const path of left) report.note(`  ${path} was changed since, and is left as it is.`);
}
