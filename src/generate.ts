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
import { consequencesOf, migrationsPath } from './consequences.ts';
import { buildModel } from './model/build.ts';
import {
  makePlan,
  readLock,
  readBase,
  readStoredText,
  type Lock,
  type OutputFile,
  type Plan,
} from './plan/index.ts';
import { earlierTexts } from './earlier-texts.ts';
import { packageVersion } from './rendering/package-root.ts';
import type { Formatter } from './rendering/formatting-record.ts';
import { render, type RenderOptions } from './rendering/render.ts';
import { machineHasCurrentNode } from './runtime.ts';
import type { Fault } from './specification/fault.ts';
import {
  olderWithdrawalFaults,
  readSpecification,
  withModeline,
  type Mistake,
  type Reading,
  type ResolvedSpecification,
} from './specification/index.ts';

/** Where a service keeps its specification. */
const specificationPath = 'service.yaml';

export interface PlanServiceInput {
  /** Text of the specification. */
  readonly text: string;
  /** Its name, for messages. */
  readonly file: string;
  readonly destination: string;
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
  /** Decides which versions are released already. Absent: the time of the machine. */
  readonly now?: Date;
}

export type PlannedService =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly specification: ResolvedSpecification;
      readonly nextCommands: readonly string[];
      /** What of the specification is not refused and still worth knowing. */
      readonly warnings: readonly Mistake[];
    }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** From the text of a specification to a plan of everything that would be written. Writes nothing. */
export async function planService(input: PlanServiceInput): Promise<PlannedService> {
  const read = readSpecification(input.text, input.file);
  if (!read.ok) return { ok: false, mistakes: read.mistakes };
  const contracts = await contractsOf(input);
  if (!contracts.ok) return contracts;
  const lock = await readLock(input.destination);
  const pinNode = input.pinNode ?? isNodePinned(lock);
  const rendered = await renderedWith(contracts.contracts, read, {
    isLenient: input.isLenient === true,
    runtime: { pinNode },
    earlierText: earlierTexts(input.destination, lock),
    ...(input.formatter === undefined ? {} : { formatter: input.formatter }),
    ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
  });
  if (!rendered.ok) return rendered;
  const { files } = rendered;
  const text = await keptText(input);
  const specification: OutputFile = {
    path: specificationPath,
    text,
    ownership: 'generated',
    template: '(specification)',
  };
  const plan = await makePlan(
    input.destination,
    [...files, specification, ...contractFiles(contracts.contracts)],
    {
      generator: packageVersion(),
      header: {
        specification: createHash('sha256').update(text).digest('hex'),
        runtime: pinNode ? 'pinned' : 'system',
      },
    },
  );
  return {
    ok: true,
    plan,
    specification: read.resolved,
    nextCommands: ['npm install', 'npm test', 'npm start'],
    warnings: [
      ...read.warnings,
      ...read.placed(await consequences(input, read.resolved, contracts.contracts, files)),
    ],
  };
}

/** The service's own specification stays as its authors wrote it; one from elsewhere gets the line that editors look for. */
async function keptText({ destination, text }: PlanServiceInput): Promise<string> {
  const own = await readStoredText(destination, specificationPath);
  return own === text ? text : withModeline(text);
}

async function consequences(
  input: PlanServiceInput,
  after: ResolvedSpecification,
  contracts: Contracts,
  files: readonly OutputFile[],
): Promise<Fault[]> {
  const { destination, now = new Date() } = input;
  const text = await readBase(destination, specificationPath);
  const former = {
    // Reading takes time, and most specifications are as they were.
    specification: text === input.text ? after : resolvedOf(text),
    migrations: await readStoredText(destination, migrationsPath),
  };
  return consequencesOf(former, after, { contracts, files, now });
}

function resolvedOf(text: string | undefined): ResolvedSpecification | undefined {
  const read = text === undefined ? undefined : readSpecification(text, specificationPath);
  return read?.ok === true ? read.resolved : undefined;
}

type Rendered =
  | { readonly ok: true; readonly files: readonly OutputFile[] }
  | { readonly ok: false; readonly mistakes: readonly Mistake[] };

/** Where something fails by what is frozen and not without it, that is said: the files are anybody's to edit. */
async function renderedWith(
  contracts: Contracts,
  read: Extract<Reading, { ok: true }>,
  options: RenderOptions & { readonly isLenient: boolean },
): Promise<Rendered> {
  const renderWith = async (each: Contracts, others: Partial<RenderOptions>): Promise<Rendered> => {
    const composed = composeAll(read, each, options.isLenient);
    if (!composed.ok) return composed;
    const model = buildModel(read.resolved, composed.older, composed.flags);
    return { ok: true, files: await render(model, { ...options, ...others }) };
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
    olderWithdrawalFaults(versions, resolved, (label) => shapes.get(label)),
  );
  if (withdrawals.length > 0) return { ok: false, mistakes: withdrawals };
  const flags = composeFlags(resolved);
  if (!flags.ok) return { ok: false, mistakes: placed(flags.faults) };
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
function contractFiles({ files, frozen }: Contracts): OutputFile[] {
  return files.map(({ path, text }) => ({
    path,
    text,
    ownership: frozen.has(path) ? 'frozen' : path === checksumsPath ? 'history' : 'owned',
    template: '(contract)',
  }));
}

function isNodePinned(lock: Lock | undefined): boolean {
  if (lock !== undefined) return lock.header['runtime'] === 'pinned';
  return !machineHasCurrentNode();
}
