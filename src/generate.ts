import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import {
  checksumsPath,
  composeFlags,
  composeService,
  noContracts,
  parseContracts,
  readContracts,
  type ComposedFlag,
  type Composition,
  type Contracts,
  type ContractsReading,
} from './evolution/index.ts';
import type { Change } from './evolution/compare/index.ts';
import type { LinkedStep } from './evolution/compose/link.ts';
import type { OpenStep } from './evolution/draft/open-step.ts';
import { releaseOf } from './gate/released.ts';
import type { Answers, Question } from './evolution/asking.ts';
import {
  formerNamePlaces,
  knownChanges,
  type KnownChanges,
} from './migrations/compare/known-changes.ts';
import type { WrongName } from './migrations/compare/match-tables.ts';
import { firstTables, planMigration, type PlannedMigration } from './migrations/plan-migration.ts';
import { buildModel } from './model/build.ts';
import type { Changes } from './evolution/steps/schema.ts';
import {
  makePlan,
  readLock,
  readBase,
  readStoredText,
  type Lock,
  type OutputFile,
  type Plan,
  type PlanOptions,
} from './plan/index.ts';
import { earlierTexts } from './earlier-texts.ts';
import { kitsFor, type LoadedKit } from './kits/index.ts';
import { packageVersion } from './rendering/package-root.ts';
import type { Formatter } from './rendering/formatting-record.ts';
import { render, type RenderOptions } from './rendering/render.ts';
import { machineHasCurrentNode } from './runtime.ts';
import { formerList, readStoredMigrations, type StoredMigrations } from './stored-migrations.ts';
import { atKey, type Issue } from './specification/issue.ts';
import {
  olderWithdrawalIssues,
  readSpecification,
  withModeline,
  withoutModeline,
  type Mistake,
  type Reading,
  type ResolvedSpecification,
} from './specification/index.ts';

/** Where a service keeps its specification. */
const specificationPath = 'service.yaml';
/** Says which files reviews fold: those that the generator writes. */
const foldingRules = '.gitattributes';

export interface PlanServiceInput {
  /** Text of the specification. */
  readonly text: string;
  /** Its name, for messages. */
  readonly file: string;
  /** What `readSpecification` says of the two, where it was asked already. */
  readonly reading?: Reading;
  readonly destination: string;
  /** What stood in the destination when the text was made of it; the plan replaces it if it still stands there. */
  readonly madeFrom?: string | undefined;
  /** What is promised to clients of older versions. Absent: read from the destination, or from beside the file of the specification. */
  readonly contracts?: Contracts;
  /** Does not ask whether steps explain all that differs: for tests that leave operations out on purpose. */
  readonly isLenient?: boolean;
  /**
   * Whether npm installs a Node of its own for the service. Decided once, when a service is new, by what the machine has;
   * afterwards the lock says it, so that every machine generates the same.
   */
  readonly pinNode?: boolean;
  readonly onProgress?: (done: number, all: number) => void;
  /** Absent: the one of this process. For tests of what a later one does. */
  readonly formatter?: Formatter;
  /** Changes of a released version that are accepted: identifiers of docs/changes.md, alone or followed by `@` and the path. */
  readonly acknowledge?: readonly string[];
  /** Decides which versions are released already. Absent: the time of the machine. */
  readonly now?: Date;
  /** To questions about older versions and about rows that are there, by their place. */
  readonly answers?: Answers;
  /** Writes what the step to the newest version does not say yet, as long as that is no released version. */
  readonly completesStep?: boolean;
  /** The service leaves the generator: nothing stays that speaks of a next generation, or serves one. */
  readonly isLast?: boolean;
}

/** What a person decides about files: how conflicts end, and which of their files may go. */
export type Decisions = Pick<PlanOptions, 'resolutions' | 'drop'>;

export type PlannedService =
  | {
      readonly ok: true;
      readonly plan: Plan;
      /** The same plan with what a person decides about files that wait for it. Reads the directory again. */
      readonly replan: (decisions: Decisions) => Promise<Plan>;
      readonly specification: ResolvedSpecification;
      readonly nextCommands: readonly string[];
      /** What of the specification is not refused and still worth knowing. */
      readonly warnings: readonly Mistake[];
      /** Absent: the tables stay as they are, or the service is new. */
      readonly migration?: PlannedMigration;
      /** The step to the newest version, where it is made or completed. */
      readonly drafted?: OpenStep;
    }
  | Refused;

