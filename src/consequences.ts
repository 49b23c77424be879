import { differences, dayOf } from './lifecycle/index.ts';
import type { Contracts } from './evolution/index.ts';
import type { OutputFile } from './plan/index.ts';
import { atKey, type Fault } from './specification/fault.ts';
import type { ResolvedSpecification } from './specification/index.ts';

/** What a generation makes of what there is already, where that is more than other files. */
export const consequenceCodes: ReadonlySet<string> = new Set(['other-tables', 'released-version']);

/** What lies where the service is generated, as the last generation left it. */
export interface Former {
  /** Undefined: there is none, or it cannot be read any more. */
  readonly specification: ResolvedSpecification | undefined;
  /** Text of the list of migrations; undefined: there is none. */
  readonly migrations: string | undefined;
}

/** Where the service lists its migrations. */
export const migrationsPath = 'src/storage/migrations/index.ts';

/** How many differences are named. */
const most = 5;

/**
 * What people have to know before they accept a plan: that a database of before is refused, and that clients of a released version
 * find it changed.
 *
 * @param now decides which versions are released
 */
export function consequencesOf(
  former: Former,
  after: ResolvedSpecification,
  {
    contracts,
    files,
    now,
  }: {
    readonly contracts: Contracts;
    readonly files: readonly OutputFile[];
    readonly now: Date;
  },
): Fault[] {
  const migrations = files.find(({ path }) => path === migrationsPath)?.text;
  return [
    ...otherTables(former.migrations, migrations),
    ...changedRelease(releasedBefore(former, after, contracts, now), after),
  ];
}

function otherTables(before: string | undefined, after: string | undefined): Fault[] {
  const [was, is] = [initialOf(before), initialOf(after)];
  if (was === undefined || is === undefined || was === is) return [];
  const message =
    'the tables are others, and no migration carries rows over: the service will refuse to start with a database of before; ' +
    'start with an empty one (another DATABASE_URL, or no file in data/), or take the change back';
  return [atKey(['resources'], { code: 'other-tables', message })];
}

/** Name of the migration that makes all tables, with a digest of them. */
function initialOf(migrations = ''): string | undefined {
  return /'(0001-initial-[0-9a-f]+)'/.exec(migrations)?.[1];
}

interface Release {
  readonly label: string;
  readonly specification: ResolvedSpecification;
}

/** The newest version as clients know it: as it was frozen, or as it was generated last. */
function releasedBefore(
  { specification: before }: Former,
  after: ResolvedSpecification,
  { releases }: Contracts,
  now: Date,
): Release | undefined {
  const label = newestOf(after);
  const frozen = releases.findLast((release) => release.label === label)?.specification;
  if (frozen !== undefined) return { label, specification: frozen };
  if (before === undefined || newestOf(before) !== label) return undefined;
  const { released } = before.versioning.versions[label] ?? {};
  const isReleased = released !== undefined && released <= dayOf(now.getTime());
  return isReleased ? { label, specification: before } : undefined;
}

function newestOf({ versioning }: ResolvedSpecification): string {
  return Object.keys(versioning.versions).at(-1) ?? '';
}

function changedRelease(release: Release | undefined, after: ResolvedSpecification): Fault[] {
  if (release === undefined) return [];
  const breaking = differences(release.specification, after).filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0) return [];
  const named = breaking.slice(0, most).map(({ where, what }) => `${where}: ${what}`);
  const others = breaking.length - named.length;
  const list = [...named, ...(others > 0 ? [`and ${String(others)} more`] : [])].join('; ');
  const message =
    `version ${release.label} is released, and its clients may break (${list}); ` +
    'take the change back, or open a version of its own for it first (resource-service version release --next LABEL)';
  return [atKey(['versioning', 'versions', release.label], { code: 'released-version', message })];
}
