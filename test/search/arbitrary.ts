import * as fc from 'fast-check';
import { candidateOf } from './candidate.ts';
import { drawFrom } from './draw.ts';
import { pathsOf, removeAt, repaired, yamlOf } from './repair.ts';
import type { Written } from './values.ts';

/** How many resources ordinary ones have, and how many of their optional keys are written. */
const sizes = [1, 1, 2, 2, 3, 4];
const densities = [0.08, 0.25, 0.5, 0.8];

/**
 * Legal specifications. They shrink by what can be left out, so that what fails ends as a file of few lines.
 */
class SpecificationArbitrary extends fc.Arbitrary<Written> {
  readonly #sizes: readonly number[];
  readonly #densities: readonly number[];

  constructor(sizes: readonly number[], densities: readonly number[]) {
    super();
    this.#sizes = sizes;
    this.#densities = densities;
  }

  generate(random: fc.Random): fc.Value<Written> {
    for (;;) {
      const size = this.#sizes[random.nextInt(0, this.#sizes.length - 1)] ?? 1;
      const density = this.#densities[random.nextInt(0, this.#densities.length - 1)] ?? 0.5;
      const found = repaired(candidateOf(drawFrom(random, density), size));
      if (found !== undefined) return new fc.Value(found.specification, undefined);
    }
  }

  canShrinkWithoutContext(value: unknown): value is Written {
    return typeof value === 'object' && value !== null;
  }

  shrink(value: Written): fc.Stream<fc.Value<Written>> {
    return new fc.Stream(smaller(value));
  }
}

/** The same without one thing each, whatever is largest first, as far as that is legal. */
function* smaller(specification: Written): Generator<fc.Value<Written>, undefined> {
  const paths = pathsOf(specification).toSorted((one, other) => one.length - other.length);
  for (const path of paths) {
    const less = structuredClone(specification) as Record<string, unknown>;
    if (!removeAt(less, path)) continue;
    const found = repaired(less);
    // What repair takes away besides must leave less, too: otherwise shrinking would not end.
    if (found !== undefined && yamlOf(found.specification).length < yamlOf(specification).length) {
      yield new fc.Value(found.specification, undefined);
    }
  }
  return undefined;
}

export const specifications: fc.Arbitrary<Written> = new SpecificationArbitrary(sizes, densities);

/** Those with much in them, of which few have every pair of keys. */
const wideSpecifications: fc.Arbitrary<Written> = new SpecificationArbitrary(
  [1, 2, 3],
  [0.7, 0.95],
);

/** The one that follows from a seed. */
export function specificationOf(seed: number): Written {
  return drawn(specifications, seed);
}

/** The one with much in it that follows from a seed. */
export function wideSpecificationOf(seed: number): Written {
  return drawn(wideSpecifications, seed);
}

function drawn(arbitrary: fc.Arbitrary<Written>, seed: number): Written {
  const [specification] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (specification === undefined) throw new Error('fast-check drew nothing');
  return specification;
}
