import type { Policy } from '../limits/policy.ts';
import type { VersionState } from './lifecycle.ts';
import type { ApiVersion } from './version.ts';

/** What holds for a version at an instant. */
export interface Standing {
  readonly state: VersionState;
  /** Header fields of every answer of the version but Link, whose targets depend on the request. */
  readonly fields: Readonly<Record<string, string>>;
  /** To what explains its end (RFC 9745, section 3, and RFC 8594, section 6), as a value of Link; empty until that is known. */
  readonly policyLinks: string;
  /** Absent: there is nothing newer that can be used. */
  readonly successor?: ApiVersion;
  readonly latest?: ApiVersion;
  /** The versions that answer, the oldest first; responses to requests for other versions list them. */
  readonly supported: readonly ApiVersion[];
  /** Until then the version is switched off. */
  readonly brownoutEnd?: Date;
  readonly isReadOnly: boolean;
  /** Counted for this version alone, instead of what holds for the others. */
  readonly quota?: Policy;
  /** Ids of the operations that it has no more. */
  readonly withdrawn: ReadonlySet<string>;
  readonly isClosed: boolean;
  /** Ids of the clients that are exempt from the wind-down. */
  readonly exempt: ReadonlySet<string>;
}

/** How a version stands at an instant. */
export type StandingOf = (version: ApiVersion, now: Date) => Standing;
