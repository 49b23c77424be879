import { join, relative, resolve } from 'node:path';
import { checksumsPath } from '../../src/evolution/contracts/checksums.ts';
import { noContracts } from '../../src/evolution/contracts/contracts.ts';
import { readContracts } from '../../src/evolution/contracts/read.ts';
import { kitsFor } from '../../src/kits/index.ts';
import { dayOf, releasesOf, timelineOf, type Freezing } from '../../src/lifecycle/index.ts';
import { planEdits, StalePlanError, type OutputFile, type Plan } from '../../src/plan/index.ts';
import { askChoice, printable } from '../../src/questionnaire/index.ts';
import { readSpecification, type Reading } from '../../src/specification/index.ts';
import { noService } from '../app/failures.ts';
import { holdsService, shownPlace, specificationFile } from '../app/place.ts';
import { readText } from '../app/read-text.ts';
import { recovered } from '../app/recovered.ts';
import type { Tools } from '../app/tools.ts';
import { notConfirmed } from '../command/failure.ts';
import { Interrupted } from '../command/outcome.ts';
import { endedBy, failureOf } from '../command/errors.ts';
import type { VersionCommandLine } from './command-line.ts';
import { draftedBy, notesOfStep } from './draft.ts';
import { editBy } from './edit.ts';
import { contractDirectory, frozenFiles } from './frozen-files.ts';
import type { VersionOutcome } from './outcome.ts';
import { unwrittenHooks } from './unwritten-hooks.ts';
import type { runFreeze, Shown } from './run-freeze.ts';
import type { runProofs } from './run-proofs.ts';

/** What a run of `version` touches besides the files. */
export interface VersionTools extends Pick<
  Tools,
  'core' | 'ask' | 'interruptions' | 'cwd' | 'isTerminal'
> {
  readonly freeze: typeof runFreeze;
  readonly prove: typeof runProofs;
  /** Milliseconds since 1970; nothing else reads the time. */
  readonly now: () => number;
  /** Before a person is asked: what would happen. */
  readonly show: (outcome: VersionOutcome) => void;
  readonly note: (text: string) => void;
}

/** The whole of one run. Never throws; what went wrong is in the outcome. */
export async function runVersion(
  commandLine: VersionCommandLine,
  tools: VersionTools,
): Promise<VersionOutcome> {
  const { subcommand, values } = commandLine;
  const destination = resolve(tools.cwd, values.get('destination')?.[0] ?? '.');
  const about = { subcommand, destination };
  try {
    return { ...about, ...(await runOrThrow(commandLine, destination, tools)) };
  } catch (error) {
    return { ...about, ...endedBy(error, destination, tools.note) };
  }
}

