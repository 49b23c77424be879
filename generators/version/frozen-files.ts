import type { OutputFile } from '../../src/plan/index.ts';
import { checksumsPath, formatChecksums } from '../../src/evolution/contracts/checksums.ts';
import type { ContractFile, Contracts } from '../../src/evolution/contracts/contracts.ts';
import { freezeSpecification } from '../../src/evolution/contracts/frozen.ts';
import type { Freezing } from '../../src/lifecycle/index.ts';
import type { ResolvedSpecification } from '../../src/specification/index.ts';
import type { Shown } from './run-freeze.ts';

/** Where the contract of a release lies. */
export function contractDirectory(label: string, release: string): string {
  return `contracts/v${label}/${release}`;
}

/** What is written when a version is released: its contract, the steps that lead to it, and the checksums of all contracts. */
export function frozenFiles(
  { label, release }: Freezing,
  specification: ResolvedSpecification,
  { openapi, recordings, rows }: Shown,
  contracts: Contracts,
): OutputFile[] {
  const directory = contractDirectory(label, release);
  const made: ContractFile[] = [
    { path: `${directory}/specification.json`, text: freezeSpecification(specification) },
    { path: `${directory}/openapi.json`, text: json(withoutStanding(openapi, release)) },
    { path: `${directory}/recordings.json`, text: json(recordings) },
    ...(rows === undefined ? [] : [{ path: `${directory}/rows.json`, text: json(rows) }]),
  ];
  const kept = contracts.files.filter(
    ({ path }) => contracts.frozen.has(path) || path.endsWith(`-to-${label}.yaml`),
  );
  const sums = { path: checksumsPath, text: formatChecksums([...kept, ...made]) };
  return [...made, sums].map((file) => ({
    ...file,
    ownership: 'frozen',
    template: '(contract)',
  }));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The document without what the clock says of its version: that is laid over it whenever it is served. */
function withoutStanding(openapi: Shown['openapi'], release: string): unknown {
  const { 'x-state': _, ...info } = openapi.info;
  return { ...openapi, info: { ...info, version: release } };
}
