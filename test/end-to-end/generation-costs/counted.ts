/** What a run of the generator took. */
export interface Counted {
  /** Addresses of all modules that were loaded. */
  readonly modules: readonly string[];
  /** How often each file was read, by its absolute path. */
  readonly reads: Readonly<Record<string, number>>;
}