async function runOrThrow(
  commandLine: VersionCommandLine,
  destination: string,
  tools: VersionTools,
): Promise<VersionOutcome> {
  const { subcommand, values, exceptions } = commandLine;
  if (!holdsService(destination)) {
    return { result: 'usage', failures: [noService(destination, tools.cwd)] };
  }
  const dryRun = values.has('dry-run');
  if (subcommand !== 'status') {
    await recovered(destination, { dryRun }, { core: tools.core, report: { ...silent, ...tools } });
  }
  const path = join(destination, specificationFile);
  const file = relative(tools.cwd, path);
  const read = await readText(path, file);
  if (!read.ok) return { result: 'failed', failures: [read.failure] };
  const { text } = read;
  const today = values.get('on')?.[0] ?? dayOf(tools.now());
  const named = await kitsFor(text, destination, file);
  if (!named.ok) return { result: 'refused', mistakes: named.mistakes };
  const { kits } = named;
  if (subcommand === 'status')
    return status(readSpecification(text, file, kits), destination, today);

  const reading = readingContracts.has(subcommand) ? await readContracts(destination) : none;
  if (!reading.ok) return { result: 'refused', mistakes: reading.mistakes };
  const { contracts } = reading;
  const edited = editBy(
    commandLine,
    { text, file, kits, today, exceptions },
    contracts,
    destination,
  );
  if (!edited.ok) {
    const { refusals, mistakes = [] } = edited;
    return { result: 'refused', refusals, mistakes };
  }
  const { freezing } = edited;
  const drafting = await draftedBy(
    commandLine,
    { text: edited.text, file, freezing, destination },
    contracts,
    tools,
  );
  if (!drafting.ok) return drafting.outcome;
  const { files: steps, open } = drafting;
  const changes = [...edited.changes, ...drafting.changes];
  const remarks = [...edited.remarks, ...drafting.remarks];
  const about = { changes, remarks, ...(open === undefined ? {} : { drafted: open }) };
  if (edited.text === text && freezing === undefined && steps.length === 0) {
    return { result: 'current', ...about };
  }
  const outdated =
    freezing === undefined ? undefined : await whyOutdated({ text, file, destination }, tools);
  if (outdated !== undefined) return outdated;
  const unwritten = freezing === undefined ? [] : unwrittenHooks(destination, freezing, contracts);
  if (unwritten.length > 0) return { result: 'refused', refusals: unwritten };
  const specification = specificationOf(edited.text);
  const plan = await planEdits(destination, [specification, ...steps]);
  const toCome = freezing === undefined ? [] : [contractToCome(freezing)];
  const planned = { ...about, remarks: [...remarks, ...toCome], plan };
  if (dryRun) return { result: 'planned', ...planned };
  if (plan.obstacles.length > 0) return { result: 'refused', ...planned };
  const asked = await confirm({ result: 'planned', ...planned }, commandLine, tools, destination);
  if (asked !== undefined) return { ...planned, ...asked };
  if (freezing === undefined) return write(plan, planned, tools);

  const shown = await shownBy(destination, freezing, tools);
  if ('result' in shown) return withRemarks(shown, notesOfStep(text, file, contracts));
  const promised = freezing.older ?? edited.resolved;
  const frozen = frozenFiles(freezing, promised, shown, contracts);
  const whole = await planEdits(destination, [specification, ...steps, ...frozen]);
  assertUnchanged(plan, whole);
  if (whole.obstacles.length > 0) return { result: 'refused', ...about, plan: whole };
  return write(whole, { ...about, plan: whole }, tools);
}

/** What they do depends on what is frozen. */
const readingContracts: ReadonlySet<string> = new Set(['release', 'draft', 'limit', 'extend']);

const none = { ok: true, contracts: noContracts } as const;
const silent = {
  plan: () => undefined,
  progress: () => ({ update: () => undefined, stop: () => undefined }),
  end: () => undefined,
};

async function status(
  reading: Reading,
  destination: string,
  today: string,
): Promise<VersionOutcome> {
  if (!reading.ok) return { result: 'refused', mistakes: reading.mistakes };
  const read = await readContracts(destination);
  if (!read.ok) return { result: 'refused', mistakes: read.mistakes };
  const { versions } = reading.resolved.versioning;
  return {
    result: 'shown',
    timeline: timelineOf(versions, today),
    releases: releasesOf(reading, read.contracts),
  };
}

interface Source {
  readonly text: string;
  readonly file: string;
  readonly destination: string;
}

function specificationOf(text: string): OutputFile {
  return { path: specificationFile, text, ownership: 'generated', template: '(specification)' };
}

/** A service shows what it promises by its own code, and nothing of a directory runs before its plan was accepted. */
function contractToCome({ label, release }: Freezing): string {
  return (
    `${contractDirectory(label, release)}/ and ${checksumsPath} are written as well, from what the service shows: ` +
    'its own code runs for that, once this is accepted.'
  );
}

