import { buildDeprecations } from '../model/deprecations.ts';
import type { ResolvedSpecification } from '../specification/index.ts';
import type { Reminder } from './types.ts';

/** Deprecated features of the newest version whose sunset has come: nothing removes them by itself. */
export function pastSunsets(
  specification: ResolvedSpecification,
  file: string,
  day: string,
): Reminder[] {
  const { features = [] } = buildDeprecations(specification, []).at(-1) ?? {};
  return features.flatMap(({ name, sunset }): Reminder[] => {
    if (sunset === undefined || sunset > day) return [];
    const message = `its sunset was on ${sunset}, and it still works. The metric api_deprecated_uses_total says who still uses it. Remove it in a new version, or write a later sunset`;
    return [{ where: `${file} (${name})`, message }];
  });
}
