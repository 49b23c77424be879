import type { Kysely } from 'kysely';
import type { Migrations } from './folder.ts';
import type { Loaded } from './preflight.ts';
import type { Session } from './session.ts';

/** How one engine is brought up to date. */
export interface Executor {
  /** Lets no other process migrate the same tables meanwhile, as far as the engine can, and waits for one that does. */
  exclusively<Result>(work: (session: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  /** All of the work or nothing; on SQLite it is the only one that writes. */
  writing<Result>(
    session: Kysely<unknown>,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result>;
  /** Ends what earlier migrations left in the tables so that the release before them could go on writing. */
  finish(session: Kysely<unknown>, migrations: Migrations): Promise<void>;
  /**
   * Carries out the rest of a migration, up to its first `run` and with it, and notes how far it came.
   *
   * @returns false where another process has done a part of it meanwhile
   */
  carryOut(
    session: Kysely<unknown>,
    migration: Loaded,
    settings: { readonly service: string; readonly clock: () => Date },
  ): Promise<boolean>;
}
