import { join, relative, resolve } from 'node:path';
import { noContracts, type Contracts } from '../../src/evolution/contracts/contracts.ts';
import { readContracts } from '../../src/evolution/contracts/read.ts';
import { dayOf, timelineOf, type Released } from '../../src/lifecycle/index.ts';
import { planEdits, type OutputFile, type Plan } from '../../src/plan/index.ts';
import { askChoice, printable } from '../../src/questionnaire/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { holdsService, shownPlace, specificationFile } from '../app/place.ts';
import { readText } from '../app/read-text.ts';
import { recovered } from '../app/recovered.ts';
import type { Tools } from '../app/tools.ts';
import { notConfirmed } from '../command/failure.ts';
import { Interrupted } from '../command/outcome.ts';
import { endedBy, failureOf } from '../command/thrown.ts';
import type { VersionCommandLine } from './command-line.ts';
import { editBy } from './edit.ts';
import { frozenFiles } from './frozen-files.ts';
import type { VersionOutcome } from './outcome.ts';
import type { runFreeze } from './run-freeze.ts';

/** What a run of `version` touches besides the files. */
export interface VersionTools extends Pick<
  Tools,
  'core' | 'ask' | 'interruptions' | 'cwd' | 'isTerminal'
> {
  readonly freeze: typeof runFreeze;
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
  if (!holdsService(destination)) return noService(destination, tools.cwd);
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
  if (subcommand === 'status') return status(text, file, today);

  const reading = subcommand === 'release' ? await readContracts(destination) : none;
  if (!reading.ok) return { result: 'refused', mistakes: reading.mistakes };
  const { contracts } = reading;
  const edited = editBy(commandLine, { text, file, today, exceptions }, contracts);
  if (!edited.ok) {
    const { refusals, mistakes = [] } = edited;
    return { result: 'refused', refusals, mistakes };
  }
  const { changes, remarks } = edited;
  const about = { changes, remarks };
  if (edited.text === text && edited.freezing === undefined) return { result: 'current', ...about };
  const files = await filesOf(edited, { text, file, destination }, contracts, tools);
  if ('result' in files) return files;
  const plan = await planEdits(destination, files);
  const planned = { ...about, plan };
  if (dryRun) return { result: 'planned', ...planned };
  if (plan.obstacles.length > 0) return { result: 'refused', ...planned };
  const asked = await confirm({ result: 'planned', ...planned }, commandLine, tools, destination);
  if (asked !== undefined) return { ...planned, ...asked };
  return write(plan, planned, tools);
}

const none = { ok: true, contracts: noContracts } as const;
const silent = {
  plan: () => undefined,
  progress: () => ({ update: () => undefined, stop: () => undefined }),
  end: () => undefined,
};

function noService(destination: string, cwd: string): VersionOutcome {
  const failure = {
    where: shownPlace(cwd, destination),
    what: `There is no ${specificationFile}.`,
    whatToDo: 'Run it where the service is, or name that: --destination DIR.',
  };
  return { result: 'usage', failures: [failure] };
}

function status(text: string, file: string, today: string): VersionOutcome {
  const reading = readSpecification(text, file);
  if (!reading.ok) return { result: 'refused', mistakes: reading.mistakes };
  const { versions } = reading.resolved.versioning;
  return { result: 'shown', timeline: timelineOf(versions, today) };
}

interface Source {
  readonly text: string;
  readonly file: string;
  readonly destination: string;
}

/** All that is written: the specification and, at a release, what is frozen. */
async function filesOf(
  edited: Extract<Released, { ok: true }>,
  source: Source,
  contracts: Contracts,
  tools: VersionTools,
): Promise<readonly OutputFile[] | VersionOutcome> {
  const specification: OutputFile = {
    path: specificationFile,
    text: edited.text,
    ownership: 'generated',
    template: '(specification)',
  };
  const { freezing } = edited as Released & { ok: true };
  if (freezing === undefined) return [specification];
  const outdated = await whyOutdated(source, tools);
  if (outdated !== undefined) return outdated;
  tools.note(`The service shows what ${freezing.release} promises …`);
  const shown = await tools.interruptions.during(() => tools.freeze(source.destination));
  if (tools.interruptions.came) return { result: 'interrupted' };
  if (!shown.ok) return { result: 'failed', failures: [shown.failure] };
  return [specification, ...frozenFiles(freezing, edited.resolved, shown.shown, contracts)];
}

/** What is frozen is what runs: the service has to be what its specification generates. */
async function whyOutdated(
  { text, file, destination }: Source,
  { core }: VersionTools,
): Promise<VersionOutcome | undefined> {
  const planned = await core.planService({ text, file, destination });
  if (!planned.ok) return { result: 'refused', mistakes: planned.mistakes };
  const { plan } = planned;
  const changed = plan.files.filter(({ action }) =>
    ['create', 'rewrite', 'delete'].includes(action),
  ).length;
  if (plan.obstacles.length === 0 && changed === 0) return undefined;
  const what =
    plan.obstacles.length > 0
      ? plan.obstacles.map(({ message }) => message).join('\n  ')
      : `${String(changed)} of its files are not what ${specificationFile} generates.`;
  const refusal = {
    rule: 'service-is-current',
    where: file,
    what,
    whatToDo: 'Generate it again (resource-service), run its tests, and then release it.',
  };
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
