import { distance } from 'fastest-levenshtein';

/** Names that are compared; a file with more resources than that still gets its mistakes in time. */
const mostCandidates = 1000;

/** The candidate that a misspelt name most probably means; undefined where none is near. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > 100) return undefined;
  const plain = letters(name);
  let reach = plain.length < 3 ? 0 : Math.ceil(plain.length / 3);
  let best: string | undefined;
  for (const candidate of candidates.slice(0, mostCandidates)) {
    const other = letters(candidate);
    if (Math.abs(other.length - plain.length) > reach) continue;
    const far = distance(plain, other);
    if (far > reach || (best !== undefined && far === reach)) continue;
    best = candidate;
    reach = far;
  }
  return best;
}

/** Casing, hyphens and underscores are the first thing to get wrong, and do not count. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
