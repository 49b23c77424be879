import type { FastifyBaseLogger } from 'fastify';
import type { Task } from '../service/background.ts';
// {{#if hasEvents}}
import type { Database } from '../storage/database.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import type { Writing } from '../storage/store.ts';
// {{/if}}
import { transitionsOf, type VersionTransition } from './lifecycle.ts';
import type { ApiVersion } from './version.ts';

/** What has happened to a version. */
export interface VersionHappening extends VersionTransition {
  readonly version: ApiVersion;
  /** Its place among all that happens to the version, from 1. */
  readonly number: number;
}

export interface VersionKeeping<_Tables> {
  readonly versions: readonly ApiVersion[];
  // {{#if hasEvents}}
  readonly database: Database<_Tables>;
  /** What is committed together with the fact that it was done: once, whatever the number of replicas. */
  happen(transaction: Writing, happening: VersionHappening, now: Date): Promise<void>;
  /** Called after that. */
  wake(): void;
  // {{/if}}
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/** A release is no news to those who use a version; everything after it is. */
export function happeningsOf(version: ApiVersion): VersionHappening[] {
  return transitionsOf(version)
    .map((transition, index) => ({ ...transition, version, number: index + 1 }))
    .filter(({ transition }) => transition !== 'released');
}

// {{#if hasEvents}}
/**
 * Carries out what the clock brings about for versions. Each is marked as done in the transaction that does it, under a
 * name that every replica gives it: of several that come to it at once, one inserts the mark. What happened while
 * nothing was running is made up for.
 */
// {{/if}}
export function versionTransitions<Tables>({
  versions,
  // {{#if hasEvents}}
  database,
  happen,
  wake,
  // {{/if}}
  clock,
  log,
}: VersionKeeping<Tables>): Task {
  let waiting = versions.flatMap(happeningsOf).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  // {{#if hasEvents}}
  // In the table of cursors: each stands where it is done with what it is for.
  const mark = compile(
    queryBuilder(database.engine)
      .insertInto('event_cursors')
      .values({ consumer: parameter('name'), position: 0 })
      .onConflict((conflict) => conflict.column('consumer').doNothing())
      .returning('consumer'),
  );
  // {{/if}}

  return {
    name: 'version transitions',
    async run() {
      const now = clock();
      for (const happening of waiting.filter(({ at }) => at <= now.toISOString())) {
        const { version, transition, at } = happening;
        // {{#if hasEvents}}
        const name = `version ${version.label} ${transition} ${at}`;
        const isFirst = await database.transaction(async (transaction) => {
          if ((await mark(transaction, { name })).length === 0) return false;
          await happen(transaction, happening, now);
          return true;
        });
        if (isFirst) wake();
        // {{/if}}
        log.info({ version: version.label, transition, at }, 'a version of the interface changed');
        waiting = waiting.filter((other) => other !== happening);
      }
      return false;
    },
  };
}
