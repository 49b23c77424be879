import { holds, openDisk } from './disk.ts';
import { StalePlanError } from './errors.ts';
import type { FileSystem } from './file-system.ts';
import { LOCK } from './layout.ts';
import type { Plan } from './types.ts';

/** Throws StalePlanError if what the plan would replace, or the lock, is no longer as the plan saw it. */
export async function verify(files: FileSystem, plan: Plan): Promise<void> {
  const disk = openDisk(files, plan.destination);
  const seen = new Map([[LOCK, plan.lockSeen]]);
  for (const { path, before } of plan.changes) seen.set(path, before?.sha256);
  const changed: string[] = [];
  for (const [path, bytes] of seen) {
    if (!holds(await disk.read(path), bytes)) changed.push(path);
  }
  if (changed.length > 0) throw new StalePlanError(changed);
}
