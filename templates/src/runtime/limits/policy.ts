/** How many requests may be sent: a quota policy (draft-ietf-httpapi-ratelimit-headers-11, section 3). */
export interface Policy {
  /** What clients know it by. */
  readonly name: string;
  readonly requests: number;
  /** Milliseconds, whole seconds of them. */
  readonly per: number;
  /** How many of them may come at once. */
  readonly burst: number;
}

/** How a client stands with each of the policies that hold for it together, in their order. */
export interface Standing {
  readonly isAllowed: boolean;
  /** The instant that the levels are of: milliseconds since 1970. */
  readonly at: number;
  /** See `rate.ts`. */
  readonly levels: readonly number[];
}

/** Where requests are counted. */
export interface QuotaStore {
  /**
   * Counts a request, unless it is one too many: then nothing changes. Of requests that come at the same time, here or
   * in other replicas, no more pass than every policy permits.
   *
   * @param key of whom it is counted for
   * @param cost for how many requests it counts; not above `burst` of any policy
   */
  take(
    key: string,
    policies: readonly Policy[],
    cost: number,
    now: Date,
  ): Standing | Promise<Standing>;
  close(): Promise<void>;
}