async function shownBy(
  destination: string,
  { label, release, older }: Freezing,
  { note, interruptions, freeze, prove }: VersionTools,
): Promise<Shown | VersionOutcome> {
  note('The service proves that the versions which it serves are what was promised …');
  const failure = await interruptions.during(() => prove(destination));
  if (interruptions.came) return { result: 'interrupted' };
  if (failure !== undefined) return { result: 'failed', failures: [failure] };
  note(`The service shows what ${release} promises …`);
  const shown = await interruptions.during(() =>
    freeze(destination, older === undefined ? undefined : label),
  );
  if (interruptions.came) return { result: 'interrupted' };
  return shown.ok ? shown.shown : { result: 'failed', failures: [shown.failure] };
}

/** A failure with what may be its cause. */
function withRemarks(outcome: VersionOutcome, remarks: readonly string[]): VersionOutcome {
  return outcome.result === 'failed' ? { ...outcome, remarks } : outcome;
}

/** The service took its time to show its contract: what a person wrote into the specification meanwhile is not lost. */
function assertUnchanged(accepted: Plan, whole: Plan): void {
  const seen = ({ changes }: Plan) =>
    changes.find(({ path }) => path === specificationFile)?.before?.sha256;
  if (seen(accepted) !== seen(whole)) throw new StalePlanError([specificationFile]);
}

/** What is frozen is what runs: the service has to be what its specification generates. */
async function whyOutdated(
  { text, file, destination }: Source,
  { core }: VersionTools,
): Promise<VersionOutcome | undefined> {
  const planned = await core.planService({ text, file, destination });
  if (!planned.ok && planned.mistakes.length > 0) {
    return { result: 'refused', mistakes: planned.mistakes };
  }
  if (!planned.ok) return outdated(file, 'Its tables are not those that it describes.');
  const { plan } = planned;
  const changed = plan.files.filter(({ action }) =>
    ['create', 'rewrite', 'merge', 'delete'].includes(action),
  ).length;
  if (plan.obstacles.length === 0 && changed === 0) return undefined;
  const what =
    plan.obstacles.length > 0
      ? plan.obstacles.map(({ message }) => message).join('\n  ')
      : `${String(changed)} of its files are not what ${specificationFile} generates.`;
  return outdated(file, what);
}

function outdated(where: string, what: string): VersionOutcome {
  const whatToDo = 'Generate it again (resource-service), run its tests, and then release it.';
  const refusal = { rule: 'service-is-current', where, what, whatToDo };
  return { result: 'refused', refusals: [refusal] };
}

/** Undefined: it is to be written. */
async function confirm(
  planned: VersionOutcome,
  { values }: VersionCommandLine,
  { ask, cwd, isTerminal, show }: VersionTools,
  destination: string,
): Promise<VersionOutcome | undefined> {
  if (values.has('yes')) return undefined;
  if (values.has('json') || !isTerminal) {
    return { result: 'usage', failures: [notConfirmed('resource-service version')] };
  }
  show(planned);
  const answer = await askChoice(ask, {
    message: `Write to ${printable(shownPlace(cwd, destination))}?`,
    help: {
      text: 'The changes shown above are written together or not at all. Nothing was written yet.',
      example: 'Write, then npm test in the service',
    },
    choices: [
      { value: 'write', name: 'Write', short: 'yes' },
      { value: 'leave', name: 'Leave without writing', short: 'no' },
    ],
  });
  return answer === 'write' ? undefined : { result: 'left' };
}

async function write(
  plan: Plan,
  planned: Omit<VersionOutcome, 'result'>,
  { core, interruptions }: VersionTools,
): Promise<VersionOutcome> {
  try {
    await interruptions.during(() =>
      core.applyPlan(plan, {
        onProgress: () => {
          if (interruptions.came) throw new Interrupted();
        },
      }),
    );
  } catch (error) {
    if (interruptions.came) return { result: 'interrupted' };
    return { result: 'failed', failures: [failureOf(error, plan.destination)] };
  }
  return { result: 'written', ...planned, nextCommands: ['resource-service', 'npm test'] };
}