interface Refused {
  readonly ok: false;
  readonly mistakes: readonly Mistake[];
  /** Changes of a released version that only wait for somebody to accept them; absent or empty where more is wrong. */
  readonly unacknowledged?: readonly Change[];
  /** What nobody but a person knows of the rows that are there. */
  readonly questions?: readonly Question[];
}

/** From the text of a specification to a plan of everything that would be written. Writes nothing. */
export async function planService(input: PlanServiceInput): Promise<PlannedService> {
  const named = await kitsFor(input.text, input.destination, input.file);
  if (!named.ok) return named;
  const read = input.reading ?? readSpecification(input.text, input.file, named.kits);
  if (!read.ok) return { ok: false, mistakes: read.mistakes };
  const found = await contractsOf(input);
  if (!found.ok) return found;
  const passed = await passage(input, read, found.contracts);
  if (!passed.ok) return passed;
  const completed = await completedContracts(input, read, found.contracts);
  if (!completed.ok) return completed;
  const { contracts, drafted, step } = completed;
  const older = step === undefined ? passed : await passedOlder(input, step, read, passed.text);
  if (!older.ok) return older;
  const { isLast = false } = input;
  const lock = await readLock(input.destination);
  const pinNode = input.pinNode ?? isNodePinned(lock);
  const migrations = await readStoredMigrations(input.destination, lock, specificationPath);
  if (!migrations.ok) return migrations;
  const known = knownChanges(read.specification, openStep(contracts, read.resolved));
  const rendered = await renderedWith(contracts, read, {
    isLenient: input.isLenient === true,
    known,
    answers: input.answers ?? new Map(),
    stored: migrations.stored,
    runtime: { pinNode },
    isLast,
    earlierText: earlierTexts(input.destination, lock),
    ...(input.formatter === undefined ? {} : { formatter: input.formatter }),
    ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
  });
  if (!rendered.ok) return rendered;
  const { files, tables, migration } = rendered;
  const { text, madeFrom } = await keptText(input, older.text, isLast);
  const specification: OutputFile = {
    path: specificationPath,
    text,
    ownership: 'generated',
    template: '(specification)',
    isGiven: true,
    ...madeFrom,
  };
  const kits = isLast ? [] : await storedFiles(named.loaded);
  const outputs = [...files, specification, ...kits, ...contractFiles(contracts, drafted)];
  const header = {
    specification: createHash('sha256').update(text).digest('hex'),
    runtime: pinNode ? 'pinned' : 'system',
  };
  const replan = (decisions: Decisions): Promise<Plan> =>
    makePlan(input.destination, outputs, {
      generator: packageVersion(),
      header,
      tables,
      retired: [formerList, ...(isLast ? [foldingRules] : [])],
      isLast,
      ...decisions,
    });
  const plan = await replan({});
  return {
    ok: true,
    plan,
    replan,
    specification: read.resolved,
    nextCommands: commandsAfter(isLast, migration !== undefined),
    warnings: [...read.warnings, ...read.placed(formerNamePlaces(known).map(doneWith))],
    ...(migration === undefined ? {} : { migration }),
    ...(drafted === undefined ? {} : { drafted }),
  };
}

type Completed =
  | {
      readonly ok: true;
      readonly contracts: Contracts;
      /** The step to the newest version, where that is not frozen itself. */
      readonly step?: LinkedStep;
      readonly drafted?: OpenStep;
    }
  | Refused;

/** The contracts with the step to the newest version made or completed, where that is asked for. */
async function completedContracts(
  { completesStep = false, isLenient = false, answers = new Map() }: PlanServiceInput,
  read: Extract<Reading, { ok: true }>,
  contracts: Contracts,
): Promise<Completed> {
  if (isLenient || contracts.releases.length === 0) return { ok: true, contracts };
  const { openStepOf, withStep } = await import('./evolution/draft/open-step.ts');
  const open = openStepOf(read, contracts, answers);
  if (open === undefined) return { ok: true, contracts };
  const { step, questions } = open;
  const known = step === undefined ? {} : { step };
  if (!completesStep || open.text === open.written) return { ok: true, contracts, ...known };
  if (questions.length > 0) return { ok: false, mistakes: [], questions };
  return { ok: true, contracts: withStep(contracts, open), drafted: open, ...known };
}

