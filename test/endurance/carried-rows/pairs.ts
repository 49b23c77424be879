import * as fc from 'fast-check';
import { changes, type Change } from './changes.ts';
import { turns, type Turn } from './turns.ts';

/** A resource in a specification, in the one after it, and what its rows have. */
export interface Pair {
  readonly letter: string;
  readonly turn: Turn;
  readonly changed: readonly Change[];
  /** By row, and by change; undefined: the row has no such member. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Of each resource. */
const rowsOfEach = 6;
/** Services are made for so many pairs together: to make and to start them takes longer than all else. */
export const together = 10;
const letters = [...'abcdefghij'];

export const pairOf = (letter: string): fc.Arbitrary<Pair> =>
  fc
    .tuple(
      fc.constantFrom(...turns),
      fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 6 }),
    )
    .chain(([turn, changed]) => {
      const row = (index: number) =>
        fc.tuple(...changed.map(({ value }) => value.map((make) => make?.(index))));
      const rows = fc.tuple(...Array.from({ length: rowsOfEach }, (_, index) => row(index)));
      return rows.map((all) => ({ letter, turn, changed, rows: all }));
    });
export const groups: fc.Arbitrary<Pair[]> = fc.tuple(...letters.slice(0, together).map(pairOf));

export function titleOf({ turn, changed }: Pair): string {
  return `it ${[turn, ...changed].map(({ title }) => title).join('; ')}`;
}
