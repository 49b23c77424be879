import { changesOfBases, hasBase, readBases, type StoredBases } from './bases.ts';
import { toText } from './change.ts';
import { resolveDestination } from './destination.ts';
import { emptiedDirectories, theirDirectories } from './directories.ts';
import { type Disk, type Entry, openDisk } from './disk.ts';
import { type Environment, nodeEnvironment } from './environment.ts';
import { assertNoJournal } from './journal.ts';
import { judge, type Judgement } from './judge.ts';
import { LOCK } from './layout.ts';
import { formatLock } from './lock-format.ts';
import { assertHeader } from './lock-parse.ts';
import { obstacleAt } from './obstacles.ts';
import { indexOutputs } from './outputs.ts';
import { compare } from './paths.ts';
import { assertNotNewer, readStoredLock } from './stored-lock.ts';
import { sha256 } from './text.ts';
import type { Change, Lock, Obstacle, OutputFile, Plan } from './types.ts';

/** What the plan is told besides the files. */
export interface PlanOptions {
  /** The generator's version. */
  readonly generator: string;
  /** Further facts for the lock: keys of letters, digits, `.` and `-`; values of one line. */
  readonly header: Readonly<Record<string, string>>;
  /** Files that a person deleted and now wants back. */
  readonly restore?: readonly string[];
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
  { generator, header, restore = [] }: PlanOptions,
  environment: Environment = nodeEnvironment,
): Promise<Plan> {
  assertHeader(generator, header);
  const wanted = indexOutputs(outputs);
  const { root, exists } = await resolveDestination(environment.files, destination);
  const disk = openDisk(environment.files, root);
  await assertNoJournal(environment.files, root);
  const { entry: lockEntry, lock } = await readStoredLock(disk);
  const blank = { destination: root, exists, files: [], changes: [], emptied: [] };
  if (lockEntry.kind === 'link' || lockEntry.kind === 'not-a-file') {
    const obstacles = [obstacleAt(LOCK, lockEntry.kind, lockEntry.at)];
    const next = { generator, header, files: [], theirs: [] };
    return { ...blank, obstacles, lock: next, lockSeen: undefined };
  }
  assertNotNewer(lock, generator);

  const bases = await readBases(disk, lock, wanted);
  const judgements = await judgeAll(disk, { lock, wanted, bases, restore: new Set(restore) });
  const files = judgements.flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
  const next: Lock = {
    generator,
    header,
    files,
    theirs: await theirDirectories(disk, lock, files),
  };
  const changes = [
    ...judgements.flatMap(({ change }) => change ?? []),
    ...changesOfBases(bases, files, wanted),
    ...changeOfLock(lockEntry, formatLock(next)),
  ];
  return {
    ...blank,
    files: judgements.flatMap(({ planned }) => planned ?? []),
    obstacles: byPath([...judgements.flatMap(({ obstacles }) => obstacles), ...bases.obstacles]),
    lock: next,
    lockSeen: lockEntry.kind === 'file' ? lockEntry.bytes : undefined,
    changes,
    emptied: emptiedDirectories(changes, lock),
  };
}

interface Known {
  readonly lock: Lock | undefined;
  readonly wanted: ReadonlyMap<string, OutputFile>;
  readonly bases: StoredBases;
  readonly restore: ReadonlySet<string>;
}

async function judgeAll(disk: Disk, { lock, wanted, bases, restore }: Known): Promise<Judgement[]> {
  const recorded = new Map(lock?.files.map((entry) => [entry.path, entry]));
  const paths = [...new Set([...recorded.keys(), ...wanted.keys()])].sort(compare);
  const judgements: Judgement[] = [];
  for (const path of paths) {
    const [was, next] = [recorded.get(path), wanted.get(path)];
    const sides = { recorded: was, disk: await disk.read(path), next, restore: restore.has(path) };
    judgements.push(judge({ path, hasBase: was !== undefined && hasBase(bases, was), ...sides }));
  }
  return judgements;
}

function changeOfLock(entry: Entry, text: string): Change[] {
  if (entry.kind === 'file' && entry.identity === sha256(text)) return [];
  return [toText(LOCK, entry, text)];
}

function byPath(obstacles: readonly Obstacle[]): Obstacle[] {
  return [...obstacles].sort((a, b) => compare(a.path, b.path));
}
