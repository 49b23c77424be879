import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { frozenFiles } from '../../generators/version/frozen-files.ts';
import { runFreeze } from '../../generators/version/run-freeze.ts';
import {
  checksumsPath,
  formatChecksums,
  parseContracts,
  type ContractFile,
  type Contracts,
} from '../../src/evolution/index.ts';
import { planService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { install, repository, temporaryDirectory } from './generated.ts';

export const fixture = join(repository, 'test', 'fixtures', 'evolving');

/** Of the service whose interface changes three times, the oldest first. */
export const labels = ['1', '2', '3', '4'] as const;

/** A day on which all of its versions answer. */
export const allAnswer = '2025-02-01T00:00:00Z';
/** A day on which one is in each of the four states. */
export const allDiffer = '2026-01-01T00:00:00Z';

/** How the fixture is changed before it is used, or which other one is used. */
export interface Variant {
  /** A directory with `v1.yaml` and so on, and the steps between them in `contracts`. */
  readonly directory?: string;
  /** The versions of it, the oldest first. */
  readonly labels?: readonly string[];
  /** The specification of each version. */
  specification?(text: string): string;
  /** A step between two versions, `1-to-2`. */
  step?(text: string, name: string): string;
  /** What clients call a version; absent: by its number. */
  called?(label: string): string;
}

export function specificationOf(
  label: string,
  { directory = fixture, specification = same, called = same }: Variant = {},
): string {
  const text = specification(readFileSync(join(directory, `v${label}.yaml`), 'utf8'));
  return text.replaceAll(/^ {4}(\d+)(?=:)/gm, (key, number: string) =>
    called(number) === number ? key : `    '${called(number)}'`,
  );
}

/** The step that leads to a version. */
export function stepTo(
  label: string,
  { directory = fixture, step = same, called = same }: Variant = {},
): ContractFile {
  const before = String(Number(label) - 1);
  const name = `${before}-to-${label}`;
  const text = step(readFileSync(join(directory, 'contracts', `${name}.yaml`), 'utf8'), name);
  return {
    path: `contracts/${called(before)}-to-${called(label)}.yaml`,
    text: text
      .replace(/^from: .*$/m, `from: '${called(before)}'`)
      .replace(/^to: .*$/m, `to: '${called(label)}'`),
  };
}

const same = (text: string) => text;

/** Generates a version of the service beside what was frozen of the older ones. */
export async function generateEvolved(
  label: string,
  destination: string,
  contracts: Contracts,
  { isLenient = false, ...variant }: Variant & { readonly isLenient?: boolean } = {},
): Promise<void> {
  const planned = await planService({
    text: specificationOf(label, variant),
    file: 'service.yaml',
    destination,
    pinNode: false,
    contracts,
    isLenient,
  });
  if (!planned.ok) throw new Error(JSON.stringify(planned.mistakes, null, 2));
  await applyPlan(planned.plan);
}

/**
 * Carries the service from its first version to the newest: each is generated with all that was frozen before, runs, and
 * shows what is frozen of it. The newest is generated at the destination, with its dependencies.
 *
 * @returns what was frozen of all but the newest version, and the steps
 */
export async function evolve(destination: string, variant: Variant = {}): Promise<Contracts> {
  const { labels: all = labels } = variant;
  let contracts = contractsOf([]);
  for (const label of all) {
    const files = label === '1' ? contracts.files : [...contracts.files, stepTo(label, variant)];
    contracts = contractsOf(files);
    const isNewest = label === all.at(-1);
    const directory = isNewest ? destination : join(temporaryDirectory(), `v${label}`);
    if (!isNewest) mkdirSync(directory, { recursive: true });
    await generateEvolved(label, directory, contracts, variant);
    install(directory);
    if (isNewest) break;
    contracts = contractsOf(
      merged(contracts.files, await freeze(label, directory, contracts, variant)),
    );
    rmSync(directory, { recursive: true });
  }
  return contracts;
}

/** What `version release` writes. */
async function freeze(
  label: string,
  directory: string,
  contracts: Contracts,
  variant: Variant,
): Promise<readonly ContractFile[]> {
  const reading = readSpecification(specificationOf(label, variant), 'service.yaml');
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes, null, 2));
  const run = await runFreeze(directory);
  if (!run.ok) throw new Error(run.failure.what);
  const { called = same } = variant;
  // Where versions are days, so are releases.
  const release = called(label) === label ? `${label}.0.0` : called(label);
  const freezing = { label: called(label), release };
  // Each version is made anew here, and no migration leads from the tables of one to those of the next.
  const { rows: _, ...shown } = run.shown;
  return frozenFiles(freezing, reading.resolved, shown, contracts);
}

function merged(files: readonly ContractFile[], more: readonly ContractFile[]): ContractFile[] {
  const all = new Map([...files, ...more].map(({ path, text }) => [path, text]));
  return [...all]
    .map(([path, text]) => ({ path, text }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Contracts of these files, with the checksums that they have; steps may still change. */
export function contractsOf(given: readonly ContractFile[]): Contracts {
  const files = given.filter(({ path }) => path !== checksumsPath);
  const frozen = files.filter(({ path }) => !path.endsWith('.yaml'));
  const sums = { path: checksumsPath, text: formatChecksums(frozen) };
  const parsed = parseContracts([...files, ...(frozen.length === 0 ? [] : [sums])]);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.mistakes, null, 2));
  return parsed.contracts;
}
