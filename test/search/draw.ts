import type { Random } from 'fast-check';

/** Choices that follow from a seed alone. */
export interface Draw {
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** A whole number of both bounds and what lies between them. */
  int(minimum: number, maximum: number): number;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Some of a list in its order, at least `least`, as far as there are that many. */
  some<T>(list: readonly T[], least?: number): T[];
  /** `{ [key]: value() }` with the probability that this draw writes an optional key with; otherwise `{}`. */
  maybe(key: string, value: () => unknown): Record<string, unknown>;
}

/** @param density the probability that an optional key is written */
export function drawFrom(random: Random, density: number): Draw {
  const int: Draw['int'] = (minimum, maximum) => random.nextInt(minimum, maximum);
  const chance: Draw['chance'] = (probability) => random.nextInt(0, 9999) < probability * 10_000;
  return {
    chance,
    int,
    pick(list) {
      const value = list[int(0, list.length - 1)];
      if (value === undefined) throw new Error('there is nothing to choose from');
      return value;
    },
    some(list, least = 0) {
      const wanted = int(Math.min(least, list.length), list.length);
      const order = list.map((value, position) => ({ value, position, key: int(0, 1_000_000) }));
      return order
        .toSorted((one, other) => one.key - other.key)
        .slice(0, wanted)
        .toSorted((one, other) => one.position - other.position)
        .map(({ value }) => value);
    },
    maybe: (key, value) => (chance(density) ? { [key]: value() } : {}),
  };
}
