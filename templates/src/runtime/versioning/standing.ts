// {{#if hasReducedQuotas}}
import type { Policy } from '../limits/policy.ts';
// {{/if}}
import {
  deprecatedVersions,
  edgesOf,
  isAnnounced,
  isReprieved,
  latestOf,
  stateOf,
  successorOf,
  supportedVersions,
  usableVersions,
  type VersionState,
} from './lifecycle.ts';
// {{#if hasRestrictions}}
import { brownoutEnd, exemptFrom, isClosed, isReadOnly, withdrawnFrom } from './restrictions.ts';
// {{/if}}
// {{#if hasReducedQuotas}}
import { quotaOf } from './restrictions.ts';
// {{/if}}
import { instantOf, type ApiVersion } from './version.ts';

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
  /** Where whoever asks for a version that is not there can go, the oldest first. */
  readonly usable: readonly ApiVersion[];
  // {{#if hasRestrictions}}
  /** Until then the version is switched off. */
  readonly brownoutEnd?: Date;
  readonly isReadOnly: boolean;
  // {{/if}}
  // {{#if hasReducedQuotas}}
  /** Counted for this version alone, instead of what holds for the others. */
  readonly quota?: Policy;
  // {{/if}}
  // {{#if hasRestrictions}}
  /** Ids of the operations that it has no more. */
  readonly withdrawn: ReadonlySet<string>;
  readonly isClosed: boolean;
  /** Ids of clients for whom nothing is restricted. */
  readonly exempt: ReadonlySet<string>;
  // {{/if}}
}

/** How a version stands at an instant. */
export type StandingOf = (version: ApiVersion, now: Date) => Standing;

/**
 * Every request asks how its version stands, and that changes at a few instants in a year: it is found out once for the
 * time between two of them, whichever way the clock goes.
 *
 * @param versions all of them, the oldest first
 * @param basePath in front of links
 */
export function standings(versions: readonly ApiVersion[], basePath = ''): StandingOf {
  const edges = edgesOf(versions);
  let from = NaN;
  let until = NaN;
  let known = new Map<ApiVersion, Standing>();

  return (version, now) => {
    const time = now.getTime();
    if (!(from <= time && time < until)) {
      from = edges.findLast((edge) => edge <= time) ?? -Infinity;
      until = edges.find((edge) => edge > time) ?? Infinity;
      known = new Map();
    }
    const found = known.get(version);
    if (found !== undefined) return found;
    const standing = standingOf(version, versions, basePath, now);
    known.set(version, standing);
    return standing;
  };
}

function standingOf(
  version: ApiVersion,
  versions: readonly ApiVersion[],
  basePath: string,
  now: Date,
): Standing {
  const successor = successorOf(version, versions, now);
  const latest = latestOf(versions, now);
  // {{#if hasRestrictions}}
  const switchedOffUntil = brownoutEnd(version, now);
  // {{/if}}
  // {{#if hasReducedQuotas}}
  const quota = quotaOf(version, now);
  // {{/if}}
  return {
    state: stateOf(version, now),
    fields: fieldsOf(version, versions, now),
    policyLinks: isAnnounced(version, now) ? policyLinksOf(version, basePath) : '',
    ...(successor === undefined ? {} : { successor }),
    ...(latest === undefined ? {} : { latest }),
    usable: usableVersions(versions, now),
    // {{#if hasRestrictions}}
    ...(switchedOffUntil === undefined ? {} : { brownoutEnd: switchedOffUntil }),
    isReadOnly: isReadOnly(version, now),
    // {{/if}}
    // {{#if hasReducedQuotas}}
    ...(quota === undefined ? {} : { quota: policyOf(version, quota) }),
    // {{/if}}
    // {{#if hasRestrictions}}
    withdrawn: withdrawnFrom(version, now),
    isClosed: isClosed(version, now),
    exempt: exemptFrom(version, now),
    // {{/if}}
  };
}

function policyLinksOf(
  { deprecated, sunset, migrationGuide }: ApiVersion,
  basePath: string,
): string {
  const explanation = migrationGuide ?? `${basePath}/versions`;
  return [
    ...(deprecated === undefined ? [] : [`<${explanation}>; rel="deprecation"`]),
    ...(sunset === undefined ? [] : [`<${explanation}>; rel="sunset"`]),
  ].join(', ');
}

/** Which version answers, how it stands (RFC 9745 and RFC 8594), and which others there are. */
export function fieldsOf(
  version: ApiVersion,
  versions: readonly ApiVersion[],
  now: Date,
): Readonly<Record<string, string>> {
  const { label, deprecated, sunset } = version;
  const outdated = deprecatedVersions(versions, now);
  const isEnding = isAnnounced(version, now);
  return {
    'x-api-version': label,
    'api-supported-versions': labels(supportedVersions(versions, now)),
    ...(outdated.length === 0 ? {} : { 'api-deprecated-versions': labels(outdated) }),
    ...(isEnding && deprecated !== undefined && !isReprieved(version, now)
      ? // A date of structured fields (RFC 9651, section 3.3.7). It may lie ahead.
        { deprecation: `@${String(instantOf(deprecated) / 1000)}` }
      : {}),
    ...(isEnding && sunset !== undefined
      ? { sunset: new Date(instantOf(sunset)).toUTCString() }
      : {}),
  };
}

function labels(versions: readonly ApiVersion[]): string {
  return versions.map(({ label }) => label).join(', ');
}
// {{#if hasReducedQuotas}}

function policyOf(
  { label }: ApiVersion,
  { requests, per }: NonNullable<ApiVersion['quota']>,
): Policy {
  return { name: `v${label}-deprecated`, requests, per, burst: requests };
}
// {{/if}}
