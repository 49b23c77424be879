import type { Decisions, PlannedService } from '../../src/generate.ts';
import { conflictsOf, type Plan } from '../../src/plan/index.ts';
import type { Failure } from '../command/failure.ts';
import type { CommandLine } from './command-line.ts';
import { decisionsBy } from './conflict-flags.ts';
import type { Tools } from './tools.ts';

/** The plan with what the flags decide. */
export async function decidePlan(
  { plan, replan }: Extract<PlannedService, { ok: true }>,
  commandLine: CommandLine,
): Promise<{ plan: Plan; decisions: Decisions } | { failures: readonly Failure[] }> {
  const reading = decisionsBy(commandLine, plan);
  if (!reading.ok) return reading;
  const { decisions } = reading;
  const isDecided = (decisions.resolutions?.size ?? 0) + (decisions.drop?.length ?? 0) > 0;
  return { plan: isDecided ? await replan(decisions) : plan, decisions };
}

/** Where nothing else is in the way, a person at a terminal can decide at once. */
export function mayAskForConflicts(
  { obstacles, conflicts }: Plan,
  { yes, json }: CommandLine,
  { isTerminal }: Tools,
): boolean {
  return (
    isTerminal && !yes && !json && conflicts.length > 0 && conflicts.length === obstacles.length
  );
}

/** Writes the conflict files and nothing else; gives the paths of those that there are. */
export async function writeConflicts(plan: Plan, { core }: Tools): Promise<string[]> {
  if (plan.conflicts.length === 0) return [];
  await core.applyPlan(conflictsOf(plan), {});
  return plan.conflicts.map(({ path }) => `${path}.conflict`);
}
