import { baseOf, changesOfBases, readBases, type StoredBases } from './bases.ts';
import { toNothing, toText } from './change.ts';
import { resolveDestination } from './destination.ts';
import { emptiedDirectories, theirDirectories } from './directories.ts';
import { type Disk, type Entry, openDisk } from './disk.ts';
import { type Environment, nodeEnvironment } from './environment.ts';
import type { FileSystem } from './file-system.ts';
import { assertNoJournal } from './journal.ts';
import type { FilePlan } from './plan-file.ts';
import { planFiles } from './plan-files.ts';
import { CONFLICTS, LOCK, TABLES } from './layout.ts';
import { formatLock } from './lock-format.ts';
import { assertHeader } from './lock-parse.ts';
import { obstacleAt } from './obstacles.ts';
import { findMoved } from './moved.ts';
import { indexOutputs } from './outputs.ts';
import { compare } from './paths.ts';
import { assertNotNewer, readStoredLock } from './stored-lock.ts';
import { sha256 } from './text.ts';
import type { Change, Lock, Obstacle, OutputFile, Plan, PlannedFile, Resolution } from './types.ts';

/** The input of the plan besides the files. */
export interface PlanOptions {
  /** The generator's version. */
  readonly generator: string;
  /** Further facts for the lock: keys of letters, digits, `.` and `-`; values of one line. */
  readonly header: Readonly<Record<string, string>>;
  /** Files that a person deleted and now wants back. */
  readonly restore?: readonly string[];
  /** Files of a person that are no longer generated, and may go. */
  readonly drop?: readonly string[];
  /** How a person decides the conflicts of files, by path. What only one side changed stays as that side has it. */
  readonly resolutions?: ReadonlyMap<string, Resolution>;
  /** What the tables are, for the next generation; absent: what is there stays. */
  readonly tables?: string;
  /** Frozen and owned files that this generation no longer makes: the plan deletes those that no person has edited. */
  readonly retired?: readonly string[];
  /** The service leaves the generator: what was recorded for the next generation goes with this one. */
  readonly isLast?: boolean;
}

/**
 * Compares what was generated last, what is on the disk and what shall be there. Reads only.
 *
 * Throws UnsafePathError or InvalidTextError for an output that cannot be written, LockError for a damaged lock,
 * OlderGeneratorError if a later generator wrote it, DestinationError if the destination is a file, UnfinishedRunError if
 * `recover` has to be called first.
 */
export async function makePlan(
  destination: string,
  outputs: readonly OutputFile[],
  options: PlanOptions,
  environment: Environment = nodeEnvironment,
): Promise<Plan> {
  const { generator, header, restore = [], drop = [], retired = [], isLast = false } = options;
  const { resolutions = new Map<string, Resolution>() } = options;
  assertHeader(generator, header);
  const wanted = indexOutputs(outputs);
  const { root, exists } = await resolveDestination(environment.files, destination);
  const disk = openDisk(environment.files, root);
  await assertNoJournal(environment.files, root);
  const { entry: lockEntry, lock } = await readStoredLock(disk);
  const none = { files: [], changes: [], conflicts: [], conflictChanges: [], emptied: [] };
  const blank = { destination: root, exists, ...none };
  if (lockEntry.kind === 'link' || lockEntry.kind === 'not-a-file') {
    const obstacles = [obstacleAt(LOCK, lockEntry.kind, lockEntry.at)];
    const next = { generator, header, files: [], theirs: [] };
    return { ...blank, obstacles, lock: next, lockSeen: undefined };
  }
  assertNotNewer(lock, generator);

  const bases = await readBases(disk, lock, wanted);
  const asked = {
    restore: new Set(restore),
    drop: new Set(drop),
    retired: new Set(retired),
    resolutions,
  };
  const { filePlans, conflictChanges } = await planFiles(disk, { lock, wanted, bases, ...asked });
  const files = filePlans.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  const next: Lock = {
    generator,
    header,
    files,
    theirs: await theirDirectories(disk, lock, files),
  };
  const kept = isLast ? [] : files;
  const changes = [
    ...filePlans.flatMap(({ changes }) => changes ?? []),
    ...changesOfBases(bases, kept, wanted),
    ...(isLast
      ? await recordsGone(disk)
      : await recordsKept(disk, { lock: formatLock(next), tables: options.tables })),
  ];
  return {
    ...blank,
    files: await withMoved(environment.files, root, { filePlans, bases, lock, wanted }),
    obstacles: byPath([...filePlans.flatMap(({ obstacles }) => obstacles), ...bases.obstacles]),
    conflicts: filePlans.flatMap(({ conflict }) => conflict ?? []),
    conflictChanges,
    lock: next,
    lockSeen: lockEntry.kind === 'file' ? lockEntry.bytes : undefined,
    changes,
    emptied: emptiedDirectories(changes, lock),
  };
}

/** The files of the plan; those that a person deleted with the place to which they may have moved them. */
async function withMoved(
  files: FileSystem,
  root: string,
  known: {
    readonly filePlans: readonly FilePlan[];
    readonly bases: StoredBases;
    readonly lock: Lock | undefined;
    readonly wanted: ReadonlyMap<string, OutputFile>;
  },
): Promise<PlannedFile[]> {
  const { filePlans, bases, lock, wanted } = known;
  const recorded = new Map(lock?.files.map((entry) => [entry.path, entry]));
  const planned = filePlans.flatMap((each) => each.planned ?? []);
  const missing = planned.flatMap(({ path, action }) => {
    const entry = action === 'deleted-by-user' ? recorded.get(path) : undefined;
    const text = entry === undefined ? undefined : baseOf(bases, entry);
    return text === undefined ? [] : [{ path, text }];
  });
  const isGenerated = (path: string): boolean => recorded.has(path) || wanted.has(path);
  const moved = await findMoved(files, root, missing, isGenerated);
  return planned.map((file) => {
    const similar = moved.get(file.path);
    return similar === undefined || file.action !== 'deleted-by-user' ? file : { ...file, similar };
  });
}

/** What the next generation reads besides the bases. */
async function recordsKept(
  disk: Disk,
  { lock, tables }: { readonly lock: string; readonly tables: string | undefined },
): Promise<Change[]> {
  return [
    ...(tables === undefined ? [] : changeOf(TABLES, await disk.read(TABLES), tables)),
    ...changeOf(LOCK, await disk.read(LOCK), lock),
  ];
}

async function recordsGone(disk: Disk): Promise<Change[]> {
  const entries = [];
  for (const path of [TABLES, CONFLICTS, LOCK])
    entries.push([path, await disk.read(path)] as const);
  return entries.flatMap(([path, entry]) =>
    entry.kind === 'file' ? [toNothing(path, entry)] : [],
  );
}

function changeOf(path: string, entry: Entry, text: string): Change[] {
  if (entry.kind === 'file' && entry.identity === sha256(text)) return [];
  return [toText(path, entry, text)];
}

function byPath(obstacles: readonly Obstacle[]): Obstacle[] {
  return [...obstacles].sort((a, b) => compare(a.path, b.path));
}
