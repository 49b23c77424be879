import {
  composeFlags,
  composeService,
  minorReleases,
  parseContracts,
  releasesNow,
  shapesOf,
  type ComposedFlag,
  type Composition,
  type Contracts,
  type MinorRelease,
  type ReleaseNow,
} from '../evolution/index.ts';
import {
  olderWithdrawalIssues,
  readSpecification,
  type Mistake,
  type Reading,
  type ResolvedSpecification,
} from '../specification/index.ts';

export type ComposedSpecification =
  | {
      readonly ok: true;
      readonly specification: ResolvedSpecification;
      readonly older: Extract<Composition, { ok: true }>['older'];
      readonly flags: readonly ComposedFlag[];
      readonly minorReleases: readonly MinorRelease[];
      readonly releases: readonly ReleaseNow[];
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
export function composeAll(
  { specification, resolved, placed }: Extract<Reading, { ok: true }>,
  contracts: Contracts,
  isLenient = false,
): ComposedSpecification {
  const shaped = shapesOf(resolved, contracts);
  const additions = placed(shaped.issues);
  if (additions.length > 0) return { ok: false, mistakes: additions };
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
  return {
    ok: true,
    specification: composed.newest,
    older,
    flags: flags.flags,
    minorReleases: minorReleases(contracts),
    releases: releasesNow(contracts, shaped.versions),
  };
}