/** The text that may be generated with regard to the version before a draft. */
async function passedOlder(
  { acknowledge = [] }: PlanServiceInput,
  step: LinkedStep,
  read: Extract<Reading, { ok: true }>,
  text: string,
): Promise<{ readonly ok: true; readonly text: string } | Refused> {
  const { passOlder } = await import('./gate/older.ts');
  const passed = passOlder(step, read, text, acknowledge);
  if (passed.ok) return passed;
  return { ok: false, mistakes: read.placed(passed.issues), unacknowledged: passed.unacknowledged };
}

/**
 * The service's own specification stays as its authors wrote it, with what was acknowledged; one from elsewhere gets the line that
 * editors look for.
 */
async function keptText(
  { destination, text: given, madeFrom }: PlanServiceInput,
  text: string,
  isLast: boolean,
): Promise<{ readonly text: string; readonly madeFrom: Pick<OutputFile, 'madeFrom'> }> {
  if (isLast) return { text: withoutModeline(text), madeFrom: { madeFrom: given } };
  const own = await readStoredText(destination, specificationPath);
  if (own === undefined || (own !== given && own !== madeFrom)) {
    return { text: withModeline(text), madeFrom: {} };
  }
  return { text, madeFrom: text === own ? {} : { madeFrom: own } };
}

/** The text that may be generated: as it is where no released version is changed. */
async function passage(
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
  const { passGate } = await import('./gate/gate.ts');
  const passed = passGate(release, read, text, acknowledge);
  if (passed.ok) return passed;
  return { ok: false, mistakes: read.placed(passed.issues), unacknowledged: passed.unacknowledged };
}

/** The step to the newest version, as long as nothing of it is frozen. */
function openStep(
  { steps, frozen }: Contracts,
  { versioning }: ResolvedSpecification,
): Changes | undefined {
  const newest = Object.keys(versioning.versions).at(-1);
  return steps.find(({ path, step }) => step.to === newest && !frozen.has(path))?.step;
}

/** A former name is carried over by one generation. */
function doneWith(place: string): Issue {
  const message =
    'what it names is carried over by the generation that makes the migration; after that the key can go';
  return atKey(place.split('.'), { code: 'former-name-done', message });
}

function wrongName({ place, message }: WrongName): Issue {
  const hint = 'leave the key out where nothing was renamed';
  return atKey(place.split('.'), { code: 'former-name', message: `${message}; ${hint}` });
}

/** What the service keeps of its kits; most have none. */
async function storedFiles(loaded: readonly LoadedKit[]): Promise<readonly OutputFile[]> {
  if (loaded.length === 0) return [];
  const { storedKits } = await import('./kits/stored.ts');
  return [storedKits(loaded)];
}

/** Of what was generated last, with the kits of then, which the service still has. */
async function resolvedOf(
  text: string | undefined,
  destination: string,
): Promise<ResolvedSpecification | undefined> {
  if (text === undefined) return undefined;
  const named = await kitsFor(text, destination, specificationPath);
  if (!named.ok) return undefined;
  const read = readSpecification(text, specificationPath, named.kits);
  return read.ok ? read.resolved : undefined;
}

type Rendered =
  | {
      readonly ok: true;
      readonly files: readonly OutputFile[];
      readonly tables: string;
      readonly migration?: PlannedMigration;
    }
  | Refused;

interface Renderer extends RenderOptions {
  readonly isLenient: boolean;
  readonly known: KnownChanges;
  readonly answers: Answers;
  readonly stored: StoredMigrations | undefined;
}

