import { createHash } from 'node:crypto';

export interface PreparedName {
  readonly name: string;
  /** It has run once, so that its types fitted the tables of then. */
  hasRun: boolean;
}

/**
 * Names under which the server keeps a query prepared. The server never forgets one while a connection
 * lives, so there is a limit; what comes after it is prepared each time.
 */
export class StatementNames {
  readonly #limit: number;
  readonly #names = new Map<string, PreparedName>();
  #round = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  nameOf(sql: string): PreparedName | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= this.#limit) return known;
    // By content, because behind a pooler two processes may share one session.
    const text = this.#round === 0 ? sql : `${sql} ${String(this.#round)}`;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const prepared = { name, hasRun: false };
    this.#names.set(sql, prepared);
    return prepared;
  }

  /**
   * Gives all queries other names, because a migration has changed the type of a column since they were prepared.
   *
   * @param prepared the name that the server refuses; one that is no longer in use changes nothing
   */
  renew(sql: string, prepared: PreparedName): void {
    if (this.#names.get(sql) !== prepared) return;
    this.#round += 1;
    this.#names.clear();
  }
}
