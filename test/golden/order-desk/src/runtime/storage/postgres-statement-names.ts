import { createHash } from 'node:crypto';

/**
 * Names under which the server keeps a query prepared. The server never forgets one while a connection
 * lives, so there is a limit; what comes after it is prepared each time.
 */
export class StatementNames {
  readonly #limit: number;
  readonly #names = new Map<string, string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= this.#limit) return known;
    // By content, because behind a pooler two processes may share one session.
    const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
    this.#names.set(sql, name);
    return name;
  }
}
