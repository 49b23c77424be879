import type { Route } from '../endpoints/route.ts';
import type { Task } from '../service/background.ts';
import type { Database } from '../storage/database.ts';
import { jobIntake, type JobIntake } from './job-intake.ts';
import { jobRoutes } from './job-routes.ts';
import { jobRunner, type Workshop } from './job-runner.ts';
import { jobStore } from './job-store.ts';
import { createSeal } from './sealed-input.ts';

export interface Jobs<Tables> {
  /** Takes the actions that go on after their answer. */
  readonly intake: JobIntake;
  /** Where clients follow their jobs. */
  readonly routes: Route[];
  /** Carries the jobs out. */
  runner(rest: Omit<Workshop<Tables>, 'database' | 'store' | 'seal'>): Task;
}

/** @param sealingKeys the first one encrypts what clients send along with an action, until it is done */
export function composeJobs<Tables>(
  database: Database<Tables>,
  sealingKeys: readonly Buffer[],
  newId: () => string,
): Jobs<Tables> {
  const store = jobStore(database);
  const seal = createSeal(sealingKeys);
  return {
    intake: jobIntake(store, seal, newId),
    routes: jobRoutes(database, store, newId),
    runner: (rest) => jobRunner({ ...rest, database, store, seal }),
  };
}
