import { styleText } from 'node:util';
import type { PlannedService, PlanServiceInput } from '../../src/generate.ts';
import type { Answers } from '../../src/evolution/asking.ts';
import { formatMistakes } from '../../src/specification/index.ts';
import type { Plan } from '../../src/plan/index.ts';
import type { Failure } from '../command/failure.ts';
import { readAnswers } from './answers.ts';
import { applyPlanned, installationToCome } from './apply-planned.ts';
import type { CommandLine } from './command-line.ts';
import { confirm } from './confirm.ts';
import { decidePlan, mayAskForConflicts, writeConflicts } from './conflicts.ts';
import { otherSpecification } from './failures.ts';
import { draftText } from './draft-text.ts';
import { migrationText } from './migration-text.ts';
import type { Outcome } from './outcome.ts';
import { specificationFile } from './place.ts';
import { askQuestions, questionFailures, unaskedFailures } from './questions.ts';
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
  const planned = await answered(source, commandLine, tools);
  if ('result' in planned) return planned;
  const { warnings, drafted } = planned;
  if (drafted !== undefined) tools.report.note(`\n${draftText(drafted).join('\n')}`);
  if (warnings.length > 0) tools.report.note(`\nWarnings\n${formatMistakes(warnings).trimEnd()}`);
  const outcome = await writePlan(planned, source, commandLine, tools);
  if (outcome === 'again') return outcome;
  const { migration } = planned;
  const isEjected = commandLine.isLast === true && outcome.result === 'written';
  return {
    ...outcome,
    warnings,
    ...(migration && { migration }),
    ...(drafted && { drafted }),
    ...(isEjected && { isEjected }),
  };
}

/** Makes the plan, and asks what only a person knows. Without a terminal the run ends there. */
async function answered(
  source: Source,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Extract<PlannedService, { ok: true }> | Outcome> {
  const { destination } = source;
  const read = await readAnswers(commandLine, tools.cwd);
  if (!read.ok) return { result: 'usage', failures: read.failures };
  let { answers } = read;
  for (;;) {
    const planned = await planAcknowledged(source, answers, commandLine, tools);
    if (planned === 'left') return { result: 'left', destination };
    if (planned.ok) {
      const unasked = unaskedFailures(read.answers, planned.asked);
      // Where nothing is to be written, no answer is lost: the same command may run twice.
      const isRefused = unasked.length > 0 && planned.plan.changes.length > 0;
      return isRefused ? { result: 'refused', destination, failures: unasked } : planned;
    }
    const { mistakes, questions = [], asked = [] } = planned;
    const { yes, json } = commandLine;
    if (mistakes.length > 0 || questions.length === 0) {
      return { result: 'refused', destination, mistakes };
    }
    if (yes || json || !tools.isTerminal) {
      const unasked = unaskedFailures(read.answers, asked);
      return {
        result: 'refused',
        destination,
        failures: [...questionFailures(questions), ...unasked],
      };
    }
    answers = new Map([...answers, ...(await askQuestions(questions, tools))]);
  }
}

async function writePlan(
  planned: Extract<PlannedService, { ok: true }>,
  source: Source,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Outcome | 'again'> {
  const { destination } = source;
  const { migration } = planned;
  const { dryRun } = commandLine;
  const decided = await decidePlan(planned, commandLine);
  if ('failures' in decided) return { result: 'usage', destination, failures: decided.failures };
  const { plan, decisions } = decided;
  if (source.origin === 'answers' && !dryRun && plan.obstacles.length === 0) {
    preview(source, tools);
  }
  tools.report.plan(plan, dryRun ? 'diff' : 'brief');
  if (migration !== undefined) tools.report.note(migrationText(migration));
  if (dryRun) return { result: 'planned', destination, plan };
  if (mayAskForConflicts(plan, commandLine, tools)) {
    const { askForConflicts } = await import('./ask-for-conflicts.ts');
    const answer = await askForConflicts(plan.conflicts, tools);
    if (answer === 'leave') return { result: 'left', destination, plan };
    if (answer !== 'later') {
      const resolutions = new Map([...(decisions.resolutions ?? []), ...answer]);
      const next = await planned.replan({ ...decisions, resolutions });
      tools.report.plan(next, 'brief');
      return writePlanned({ ...planned, plan: next }, source, commandLine, tools);
    }
  }
  return writePlanned({ ...planned, plan }, source, commandLine, tools);
}

/** Writes a plan that a person accepts, or what lets them decide the conflicts in it. */
async function writePlanned(
  planned: Extract<PlannedService, { ok: true }>,
  source: Source,
  commandLine: CommandLine,
  tools: Tools,
): Promise<Outcome | 'again'> {
  const { destination } = source;
  const { plan } = planned;
  if (plan.obstacles.length > 0) {
    const conflictFiles = await writeConflicts(plan, tools);
    return {
      result: 'refused',
      destination,
      plan,
      conflictFiles,
      failures: explained(source, plan),
    };
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

/** A person at a terminal can accept at once what only waits for that. */
async function planAcknowledged(
  source: Source,
  answers: Answers,
  { acknowledge = [], isLast = false, trust = false, yes, json, dryRun }: CommandLine,
  tools: Tools,
): Promise<PlannedService | 'left'> {
  const planned = await planFor(source, { acknowledge, answers, isLast, trust }, tools);
  if (planned.ok || yes || json || dryRun || !tools.isTerminal) return planned;
  const { unacknowledged = [] } = planned;
  if (unacknowledged.length === 0) return planned;
  const { askToAcknowledge } = await import('./ask-to-acknowledge.ts');
  const { nameOf } = await import('../../src/gate/acknowledgements.ts');
  const answer = await askToAcknowledge(unacknowledged, tools);
  if (answer === 'leave') return 'left';
  const names = unacknowledged.map((change) => nameOf(change));
  const all = [...acknowledge, ...names];
  return planFor(source, { acknowledge: all, answers, isLast, trust }, tools);
}

async function planFor(
  { text, madeFrom, file, reading, destination }: Source,
  decided: Pick<PlanServiceInput, 'acknowledge' | 'answers' | 'isLast' | 'trust'>,
  { core, report }: Tools,
): Promise<PlannedService> {
  const progress = report.progress('Rendering and formatting');
  try {
    const onProgress = progress.update;
    const read = reading === undefined ? {} : { reading };
    // A service that leaves the generator keeps the step that it has.
    const completesStep = decided.isLast !== true;
    const asked = {
      text,
      madeFrom,
      file,
      ...read,
      destination,
      ...decided,
      completesStep,
      onProgress,
    };
    return await core.planService(asked);
  } finally {
    progress.stop();
  }
}

/** What the obstacles do not say by themselves. */
function explained({ origin }: Source, { obstacles }: Plan): Failure[] {
  const isSpecification = obstacles.some(({ path }) => path === specificationFile);
  return origin === 'file' && isSpecification ? [otherSpecification] : [];
}
