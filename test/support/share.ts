import { randomFrom } from './fuzz/random.ts';

/**
 * How much of the tests of endurance is run: 1 for all, 0.1 for a tenth. A part is chosen by ENDURANCE_SEED, which is the day
 * unless it is given: day by day other parts come.
 */
const share = Number(process.env['ENDURANCE_SHARE'] ?? '1');
const seed = process.env['ENDURANCE_SEED'] ?? new Date().toISOString().slice(0, 10);

/** So many of a number of repetitions, at least one. */
export function repetitions(all: number, part = share): number {
  return Math.max(1, Math.round(all * part));
}

/** So many of a list, at least one, in their order. */
export function partOf<T>(list: readonly T[], name: string, part = share): T[] {
  if (part >= 1) return [...list];
  const random = randomFrom(`${seed} ${name}`);
  const ranked = list.map((value, index) => ({ value, index, rank: random.int(0, 1_000_000) }));
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, repetitions(list.length, part))
    .toSorted((one, other) => one.index - other.index)
    .map(({ value }) => value);
}
