/** Upper bounds of milliseconds; what took longer than the last one is counted behind it. */
const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
const width = 40;

/** A method at one row or at all, or a page of rows with their total, which counts every row of the table. */
export type RequestKind = 'GET' | 'PATCH' | 'POST' | 'page';

/** In milliseconds. */
export interface Latency {
  readonly kind: RequestKind;
  readonly lasted: number;
}

/** How long requests took, by the phase in which they were sent. */
export class Latencies {
  readonly #phases = new Map<string, Latency[]>();

  add(phase: string, kind: RequestKind, lasted: number): void {
    const found = this.#phases.get(phase);
    if (found === undefined) this.#phases.set(phase, [{ kind, lasted }]);
    else found.push({ kind, lasted });
  }

  get phases(): ReadonlyMap<string, readonly Latency[]> {
    return this.#phases;
  }

  /** Of all phases; 0 without requests. */
  get longest(): number {
    return longestOf([...this.#phases.values()].flat());
  }
}

/** In milliseconds; 0 without requests. */
export function longestOf(latencies: readonly Latency[]): number {
  return latencies.reduce((longest, { lasted }) => Math.max(longest, lasted), 0);
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
