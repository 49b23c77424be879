import { formatBases, type PackedTexts, packText, parseBases, unpackText } from './bases-format.ts';
import { toNothing, toText } from './change.ts';
import { resolveDestination } from './destination.ts';
import { type Disk, type Entry, openDisk } from './disk.ts';
import { type Environment, nodeEnvironment } from './environment.ts';
import { type FormerBases, readFormerBases } from './former-bases.ts';
import { BASES } from './layout.ts';
import { damagedBases, obstacleAt } from './obstacles.ts';
import { readStoredLock } from './stored-lock.ts';
import type { TextReader } from './stored-text.ts';
import { sha256 } from './text.ts';
import type { Change, Lock, LockEntry, Obstacle, OutputFile } from './types.ts';

/** The pristine texts as they lie on the disk. */
export interface StoredBases {
  readonly entry: Entry;
  readonly texts: PackedTexts;
  readonly former: FormerBases;
  readonly obstacles: readonly Obstacle[];
}

/** Reads the packed texts and checks each of them, and those that an older generator left as files. */
export async function readBases(
  disk: Disk,
  lock: Lock | undefined,
  wanted: ReadonlyMap<string, OutputFile>,
): Promise<StoredBases> {
  const entry = await disk.read(BASES);
  const former = await readFormerBases(disk, lock, wanted);
  const { texts, obstacle } = textsIn(entry);
  const obstacles = [...(obstacle === undefined ? [] : [obstacle]), ...former.obstacles];
  return { entry, texts, former, obstacles };
}

/** Whether the text that the lock records for a file is stored. */
export function hasBase({ texts, former }: StoredBases, { sha256: hash }: LockEntry): boolean {
  return texts.has(hash) || former.texts.has(hash);
}

/** The stored text that the lock records for a file; undefined: there is none. */
export function baseOf(
  { texts, former }: StoredBases,
  { sha256: hash }: LockEntry,
): string | undefined {
  const packed = texts.get(hash);
  return (packed === undefined ? undefined : unpackText(hash, packed)) ?? former.texts.get(hash);
}

/**
 * What the bases become: the texts that the next lock records for generated files, edited ones too, and no others. Only a text that was
 * lost and is not generated now is left out.
 */
export function changesOfBases(
  { entry, texts, former }: StoredBases,
  files: readonly LockEntry[],
  wanted: ReadonlyMap<string, OutputFile>,
): Change[] {
  const next = new Map<string, string>();
  for (const { path, ownership, sha256: hash } of files) {
    if (ownership !== 'generated') continue;
    const packed =
      texts.get(hash) ?? packedFrom(hash, [wanted.get(path)?.text, former.texts.get(hash)]);
    if (packed !== undefined) next.set(hash, packed);
  }
  return [...changeOf(entry, next), ...former.changes];
}

/**
 * Reads the lock and the packed texts once, for many files: the text of a generated file as the last generation wrote it, undefined if
 * it is not stored. Throws LockError if the lock is damaged, DestinationError if the
 * destination is a file.
 */
export async function openBases(
  destination: string,
  environment: Environment = nodeEnvironment,
): Promise<TextReader> {
  const { root } = await resolveDestination(environment.files, destination);
  const disk = openDisk(environment.files, root);
  const { lock } = await readStoredLock(disk);
  if (lock === undefined) return async () => undefined;
  const recorded = new Map(lock.files.map((file) => [file.path, file]));
  const packed = packedIn(await disk.read(BASES));
  return async (path) => {
    const entry = recorded.get(path);
    if (entry?.ownership !== 'generated') return undefined;
    const text = packed?.get(entry.sha256);
    if (text !== undefined) return unpackText(entry.sha256, text);
    const { texts } = await readFormerBases(disk, { ...lock, files: [entry] }, new Map());
    return texts.get(entry.sha256);
  };
}

/** As a reader that `openBases` opens for this one file. Throws what it throws. */
export async function readBase(
  destination: string,
  path: string,
  environment: Environment = nodeEnvironment,
): Promise<string | undefined> {
  return (await openBases(destination, environment))(path);
}

function textsIn(entry: Entry): { texts: PackedTexts; obstacle?: Obstacle } {
  const texts: PackedTexts = new Map();
  if (entry.kind === 'absent') return { texts };
  if (entry.kind !== 'file') return { texts, obstacle: obstacleAt(BASES, entry.kind, entry.at) };
  const parsed = entry.text === undefined ? NOT_TEXT : parseBases(entry.text);
  if ('problem' in parsed) return { texts, obstacle: damagedBases(parsed.problem, parsed.line) };
  for (const [hash, packed] of parsed) {
    if (unpackText(hash, packed) !== undefined) continue;
    return { texts, obstacle: damagedBases(`the text behind ${hash} is another or none`) };
  }
  return { texts: parsed };
}

const NOT_TEXT = { line: 1, problem: 'this is not UTF-8' };

function packedIn(entry: Entry): PackedTexts | undefined {
  if (entry.kind !== 'file' || entry.text === undefined) return undefined;
  const parsed = parseBases(entry.text);
  return 'problem' in parsed ? undefined : parsed;
}

function packedFrom(hash: string, texts: readonly (string | undefined)[]): string | undefined {
  const text = texts.find((each) => each !== undefined && sha256(each) === hash);
  return text === undefined ? undefined : packText(text);
}

function changeOf(entry: Entry, next: PackedTexts): Change[] {
  if (next.size === 0) return entry.kind === 'file' ? [toNothing(BASES, entry)] : [];
  const text = formatBases(next);
  if (entry.kind === 'file' && entry.identity === sha256(text)) return [];
  return [toText(BASES, entry, text)];
}
