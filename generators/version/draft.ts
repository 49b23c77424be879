import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers, Question } from '../../src/evolution/asking.ts';
import type { Contracts } from '../../src/evolution/contracts/contracts.ts';
import { conversionNotes } from '../../src/evolution/draft/conversion-notes.ts';
import { lossNotes } from '../../src/evolution/draft/loss-notes.ts';
import { openStepOf, type OpenStep } from '../../src/evolution/draft/open-step.ts';
import { emptyStep } from '../../src/evolution/draft/step-text.ts';
import { nameOf } from '../../src/gate/acknowledgements.ts';
import { lossOf, unkeptChanges } from '../../src/gate/older.ts';
import type { Freezing } from '../../src/lifecycle/index.ts';
import { readLock, type OutputFile } from '../../src/plan/index.ts';
import { filesOfSteps } from '../../src/rendering/step-files.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { readAnswers } from '../app/answers.ts';
import { askQuestions, questionFailures, unaskedFailures } from '../app/questions.ts';
import type { VersionCommandLine } from './command-line.ts';
import type { VersionOutcome } from './outcome.ts';
import type { VersionTools } from './run.ts';

export type Drafting =
  | {
      readonly ok: true;
      /** The step to write; absent: there is none, or it says everything. */
      readonly files: readonly OutputFile[];
      readonly changes: readonly string[];
      readonly remarks: readonly string[];
      readonly open?: OpenStep;
    }
  | { readonly ok: false; readonly outcome: VersionOutcome };

const nothing = { ok: true, files: [], changes: [], remarks: [] } as const satisfies Drafting;

/** The step that `version draft` writes, and `version release --next` where the specification is ahead of what is frozen. */
export async function draftedBy(
  { subcommand, values }: VersionCommandLine,
  {
    text,
    file,
    freezing,
    destination,
  }: { text: string; file: string; freezing: Freezing | undefined; destination: string },
  contracts: Contracts,
  tools: VersionTools,
): Promise<Drafting> {
  const [next] = values.get('next') ?? [];
  const given = {
    answer: values.get('answer') ?? [],
    ...(values.has('answers') ? { answers: values.get('answers')?.[0] ?? '' } : {}),
  };
  const read = await readAnswers(given, tools.cwd);
  if (!read.ok) return { ok: false, outcome: { result: 'usage', failures: read.failures } };
  if (subcommand !== 'draft' && next === undefined) return unasked(read.answers) ?? nothing;
  if (freezing !== undefined) {
    return (
      unasked(read.answers) ??
      (await firstDraft(freezing.label, next ?? '', contracts, destination))
    );
  }
  const mayAsk = tools.isTerminal && !values.has('yes') && !values.has('json');
  const answered = await openStep({ text, file }, contracts, read.answers, mayAsk, tools);
  if (answered === undefined) {
    return subcommand === 'draft' ? noDraft(file) : (unasked(read.answers) ?? nothing);
  }
  const { questions, asked, issues, path, written, from, to } = answered;
  if (questions.length > 0) {
    const failures = [...questionFailures(questions), ...unaskedFailures(read.answers, asked)];
    return { ok: false, outcome: { result: 'refused', failures } };
  }
  const unkept = answered.step === undefined ? [] : unkeptChanges(answered.step);
  const remarks = [
    ...issues.map(({ message }) => `No operation says this: ${message}.`),
    ...unkept.map(
      (change) => `${nameOf(change)}: ${lossOf(change, from)} (--acknowledge ${change.id}).`,
    ),
    ...(answered.step === undefined
      ? []
      : [...lossNotes(answered.step), ...conversionNotes(answered.step)]),
  ];
  if (answered.text === written) {
    return { ...nothing, remarks: [`${path} says what differs already.`, ...remarks] };
  }
  const refused = unasked(read.answers, asked);
  if (refused !== undefined) return refused;
  const verb = written === undefined ? 'is written' : 'is completed';
  return {
    ok: true,
    files: [stepFile(path, answered.text), ...(await missingFiles(destination))],
    changes: [`${path} ${verb}: what differs between version ${from} and version ${to}.`],
    remarks,
    open: answered,
  };
}

/** Why nothing is written where an answer has no question; undefined: each has one. */
function unasked(given: Answers, asked: readonly Question[] = []): Drafting | undefined {
  const failures = unaskedFailures(given, asked);
  return failures.length === 0
    ? undefined
    : { ok: false, outcome: { result: 'refused', failures } };
}

/** Asks until nothing is open, where somebody can be asked. */
async function openStep(
  { text, file }: { text: string; file: string },
  contracts: Contracts,
  given: Answers,
  mayAsk: boolean,
  tools: VersionTools,
): Promise<OpenStep | undefined> {
  const reading = readSpecification(text, file);
  if (!reading.ok) return undefined;
  let answers = given;
  for (;;) {
    const open = openStepOf(reading, contracts, answers);
    if (open === undefined || open.questions.length === 0 || !mayAsk) return open;
    // One by one: an answer takes choices away from those after it.
    answers = new Map([...answers, ...(await askQuestions(open.questions.slice(0, 1), tools))]);
  }
}

/** What the step to a version that is to be released says of values that do not fit: proofs may fail for these. */
export function notesOfStep(text: string, file: string, contracts: Contracts): string[] {
  const reading = readSpecification(text, file);
  const step = reading.ok ? openStepOf(reading, contracts, new Map())?.step : undefined;
  return step === undefined ? [] : conversionNotes(step);
}

/** Nothing differs yet: the draft begins as what is frozen now. */
async function firstDraft(
  from: string,
  to: string,
  contracts: Contracts,
  destination: string,
): Promise<Drafting> {
  const path = `contracts/${from}-to-${to}.yaml`;
  if (contracts.steps.some((each) => each.path === path)) return nothing;
  return {
    ...nothing,
    files: [stepFile(path, emptyStep(from, to)), ...(await missingFiles(destination))],
  };
}

function stepFile(path: string, text: string): OutputFile {
  return { path, text, ownership: 'owned', template: '(contract)' };
}

/**
 * What the text of a step refers to, as far as it is not there yet: the next generation writes the same. What a person deleted stays
 * deleted.
 */
async function missingFiles(destination: string): Promise<OutputFile[]> {
  const lock = await readLock(destination);
  return filesOfSteps().filter(
    ({ path }) =>
      !existsSync(join(destination, path)) &&
      lock?.files.some((each) => each.path === path) !== true,
  );
}

function noDraft(where: string): Drafting {
  const refusal = {
    rule: 'no-draft',
    where,
    what: 'There is no draft of a version with a frozen one before it, so nothing leads to it.',
    whatToDo: 'Open one: version release --next LABEL.',
  };
  return { ok: false, outcome: { result: 'refused', refusals: [refusal] } };
}
