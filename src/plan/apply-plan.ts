import { type Environment, nodeEnvironment } from './environment.ts';
import { ObstaclesError } from './errors.ts';
import { changeInPlace } from './in-place.ts';
import { makeDirectory } from './new-directory.ts';
import type { Plan } from './types.ts';

export interface Progress {
  /** Counted from 1 to `total`; bookkeeping files count too. */
  readonly done: number;
  readonly total: number;
  readonly path: string;
}

export interface ApplyOptions {
  readonly onProgress?: (progress: Progress) => void;
}

/** How many files of the service were created or rewritten, deleted, or left as they were. */
export interface Applied {
  readonly written: number;
  readonly deleted: number;
  readonly unchanged: number;
}

/**
 * Carries a plan out, all or nothing: if this process dies at any moment, `recover` finishes it or takes it back. A plan without
 * changes touches nothing at all.
 *
 * Throws ObstaclesError if the plan has any, StalePlanError if the disk is no longer as the plan saw it, BusyError if another
 * process writes to the same destination, ApplyError if the system fails.
 */
export async function applyPlan(
  plan: Plan,
  { onProgress }: ApplyOptions = {},
  environment: Environment = nodeEnvironment,
): Promise<Applied> {
  if (plan.obstacles.length > 0) {
    throw new ObstaclesError(plan.obstacles.map(({ message }) => message).join('\n'));
  }
  if (plan.changes.length > 0) {
    const total = plan.changes.length;
    let done = 0;
    const onStep = (path: string): void => onProgress?.({ done: (done += 1), total, path });
    await (plan.exists ? changeInPlace : makeDirectory)(environment, plan, onStep);
  }
  const written = plan.files.filter(({ action }) =>
    ['create', 'rewrite', 'merge'].includes(action),
  );
  const deleted = plan.files.filter(({ action }) => action === 'delete');
  return {
    written: written.length,
    deleted: deleted.length,
    unchanged: plan.files.length - written.length - deleted.length,
  };
}
