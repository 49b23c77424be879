import { numbering, type Feature } from './features.ts';

/** Which pairs of features are asked for. Features are numbers here: their positions in the list of all. */
export class PairMatrix {
  readonly #numbersOf: ReturnType<typeof numbering>;
  readonly #isIn: Uint8Array;
  readonly #size: number;

  constructor(features: readonly Feature[]) {
    this.#numbersOf = numbering(features);
    this.#size = features.length;
    this.#isIn = new Uint8Array(this.#size ** 2);
  }

  /** The features of a specification, in ascending order. */
  numbersOf(specification: unknown): number[] {
    return this.#numbersOf(specification).toSorted((one, other) => one - other);
  }

  get total(): number {
    return this.#isIn.reduce((sum, each) => sum + each, 0);
  }

  add(has: readonly number[]): void {
    this.#mark(has, 1);
  }

  remove(has: readonly number[]): void {
    this.#mark(has, 0);
  }

  /** How many pairs of these features are in it. */
  countIn(has: readonly number[]): number {
    let count = 0;
    for (let position = 0; position < has.length; position += 1) {
      const row = (has[position] ?? 0) * this.#size;
      for (let next = position + 1; next < has.length; next += 1) {
        count += this.#isIn[row + (has[next] ?? 0)] ?? 0;
      }
    }
    return count;
  }

  #mark(has: readonly number[], value: 0 | 1): void {
    for (const [position, one] of has.entries()) {
      for (const other of has.slice(position + 1)) this.#isIn[one * this.#size + other] = value;
    }
  }
}
