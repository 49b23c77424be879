import { styleText } from 'node:util';
import type { PlannedService } from '../../src/generate.ts';
import { formatMistakes } from '../../src/specification/index.ts';
import type { Plan } from '../../src/plan/index.ts';
import type { Failure } from '../command/failure.ts';
import { applyPlanned, installationToCome } from './apply-planned.ts';
import type { CommandLine } from './command-line.ts';
import { confirm } from './confirm.ts';
import { otherSpecification } from './failures.ts';
import type { Outcome } from './outcome.ts';
import { specificationFile } from './place.ts';
import { recovered } from './recovered.ts';
import type { Source } from './source.ts';
import { harmlessLines } from './text.ts';
import type { Tools } from './tools.ts';

/** Plans, shows, asks, writes and installs. `again`: the answers are to be changed first. */
export async function writeService(
  source: Source,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Outcome | 'again'> {
  const { destination } = source;
  await recovered(destination, commandLine, tools);
  const planned = await planFor(source, tools);
  if (!planned.ok) return { result: 'refused', destination, mistakes: planned.mistakes };
  const { warnings } = planned;
  if (warnings.length > 0) tools.report.note(`\nWarnings\n${formatMistakes(warnings).trimEnd()}`);
  const outcome = await carryOut(planned, source, commandLine, tools);
  return outcome === 'again' ? outcome : { ...outcome, warnings };
}

async function carryOut(
  planned: Extract<PlannedService, { ok: true }>,
  source: Source,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Outcome | 'again'> {
  const { destination } = source;
  const { plan } = planned;
  const { dryRun } = commandLine;
  if (source.origin === 'answers' && !dryRun && plan.obstacles.length === 0) {
    preview(source, tools);
  }
  tools.report.plan(plan, dryRun ? 'diff' : 'brief');
  if (dryRun) return { result: 'planned', destination, plan };
  if (plan.obstacles.length > 0) {
    return { result: 'refused', destination, plan, failures: explained(source, plan) };
  }
  if (plan.changes.length === 0) return { result: 'current', destination, plan };
  const installation = installationToCome(plan, destination, commandLine);
  if (installation !== undefined) tools.report.note(`\n${installation}`);
  const answer = await confirm(source, plan, commandLine, tools);
  if (answer === 'again') return 'again';
  if (answer !== 'write') return { ...answer, destination, plan };
  return applyPlanned(planned, destination, commandLine, tools);
}

/** The answers as they will be written, before the question whether to write them. */
function preview({ text }: Source, { ask }: Tools): void {
  const lines = harmlessLines(text.trimEnd()).split('\n');
  ask.say(`\n${styleText('bold', specificationFile)}`);
  for (const line of lines) ask.say(line === '' ? '' : `  ${line}`);
}

async function planFor(
  { text, file, destination }: Source,
  { core, report }: Tools,
): Promise<PlannedService> {
  const progress = report.progress('Rendering and formatting');
  try {
    return await core.planService({ text, file, destination, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

/** What the obstacles do not say by themselves. */
function explained({ origin }: Source, { obstacles }: Plan): Failure[] {
  const isSpecification = obstacles.some(({ path }) => path === specificationFile);
  return origin === 'file' && isSpecification ? [otherSpecification] : [];
}
