/**
 * Ownership, lock and bases, what would happen to each file, and the journalled all-or-nothing write.
 *
 * ```ts
 * await recover(destination);
 * const plan = await makePlan(destination, files, { generator: '0.1.0', header: {} });
 * console.log(formatPlan(plan));
 * if (plan.obstacles.length === 0) await applyPlan(plan);
 * ```
 */
export { applyPlan, type Applied, type ApplyOptions, type Progress } from './apply-plan.ts';
export { type Environment, nodeEnvironment } from './environment.ts';
export * from './errors.ts';
export { formatPlan, kitOf, type FormatOptions } from './format-plan.ts';
export { makePlan, type PlanOptions } from './make-plan.ts';
export { conflictsOf } from './conflicts-of.ts';
export { planEdits } from './plan-edits.ts';
export { type JsonFile, type JsonPlan, planAsJson } from './plan-as-json.ts';
export { recover, type Recovery } from './recover.ts';
export { openBases, readBase } from './bases.ts';
export { openTexts, readStoredText, type TextReader } from './stored-text.ts';
export { readLock } from './stored-lock.ts';
export type * from './types.ts';
