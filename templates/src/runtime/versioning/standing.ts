import type { Policy } from '../limits/policy.ts';
import {
  deprecatedVersions,
  edgesOf,
  isAnnounced,
  isReprieved,
  latestOf,
  stateOf,
  successorOf,
  supportedVersions,
} from './lifecycle.ts';
import {
  brownoutEnd,
  exemptFrom,
  isClosed,
  isReadOnly,
  quotaOf,
  withdrawnFrom,
} from './wind-down.ts';
import type { Standing, StandingOf } from './version-standing.ts';
import { instantOf, type ApiVersion } from './version.ts';

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
  const switchedOffUntil = brownoutEnd(version, now);
  const quota = quotaOf(version, now);
  return {
    state: stateOf(version, now),
    fields: fieldsOf(version, versions, now),
    policyLinks: isAnnounced(version, now) ? policyLinksOf(version, basePath) : '',
    ...(successor === undefined ? {} : { successor }),
    ...(latest === undefined ? {} : { latest }),
    supported: supportedVersions(versions, now),
    ...(switchedOffUntil === undefined ? {} : { brownoutEnd: switchedOffUntil }),
    isReadOnly: isReadOnly(version, now),
    ...(quota === undefined ? {} : { quota: policyOf(version, quota) }),
    withdrawn: withdrawnFrom(version, now),
    isClosed: isClosed(version, now),
    exempt: exemptFrom(version, now),
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

function policyOf(
  { label }: ApiVersion,
  { requests, per }: NonNullable<ApiVersion['quota']>,
): Policy {
  return { name: `v${label}-deprecated`, requests, per, burst: requests };
}
