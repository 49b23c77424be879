import { toText } from './change.ts';
import { resolveDestination } from './destination.ts';
import { openDisk, type Disk, type Entry } from './disk.ts';
import { type Environment, nodeEnvironment } from './environment.ts';
import { assertNoJournal } from './journal.ts';
import { obstacleAt } from './obstacles.ts';
import { indexOutputs } from './outputs.ts';
import { compare } from './paths.ts';
import { readStoredLock } from './stored-lock.ts';
import { sha256 } from './text.ts';
import type { Change, Obstacle, OutputFile, Plan, PlannedFile } from './types.ts';

/**
 * A plan that writes these files and nothing else: not what a generation would, and nothing into the lock, as if a person had
 * written them. Reads only.
 *
 * Throws UnsafePathError or InvalidTextError for a file that cannot be written, LockError for a damaged lock, DestinationError
 * if the destination is a file, UnfinishedRunError if `recover` has to be called first.
 */
export async function planEdits(
  destination: string,
  edited: readonly OutputFile[],
  environment: Environment = nodeEnvironment,
): Promise<Plan> {
  const wanted = indexOutputs(edited);
  const { root, exists } = await resolveDestination(environment.files, destination);
  const disk = openDisk(environment.files, root);
  await assertNoJournal(environment.files, root);
  const { entry, lock } = await readStoredLock(disk);
  const { files, changes, obstacles } = await compared(disk, [...wanted.values()]);
  return {
    destination: root,
    exists,
    files,
    obstacles,
    conflicts: [],
    conflictChanges: [],
    lock: lock ?? { generator: '', header: {}, files: [], theirs: [] },
    lockSeen: entry.kind === 'file' ? entry.bytes : undefined,
    changes,
    emptied: [],
  };
}

async function compared(disk: Disk, wanted: readonly OutputFile[]) {
  const files: PlannedFile[] = [];
  const changes: Change[] = [];
  const obstacles: Obstacle[] = [];
  for (const output of wanted.toSorted((a, b) => compare(a.path, b.path))) {
    const { path, text: after, ownership, template } = output;
    const entry = await disk.read(path);
    const named = { path, ownership, template };
    if (entry.kind === 'link' || entry.kind === 'not-a-file') {
      obstacles.push(obstacleAt(path, entry.kind, entry.at));
    } else if (entry.kind === 'file' && entry.identity === sha256(after)) {
      files.push({ ...named, action: 'unchanged' });
    } else {
      changes.push(toText(path, entry, after));
      files.push(
        entry.kind === 'absent'
          ? { ...named, action: 'create', after }
          : { ...named, action: 'rewrite', before: textOf(entry), after },
      );
    }
  }
  return { files, changes, obstacles };
}

function textOf(entry: Entry): string {
  return entry.kind === 'file' ? (entry.text ?? '') : '';
}
