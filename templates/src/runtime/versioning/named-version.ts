import { builtIn } from '../errors/built-in.ts';
import { Problem } from '../errors/problem.ts';
import type { StrategyOptions } from './resolution.ts';
import { supported } from './unknown-version.ts';
import type { ApiVersion } from './version.ts';

/**
 * The version that a parameter or a header names. It has to be named exactly as it is, and nothing is rounded to the nearest
 * one; named twice it is the same one.
 *
 * @param values all that were sent
 * @returns 400 where it is none, or more than one
 */
export function namedVersion(
  { versions, pinned }: StrategyOptions,
  values: readonly string[],
  now: Date,
): ApiVersion | Problem {
  const [label = pinned, ...others] = new Set(values);
  const version = versions.find((each) => each.label === label);
  if (version !== undefined && others.length === 0) return version;
  return new Problem(builtIn.invalidVersion, {
    detail: ({ details }) =>
      label === undefined
        ? details.versionMissing
        : others.length === 0
          ? details.versionUnknown
          : details.versionAmbiguous,
    members: supported(versions, now),
  });
}
