import type { Cursors } from '../runtime/endpoints/list-query.ts';
import type { EventWriters } from '../runtime/events/writer.ts';
import type { Database } from '../runtime/storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** What the routes of a resource are made with. */
export interface Services {
  readonly database: Database<Tables>;
  readonly newId: () => string;
  /** Announce what changes, in the transaction that changes it. */
  readonly events: EventWriters;
  /** For lists whose pages can be asked for by what comes before them. */
  readonly cursors: Cursors;
}
