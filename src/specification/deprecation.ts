import type { ResolvedDeprecation } from './resolved.ts';

/** What is said of a deprecated feature, in a few words: `since 2026-01-01, until 2026-07-01, use size`. */
export function deprecationInShort({ since, sunset, replacedBy }: ResolvedDeprecation): string {
  return [
    `since ${since}`,
    ...(sunset === undefined ? [] : [`until ${sunset}`]),
    ...(replacedBy === undefined ? [] : [`use ${replacedBy}`]),
  ].join(', ');
}
