import type { Cursors } from '../endpoints/list-query.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** What the routes of a resource are made with. */
export interface Services {
  readonly database: Database<Tables>;
  readonly newId: () => string;
  /** For lists whose pages can be asked for by what comes before them. */
  readonly cursors: Cursors;
}
