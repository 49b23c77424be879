import type { Place } from '../merge/index.ts';
import { unifiedDiff } from './diff.ts';
import type { LeaveReason, Obstacle, Ownership, Plan, PlannedFile } from './types.ts';

/** A plan for machines. Depends on nothing but the plan's content: the same in every directory. */
export interface JsonPlan {
  /** Whether it can be applied. */
  readonly applicable: boolean;
  /** Whether applying it would write anything, the lock included. */
  readonly current: boolean;
  readonly counts: Readonly<Record<PlannedFile['action'], number>>;
  readonly files: readonly JsonFile[];
  readonly obstacles: readonly Obstacle[];
  /** Where a person and the generator changed the same places: lines of the conflict file, and the three texts of each. */
  readonly conflicts: readonly { readonly path: string; readonly places: readonly Place[] }[];
}

export interface JsonFile {
  readonly path: string;
  readonly ownership: Ownership;
  readonly template: string;
  readonly action: PlannedFile['action'];
  /** With the action `leave`. */
  readonly because?: LeaveReason;
  /** With the action `deleted-by-user`: where the file may have been moved to. */
  readonly similar?: string;
  /** With the actions `rewrite` and `merge`: a unified diff. */
  readonly diff?: string;
}

export function planAsJson(plan: Plan): JsonPlan {
  const counts = {
    create: 0,
    rewrite: 0,
    merge: 0,
    unchanged: 0,
    keep: 0,
    delete: 0,
    leave: 0,
    'deleted-by-user': 0,
  };
  for (const { action } of plan.files) counts[action] += 1;
  return {
    applicable: plan.obstacles.length === 0,
    current: plan.obstacles.length === 0 && plan.changes.length === 0,
    counts,
    files: plan.files.map(fileAsJson),
    obstacles: plan.obstacles,
    conflicts: plan.conflicts.map(({ path, places }) => ({ path, places })),
  };
}

function fileAsJson(file: PlannedFile): JsonFile {
  const { path, ownership, template, action } = file;
  const named = { path, ownership, template, action };
  if (file.action === 'deleted-by-user' && file.similar !== undefined) {
    return { ...named, similar: file.similar };
  }
  if (file.action === 'leave') return { ...named, because: file.because };
  if (file.action === 'rewrite' || file.action === 'merge') {
    return { ...named, diff: unifiedDiff(file.before, file.after) };
  }
  return named;
}
