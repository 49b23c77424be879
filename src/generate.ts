import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import {
  checksumsPath,
  composeFlags,
  composeService,
  readContracts,
  type Contracts,
  type ContractsReading,
} from './evolution/index.ts';
import { buildModel } from './model/build.ts';
import { makePlan, readLock, type OutputFile, type Plan } from './plan/index.ts';
import { packageVersion } from './rendering/package-root.ts';
import { render } from './rendering/render.ts';
import { machineHasCurrentNode } from './runtime.ts';
import {
  olderWithdrawalFaults,
  readSpecification,
  withModeline,
  type Mistake,
  type ResolvedSpecification,
} from './specification/index.ts';

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
  const composed = composeService(read.resolved, contracts.contracts, {
    isLenient: input.isLenient ?? false,
  });
  if (!composed.ok) return { ok: false, mistakes: composed.mistakes };
  const shapes = new Map(composed.older.map((older) => [older.label, older.specification]));
  const withdrawals = read.placed(
    olderWithdrawalFaults(read.specification.versioning?.versions ?? {}, read.resolved, (label) =>
      shapes.get(label),
    ),
  );
  if (withdrawals.length > 0) return { ok: false, mistakes: withdrawals };
  const flags = composeFlags(read.resolved);
  if (!flags.ok) return { ok: false, mistakes: read.placed(flags.faults) };
  const pinNode = input.pinNode ?? (await isNodePinned(input.destination));
  const files = await render(buildModel(read.resolved, composed.older, flags.flags), {
    runtime: { pinNode },
    ...(input.onProgress === undefined ? {} : { onProgress: input.onProgress }),
  });
  const text = withModeline(input.text);
  const specification: OutputFile = {
    path: 'service.yaml',
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
    warnings: read.warnings,
  };
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

async function isNodePinned(destination: string): Promise<boolean> {
  const lock = await readLock(destination);
  if (lock !== undefined) return lock.header['runtime'] === 'pinned';
  return !machineHasCurrentNode();
}
