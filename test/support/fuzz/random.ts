import { createHash } from 'node:crypto';

/** Numbers that look random and follow from a seed alone. */
export interface Random {
  /** A whole number of both bounds and what lies between them. */
  int(minimum: number, maximum: number): number;
  /** @param probability from 0 to 1 */
  chance(probability: number): boolean;
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice;
  /** Undefined where there is nothing to choose from. */
  any<Choice>(choices: readonly Choice[]): Choice | undefined;
  uuid(): string;
}

/** @param seed whatever tells one sequence from another, such as a number and a name */
export function randomFrom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE();

  /** Mulberry32: small, fast, and even enough to choose test data. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const random: Random = {
    int: (minimum, maximum) => minimum + Math.floor(next() * (maximum - minimum + 1)),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[random.int(0, choices.length - 1)] ?? choices[0],
    any: (choices) => choices[random.int(0, choices.length - 1)],
    uuid() {
      const digits = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('');
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5');
    },
  };
  return random;
}
