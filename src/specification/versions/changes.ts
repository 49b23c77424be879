import { atKey, type Issue } from '../issue.ts';
import type { Version } from '../schema.ts';
import { own } from '../plain.ts';
import { dayAfter, issueAt, stateOn } from './lifetime.ts';

/** Days for which a version answers 410 at least, before it may be left out. */
const goneFor = 365;

/** Versions as they are written, by label. */
interface Versions {
  readonly versions?: Readonly<Record<string, Version>>;
}

/**
 * Issues in a change of versions on a day, YYYY-MM-DD: a sunset that has come stays, one that was announced is not moved
 * to an earlier day, a deprecation is taken back once and before anything was taken from clients, and a version that
 * was released is left out a year after its sunset. Only what differs is looked at.
 */
export function changeIssues(before: Versions, after: Versions, day: string): Issue[] {
  return Object.entries(before.versions ?? {}).flatMap(([label, version]) => {
    const changed = own(after.versions, label);
    if (changed === undefined) return omissionIssues(label, version, day);
    return [
      ...sunsetIssues(label, version, changed, day),
      ...reprieveIssues(label, version, changed, day),
    ];
  });
}

function omissionIssues(label: string, version: Version, day: string): Issue[] {
  const { released, sunset } = version;
  if (released === undefined || released > day) return [];
  const end = sunset === undefined ? undefined : dayAfter(sunset, goneFor);
  if (end !== undefined && end <= day) return [];
  const until = end === undefined ? 'it has no sunset' : `it answers 410 until ${end}`;
  const message = `version ${label} was released and cannot be left out yet: ${until}`;
  return [atKey(['versioning', 'versions', label], { code: 'version-promised', message })];
}

function sunsetIssues(label: string, before: Version, after: Version, day: string): Issue[] {
  const { announced = before.deprecated, sunset } = before;
  if (sunset === undefined || after.sunset === sunset) return [];
  if (sunset <= day) {
    const message = `version ${label} was sunset on ${sunset}, and a sunset is final`;
    return [issueAt(label, 'sunset', 'sunset-final', message)];
  }
  if (after.sunset === undefined || after.sunset > sunset || (announced ?? '') > day) return [];
  const message = `the sunset of version ${label} was announced for ${sunset} and cannot come earlier, on ${after.sunset}`;
  return [issueAt(label, 'sunset', 'sunset-announced', message)];
}

function reprieveIssues(label: string, before: Version, after: Version, day: string): Issue[] {
  if (stateOn(before, day) !== 'deprecated') return [];
  if (['deprecated', 'sunset'].includes(stateOn(after, day))) return [];
  const refuse = (message: string) => [issueAt(label, 'deprecated', 'reprieve', message)];
  if (before.reprieved !== undefined) {
    return refuse(
      `the deprecation of version ${label} was taken back on ${before.reprieved}, and that is done once`,
    );
  }
  const begun = firstOfLastPhase(before);
  if (begun !== undefined && begun <= day) {
    return refuse(
      `since ${begun} version ${label} does less than was promised, and its deprecation is no longer taken back`,
    );
  }
  if (after.reprieved !== undefined) return [];
  return refuse(
    `the deprecation of version ${label} is taken back; write the day as reprieved, for that is done once`,
  );
}

/** The day on which the first thing was taken from the clients of a version; undefined: nothing is. */
function firstOfLastPhase({ brownouts = [], readOnly, limits, withdrawn = [], closed }: Version) {
  const days = [
    ...brownouts.map(({ from }) => from.slice(0, 10)),
    ...withdrawn.map(({ from }) => from),
    ...[readOnly, limits?.from, closed].filter((each) => each !== undefined),
  ];
  return days.toSorted()[0];
}
