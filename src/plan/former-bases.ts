import { toNothing } from './change.ts';
import type { Disk } from './disk.ts';
import { FORMER_BASES, formerBasePath } from './layout.ts';
import { obstacleAt } from './obstacles.ts';
import { sha256 } from './text.ts';
import type { Change, Lock, Obstacle, OutputFile } from './types.ts';

/** What an older generator left: each pristine text as a file of its own. */
export interface FormerBases {
  /** By their SHA-256. */
  readonly texts: ReadonlyMap<string, string>;
  /** The files go when their texts are packed. */
  readonly changes: readonly Change[];
  readonly obstacles: readonly Obstacle[];
}

/** Reads the files whose text the lock records; others in their folder are somebody's own and stay. */
export async function readFormerBases(
  disk: Disk,
  lock: Lock | undefined,
  wanted: ReadonlyMap<string, OutputFile>,
): Promise<FormerBases> {
  const texts = new Map<string, string>();
  const changes: Change[] = [];
  const obstacles: Obstacle[] = [];
  if (lock === undefined || !(await disk.hasDirectory(FORMER_BASES))) {
    return { texts, changes, obstacles };
  }
  for (const { path: ofFile, ownership, sha256: hash } of lock.files) {
    if (ownership !== 'generated') continue;
    const path = formerBasePath(ofFile);
    const entry = await disk.read(path);
    if (entry.kind === 'absent') continue;
    if (entry.kind !== 'file') {
      obstacles.push(obstacleAt(path, entry.kind, entry.at));
      continue;
    }
    const next = wanted.get(ofFile)?.text;
    if (entry.identity === hash && entry.text !== undefined) texts.set(hash, entry.text);
    else if (next === undefined || entry.identity !== sha256(next)) {
      obstacles.push(edited(path));
      continue;
    }
    changes.push(toNothing(path, entry));
  }
  return { texts, changes, obstacles };
}

function edited(path: string): Obstacle {
  const message =
    `${path} is not the text that the lock records. An older generator kept it there and it was not meant to be edited: ` +
    `restore it (git restore ${path}), or delete it and run again.`;
  return { path, reason: 'edited', message };
}
