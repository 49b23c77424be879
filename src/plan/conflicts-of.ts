import type { Plan } from './types.ts';

/** A plan that writes the conflict files of another one and nothing else. */
export function conflictsOf(plan: Plan): Plan {
  return { ...plan, files: [], obstacles: [], changes: plan.conflictChanges, emptied: [] };
}
