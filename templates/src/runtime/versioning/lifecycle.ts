import { brownoutEnd, isClosed, isReadOnly, windDownBegin } from './wind-down.ts';
import { hasCome, instantOf, type ApiVersion } from './version.ts';

/** Where a version is in its life. */
export type VersionState =
  /** It may still change. */
  | 'draft'
  /** It works as ever, and gets nothing new. */
  | 'maintained'
  /** It works, and will be removed. */
  | 'deprecated'
  /** It is blocked, for good. */
  | 'sunset'
  | 'active';

/** State of a version at an instant. It follows from the dates and the clock alone. */
export function stateOf(version: ApiVersion, now: Date): VersionState {
  if (hasCome(version.sunset, now)) return 'sunset';
  if (!hasCome(version.released, now)) return 'draft';
  if (hasCome(version.deprecated, now) && !isReprieved(version, now)) return 'deprecated';
  if (hasCome(version.maintained, now)) return 'maintained';
  return 'active';
}

/** Its deprecation was taken back, once, before anything was restricted. */
export function isReprieved({ deprecated, maintained }: ApiVersion, now: Date): boolean {
  return (
    deprecated !== undefined &&
    maintained !== undefined &&
    maintained > deprecated &&
    hasCome(maintained, now)
  );
}

/** How far the end of a version has come: announced, warned of, with limited functionality, and over. */
export type Phase = 1 | 2 | 3 | 4;

/** Undefined where no end has been announced. */
export function phaseOf(version: ApiVersion, now: Date): Phase | undefined {
  if (hasCome(version.sunset, now)) return 4;
  if (!isAnnounced(version, now)) return undefined;
  if (stateOf(version, now) !== 'deprecated') return 1;
  if (windDownBegin(version) <= now.getTime()) return 3;
  return 2;
}

/** Whether it is known that the version will go, though that may be in a year. */
export function isAnnounced(version: ApiVersion, now: Date): boolean {
  const { announced = version.deprecated ?? version.sunset } = version;
  return hasCome(announced, now);
}

/** Something that changes about a version at an instant. */
export interface VersionTransition {
  /** `limited`: the first restriction of its third phase begins. */
  readonly transition:
    'released' | 'maintained' | 'announced' | 'deprecated' | 'limited' | 'sunset';
  /** YYYY-MM-DDTHH:MM:SS.mmmZ */
  readonly at: string;
}

/** Everything that happens to a version, past and to come, the earliest first. */
export function transitionsOf(version: ApiVersion): readonly VersionTransition[] {
  const { released, maintained, announced, deprecated, sunset } = version;
  const dated = Object.entries({ released, maintained, announced, deprecated, sunset })
    .filter((entry): entry is [VersionTransition['transition'], string] => entry[1] !== undefined)
    .map(([transition, day]) => ({ transition, instant: instantOf(day) }));
  const instant = windDownBegin(version);
  if (instant < Infinity) dated.push({ transition: 'limited', instant });
  return dated
    .toSorted((a, b) => a.instant - b.instant || rank[a.transition] - rank[b.transition])
    .map(({ transition, instant: at }) => ({ transition, at: new Date(at).toISOString() }));
}

/** What comes first of what happens at the same instant. */
const rank: Readonly<Record<VersionTransition['transition'], number>> = {
  released: 0,
  maintained: 1,
  announced: 2,
  deprecated: 3,
  limited: 4,
  sunset: 5,
};

export function deprecatedVersions(versions: readonly ApiVersion[], now: Date): ApiVersion[] {
  return inStates(versions, now, ['deprecated']);
}

/** The versions that answer, deprecated ones too: the same in header fields and in problems. */
export function supportedVersions(versions: readonly ApiVersion[], now: Date): ApiVersion[] {
  return inStates(versions, now, ['active', 'maintained', 'deprecated']);
}

/** Before the first release there are drafts alone, and they are what there is. */
function inStates(
  versions: readonly ApiVersion[],
  now: Date,
  states: readonly VersionState[],
): ApiVersion[] {
  const isDraft = versions.every((version) => stateOf(version, now) === 'draft');
  return versions.filter((version) =>
    isDraft ? states.includes('active') : states.includes(stateOf(version, now)),
  );
}

/** The newest that is released and not gone: the one for new clients. */
export function latestOf(versions: readonly ApiVersion[], now: Date): ApiVersion | undefined {
  return supportedVersions(versions, now).at(-1);
}

/**
 * The version to go to from one (RFC 5829, section 3.4): the one that the specification names, or the next newer one,
 * as far as it can be used. One that is about to end itself is only named where there is no other, and one that already
 * answers less only where there is no better one.
 *
 * @param versions all of them, the oldest first
 */
export function successorOf(
  version: ApiVersion,
  versions: readonly ApiVersion[],
  now: Date,
): ApiVersion | undefined {
  const place = versions.findIndex(({ label }) => label === version.label);
  const newer = supportedVersions(versions, now).filter(
    (candidate) => versions.indexOf(candidate) > place,
  );
  const outdated = new Set(deprecatedVersions(versions, now));
  const unlimited = newer.filter((each) => !isLimited(each, now));
  const lasting = unlimited.filter((each) => !outdated.has(each));
  const candidates = [lasting, unlimited, newer].find(({ length }) => length > 0) ?? [];
  return candidates.find(({ label }) => label === version.successor) ?? candidates[0];
}

/** Whether a client that comes from another version would be refused. */
function isLimited(version: ApiVersion, now: Date): boolean {
  return (
    isReadOnly(version, now) || isClosed(version, now) || brownoutEnd(version, now) !== undefined
  );
}

/** Every instant at which anything changes about any version, the earliest first: milliseconds since 1970. */
export function edgesOf(versions: readonly ApiVersion[]): readonly number[] {
  const edges = versions.flatMap((version) => {
    const { announced, released, maintained, deprecated, sunset } = version;
    const days = [announced, released, maintained, deprecated, sunset];
    days.push(
      version.readOnly,
      version.quota?.from,
      version.closed,
      ...(version.withdrawn ?? []).map(({ from }) => from),
      ...(version.exemptions ?? []).map(({ until }) => until),
    );
    const instants = days.filter((day) => day !== undefined).map(instantOf);
    for (const { from, to } of version.brownouts ?? []) {
      instants.push(Date.parse(from), Date.parse(to));
    }
    return instants;
  });
  return [...new Set(edges)].toSorted((a, b) => a - b);
}
