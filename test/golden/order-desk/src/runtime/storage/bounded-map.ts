/** Keeps at most `limit` entries and forgets the one that was used longest ago. */
export class BoundedMap<Key, Value> {
  readonly #limit: number;
  readonly #entries = new Map<Key, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Does not count as use. */
  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.#entries.get(key);
    const value = known ?? create();

    // A Map iterates in the order of insertion, so moving an entry to the end marks it as used.
    if (known !== undefined) this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    return value;
  }
}
