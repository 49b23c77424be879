import { allFeatures, featuresOf } from './features.ts';
import type { Written } from './values.ts';

/** Which pairs of features are in at least one of some specifications. */
export interface Coverage {
  /** The specifications that are needed, the one that adds most first. */
  readonly chosen: readonly Written[];
  /** Pairs that some of them have. */
  readonly covered: number;
}

/** Chooses as few of the candidates as it easily can that have all pairs that any of them has. */
export function coverPairs(candidates: readonly Written[]): Coverage {
  const features = [...allFeatures()];
  const numbers = new Map(features.map((feature, index) => [feature, index]));
  const count = features.length;
  const isCovered = new Uint8Array(count * count);
  const pool = candidates.map((specification) => ({
    specification,
    has: [...featuresOf(specification)]
      .map((feature) => numbers.get(feature) ?? -1)
      .filter((number) => number >= 0)
      .toSorted((one, other) => one - other),
  }));
  const gainOf = (has: readonly number[]): number => {
    let gain = 0;
    for (const [position, one] of has.entries()) {
      for (const other of has.slice(position + 1))
        gain += 1 - (isCovered[one * count + other] ?? 0);
    }
    return gain;
  };
  const chosen: Written[] = [];
  // What a specification adds only shrinks, so the last known gain is a bound of the present one.
  const bounds = pool.map((each) => ({ ...each, bound: gainOf(each.has) }));
  for (;;) {
    bounds.sort((one, other) => other.bound - one.bound);
    const [best, next] = bounds;
    if (best === undefined || best.bound === 0) break;
    best.bound = gainOf(best.has);
    if (next !== undefined && best.bound < next.bound) continue;
    if (best.bound === 0) break;
    chosen.push(best.specification);
    for (const [position, one] of best.has.entries()) {
      for (const other of best.has.slice(position + 1)) isCovered[one * count + other] = 1;
    }
    best.bound = 0;
  }
  return { chosen, covered: isCovered.reduce((sum, each) => sum + each, 0) };
}
