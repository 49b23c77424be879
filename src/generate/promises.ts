import { dirname, resolve } from 'node:path';
import type { Question } from '../evolution/asking.ts';
import type { LinkedStep } from '../evolution/compose/link.ts';
import type { OpenStep } from '../evolution/draft/open-step.ts';
import {
  checksumsPath,
  readContracts,
  type Contracts,
  type ContractsReading,
} from '../evolution/index.ts';
import type { Changes } from '../evolution/steps/schema.ts';
import { releaseOf } from '../gate/released.ts';
import { kitsFor } from '../kits/index.ts';
import { readBase, type OutputFile } from '../plan/index.ts';
import {
  readSpecification,
  type Reading,
  type ResolvedSpecification,
} from '../specification/index.ts';
import { specificationPath, type PlanServiceInput, type Refused } from './types.ts';

/** The contracts of the service; of a new one those beside its specification. */
export async function contractsOf({
  contracts,
  destination,
  file,
}: PlanServiceInput): Promise<ContractsReading> {
  if (contracts !== undefined) return { ok: true, contracts };
  const own = await readContracts(destination);
  if (!own.ok || own.contracts.files.length > 0) return own;
  return readContracts(dirname(resolve(file)));
}

type Completed =
  | {
      readonly ok: true;
      readonly contracts: Contracts;
      /** Every question about the step. */
      readonly asked: readonly Question[];
      /** The step to the newest version, where that is not frozen itself. */
      readonly step?: LinkedStep;
      readonly drafted?: OpenStep;
    }
  | Refused;

/** The contracts with the step to the newest version made or completed, where that is asked for. */
export async function completedContracts(
  { completesStep = false, isLenient = false, answers = new Map() }: PlanServiceInput,
  read: Extract<Reading, { ok: true }>,
  contracts: Contracts,
): Promise<Completed> {
  if (isLenient || contracts.releases.length === 0) return { ok: true, contracts, asked: [] };
  const { openStepOf, withStep } = await import('../evolution/draft/open-step.ts');
  const open = openStepOf(read, contracts, answers);
  if (open === undefined) return { ok: true, contracts, asked: [] };
  const { step, questions, asked } = open;
  const known = step === undefined ? {} : { step };
  if (!completesStep) return { ok: true, contracts, asked: [], ...known };
  if (questions.length > 0) return { ok: false, mistakes: [], questions, asked };
  if (open.text === open.written) return { ok: true, contracts, asked, ...known };
  return { ok: true, contracts: withStep(contracts, open), asked, drafted: open, ...known };
}

/** The text that may be generated: as it is where no released version is changed. */
export async function passage(
  input: PlanServiceInput,
  read: Extract<Reading, { ok: true }>,
  contracts: Contracts,
): Promise<{ readonly ok: true; readonly text: string } | Refused> {
  const { text, destination, isLenient = false, acknowledge = [], now = new Date() } = input;
  if (isLenient) return { ok: true, text };
  const last = await readBase(destination, specificationPath);
  // Reading takes time, and most specifications are as they were.
  const before = last === text ? read.resolved : await resolvedOf(last, destination);
  const release = releaseOf(before, read.resolved, contracts, now);
  if (release === undefined) return { ok: true, text };
  const { passGate } = await import('../gate/gate.ts');
  const passed = passGate(release, read, text, acknowledge);
  if (passed.ok) return passed;
  return { ok: false, mistakes: read.placed(passed.issues), unacknowledged: passed.unacknowledged };
}

/** The text that may be generated with regard to the version before a draft. */
export async function passedOlder(
  { acknowledge = [] }: PlanServiceInput,
  step: LinkedStep,
  read: Extract<Reading, { ok: true }>,
  text: string,
): Promise<{ readonly ok: true; readonly text: string } | Refused> {
  const { passOlder } = await import('../gate/older.ts');
  const passed = passOlder(step, read, text, acknowledge);
  if (passed.ok) return passed;
  return { ok: false, mistakes: read.placed(passed.issues), unacknowledged: passed.unacknowledged };
}

/** The last generated specification, read with the kits of that time, which the service keeps. */
async function resolvedOf(
  text: string | undefined,
  destination: string,
): Promise<ResolvedSpecification | undefined> {
  if (text === undefined) return undefined;
  const named = await kitsFor(text, destination, specificationPath, true);
  if (!named.ok) return undefined;
  const read = readSpecification(text, specificationPath, named.kits);
  return read.ok ? read.resolved : undefined;
}

/** The step to the newest version, as long as nothing of it is frozen. */
export function openStep(
  { steps, frozen }: Contracts,
  { versioning }: ResolvedSpecification,
): Changes | undefined {
  const newest = Object.keys(versioning.versions).at(-1);
  return steps.find(({ path, step }) => step.to === newest && !frozen.has(path))?.step;
}

/** What was frozen stays as it is; a step is its author's until the newer version is released. */
export function contractFiles(
  { files, frozen }: Contracts,
  drafted: OpenStep | undefined,
): OutputFile[] {
  return files.map(({ path, text }) => ({
    path,
    text,
    ownership: frozen.has(path) ? 'frozen' : path === checksumsPath ? 'history' : 'owned',
    template: '(contract)',
    ...(path === drafted?.path ? givenAs(drafted.written) : {}),
  }));
}

/** A text that is read before it is written: it may take the place of the one that it is made from. */
function givenAs(text: string | undefined): Pick<OutputFile, 'isGiven' | 'madeFrom'> {
  return { isGiven: true, ...(text === undefined ? {} : { madeFrom: text }) };
}
