import type { PlannedService, PlanServiceInput } from '../../src/generate.ts';
import type { Applied, ApplyOptions, Plan, Recovery } from '../../src/plan/index.ts';

/** What the command needs of the core; given to it, so that it can be tested apart. */
export interface Core {
  /** Finishes or takes back what a killed run left. */
  readonly recover: (destination: string) => Promise<Recovery>;
  readonly planService: (input: PlanServiceInput) => Promise<PlannedService>;
  readonly applyPlan: (plan: Plan, options: ApplyOptions) => Promise<Applied>;
}
