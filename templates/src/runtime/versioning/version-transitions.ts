import type { FastifyBaseLogger } from 'fastify';
import type { Task } from '../service/background.ts';
import { transitionsOf, type VersionTransition } from './lifecycle.ts';
import type { ApiVersion } from './version.ts';

/** What has happened to a version. */
export interface VersionHappening extends VersionTransition {
  readonly version: ApiVersion;
  /** Its place among all that happens to the version, from 1. */
  readonly number: number;
}

export interface VersionKeeping {
  readonly versions: readonly ApiVersion[];
  /** Carries out what a change brings about; absent: only the log records it. */
  readonly happen?: (happening: VersionHappening, now: Date) => Promise<void>;
  readonly clock: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/** A release is no news to those who use a version; everything after it is. */
export function happeningsOf(version: ApiVersion): VersionHappening[] {
  return transitionsOf(version)
    .map((transition, index) => ({ ...transition, version, number: index + 1 }))
    .filter(({ transition }) => transition !== 'released');
}

/** Carries out what the clock brings about for versions. What happened while nothing was running is made up for. */
export function versionTransitions({ versions, happen, clock, log }: VersionKeeping): Task {
  let waiting = versions.flatMap(happeningsOf).toSorted((a, b) => (a.at < b.at ? -1 : 1));

  return {
    name: 'version transitions',
    async run() {
      const now = clock();
      for (const happening of waiting.filter(({ at }) => at <= now.toISOString())) {
        const { version, transition, at } = happening;
        await happen?.(happening, now);
        log.info({ version: version.label, transition, at }, 'a version of the interface changed');
        waiting = waiting.filter((other) => other !== happening);
      }
      return false;
    },
  };
}
