/** Upper bounds of milliseconds; what took longer than the last one is counted behind it. */
const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
const width = 40;

/** How long requests took, by the phase in which they were sent. */
export class Latencies {
  readonly #phases = new Map<string, number[]>();

  add(phase: string, milliseconds: number): void {
    const found = this.#phases.get(phase);
    if (found === undefined) this.#phases.set(phase, [milliseconds]);
    else found.push(milliseconds);
  }

  get phases(): ReadonlyMap<string, readonly number[]> {
    return this.#phases;
  }

  /** Of all phases; 0 without requests. */
  get longest(): number {
    return [...this.#phases.values()].flat().reduce((longest, each) => Math.max(longest, each), 0);
  }
}

/** Lines with a bar for each range, as long as its share. */
export function histogram(values: readonly number[]): string[] {
  const counts = bounds.map(
    (bound, index) =>
      values.filter((value) => value <= bound && value > (bounds[index - 1] ?? -1)).length,
  );
  const slower = values.filter((value) => value > 1000).length;
  const lines = [...bounds.map((bound) => `≤ ${String(bound)} ms`), '> 1000 ms'];
  return [...counts, slower].map((count, index) => {
    const bar = '█'.repeat(Math.ceil((count / Math.max(1, values.length)) * width));
    return `${(lines[index] ?? '').padStart(10)} ${String(count).padStart(8)}  ${bar}`.trimEnd();
  });
}