/** Where something fails by what is frozen and not without it, that is said: the files are anybody's to edit. */
async function renderedWith(
  contracts: Contracts,
  read: Extract<Reading, { ok: true }>,
  { isLenient, known, answers, stored, ...options }: Renderer,
): Promise<Rendered> {
  const renderWith = async (each: Contracts, others: Partial<RenderOptions>): Promise<Rendered> => {
    const composed = composeAll(read, each, isLenient);
    if (!composed.ok) return composed;
    const model = buildModel(read.resolved, composed.older, composed.flags);
    if (stored === undefined) {
      const files = await render(model, { ...options, ...others });
      return { ok: true, files, tables: firstTables(model) };
    }
    const { snapshot, number, kept } = stored;
    const migration = planMigration(snapshot, model, { known, answers, number });
    if (!migration.ok) {
      const { questions, wrong } = migration;
      return { ok: false, mistakes: read.placed(wrong.map(wrongName)), questions };
    }
    const { tables, next } = migration;
    const history = {
      kept,
      ...(next && { next: { path: next.planned.path, text: next.text } }),
      ...(snapshot.formerInitial && { formerInitial: snapshot.formerInitial }),
    };
    const files = await render(model, { ...options, ...others, history });
    return { ok: true, files, tables, ...(next && { migration: next.planned }) };
  };
  try {
    return await renderWith(contracts, {});
  } catch (error) {
    if (contracts.releases.length === 0 || process.env['DEBUG'] !== undefined) throw error;
    await renderWith(noContracts, { isFormatted: false });
    const why = error instanceof Error ? error.message : String(error);
    const message =
      `the service cannot be made from what is frozen of its older versions (${why}); restore the files (git restore contracts), ` +
      'or, if they are as they were frozen, run again with DEBUG=1 and report it with what that shows';
    const place = { file: 'contracts', line: 1, column: 1, path: [] };
    return { ok: false, mistakes: [{ ...place, code: 'no-frozen-specification', message }] };
  }
}

export type ComposedSpecification =
  | {
      readonly ok: true;
      readonly specification: ResolvedSpecification;
      readonly older: Extract<Composition, { ok: true }>['older'];
      readonly flags: readonly ComposedFlag[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Reads the text of a new service, which has promised nothing yet, and refuses all that a generation would refuse. */
export function composeNewService(text: string, file: string): ComposedSpecification {
  const read = readSpecification(text, file);
  if (!read.ok) return read;
  const none = parseContracts([]);
  return none.ok ? composeAll(read, none.contracts) : none;
}

/** Some mistakes show only when the older versions are known, or when flags are undone. */
function composeAll(
  { specification, resolved, placed }: Extract<Reading, { ok: true }>,
  contracts: Contracts,
  isLenient = false,
): ComposedSpecification {
  const composed = composeService(resolved, contracts, { isLenient });
  if (!composed.ok) return composed;
  const { older } = composed;
  const shapes = new Map(older.map((version) => [version.label, version.specification]));
  const versions = specification.versioning?.versions ?? {};
  const withdrawals = placed(
    olderWithdrawalIssues(versions, resolved, (label) => shapes.get(label)),
  );
  if (withdrawals.length > 0) return { ok: false, mistakes: withdrawals };
  const flags = composeFlags(resolved);
  if (!flags.ok) return { ok: false, mistakes: placed(flags.issues) };
  return { ok: true, specification: resolved, older, flags: flags.flags };
}

/** The contracts of the service; of a new one those beside its specification. */
async function contractsOf({
  contracts,
  destination,
  file,
}: PlanServiceInput): Promise<ContractsReading> {
  if (contracts !== undefined) return { ok: true, contracts };
  const own = await readContracts(destination);
  if (!own.ok || own.contracts.files.length > 0) return own;
  return readContracts(dirname(resolve(file)));
}

/** What was frozen stays as it is; a step is its author's until the newer version is released. */
function contractFiles({ files, frozen }: Contracts, drafted: OpenStep | undefined): OutputFile[] {
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

function isNodePinned(lock: Lock | undefined): boolean {
  if (lock !== undefined) return lock.header['runtime'] === 'pinned';
  return !machineHasCurrentNode();
}

/** What a person does with what was generated. */
function commandsAfter(isLast: boolean, hasMigration: boolean): string[] {
  if (isLast) return ['npm test'];
  // Which rows are in the way is known before a start fails on them.
  const migration = hasMigration ? ['npm run migrate -- --plan'] : [];
  return ['npm install', 'npm test', ...migration, 'npm start'];
}
