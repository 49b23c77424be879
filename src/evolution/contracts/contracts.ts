import type { ResolvedSpecification } from '../../specification/index.ts';
import type { Step } from '../steps/schema.ts';

/** One file below `contracts/`, as it was read. */
export interface ContractFile {
  /** Relative to the service, with forward slashes: `contracts/v1/1.0.0/specification.json`. */
  readonly path: string;
  readonly text: string;
}

/** One release of one version: what was promised, with every default filled in. */
export interface FrozenRelease {
  /** As clients name the version: `1` or `2026-03-01`. */
  readonly label: string;
  /** MAJOR.MINOR.PATCH. */
  readonly release: string;
  readonly specification: ResolvedSpecification;
}

/** What differs between two neighbouring versions, as it is written in `contracts/1-to-2.yaml`. */
export interface WrittenStep {
  /** `contracts/1-to-2.yaml` */
  readonly path: string;
  readonly text: string;
  readonly step: Step;
}

/** Everything that is promised to clients of older versions. Plain data. */
export interface Contracts {
  /** By label and release, each in ascending order. */
  readonly releases: readonly FrozenRelease[];
  /** In the order of the versions that they lead from. */
  readonly steps: readonly WrittenStep[];
  /** Every file of the directory, in the order of the paths. */
  readonly files: readonly ContractFile[];
  /** Paths of the files whose checksums are recorded: they are frozen. */
  readonly frozen: ReadonlySet<string>;
}

export const noContracts: Contracts = {
  releases: [],
  steps: [],
  files: [],
  frozen: new Set(),
};
