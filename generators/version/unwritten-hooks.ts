import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contracts } from '../../src/evolution/contracts/contracts.ts';
import { unwrittenIn } from '../../src/evolution/draft/hooks.ts';
import type { Freezing, Refusal } from '../../src/lifecycle/index.ts';

/** Functions of the step to a version that still have their generated body: a release would freeze them like that. */
export function unwrittenHooks(
  destination: string,
  { label }: Freezing,
  { steps }: Contracts,
): Refusal[] {
  return steps
    .filter(({ step }) => step.to === label)
    .flatMap(({ step }): Refusal[] => {
      const where = `src/versioning/${step.from}-to-${step.to}.hooks.ts`;
      const path = join(destination, where);
      const names = existsSync(path) ? unwrittenIn(readFileSync(path, 'utf8')) : [];
      return names.map((name) => ({
        rule: 'hook-not-written',
        where,
        what: `${name} only throws: clients of version ${step.from} would get its error.`,
        whatToDo: 'Write it, try it in the test beside it, and then release.',
      }));
    });
}
