/**
 * Keeps the `limit` entries that were used last, and at most as many again. Entries are kept in two generations: to find
 * one in the younger moves nothing, however often it is used.
 */
export class BoundedMap<Key, Value> {
  readonly #limit: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Does not count as use. */
  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  getOrCreate(key: Key, create: () => Value): Value {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key) ?? create();
    this.#old.delete(key);
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
