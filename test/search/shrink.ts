import * as fc from 'fast-check';
import { specifications } from './arbitrary.ts';
import { prove, type ProofOptions } from './prove.ts';
import { yamlOf } from './repair.ts';
import type { Written } from './values.ts';

/**
 * Takes away from the specification of a seed whatever its failure does not need.
 *
 * @returns undefined where it does not fail
 */
export async function shrunk(
  seed: number,
  options: ProofOptions,
  minutes: number,
): Promise<Written | undefined> {
  let wanted: ReadonlySet<string> | undefined;
  const property = fc.asyncProperty(specifications, async (specification) => {
    const { findings } = await prove(yamlOf(specification), options);
    const titles = findings.map(({ stage, title }) => `${stage} ${title}`);
    // Of a smaller one only the same failure counts.
    wanted ??= new Set(titles);
    return !titles.some((title) => wanted?.has(title));
  });
  const { counterexample } = await fc.check(property, {
    seed,
    numRuns: 1,
    interruptAfterTimeLimit: minutes * 60_000,
  });
  return counterexample?.[0];
}
