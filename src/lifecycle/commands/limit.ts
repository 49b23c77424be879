import { olderWithdrawalIssues, type Edit } from '../../specification/index.ts';
import {
  at,
  applyToVersion,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Target,
} from '../command.ts';
import { dayAfter, daysBetween } from '../../specification/versions/lifetime.ts';
import { startOf as startOfDay } from '../../specification/units.ts';
import type { Frozen } from './release.ts';
import { standingOn } from '../standing.ts';

export interface Limitation {
  readonly label: string;
  /** The ladder of windows; what is done where nothing else is asked for. */
  readonly brownouts?: boolean;
  readonly readOnly?: string;
  readonly quota?: { readonly requests: number; readonly per: string; readonly from?: string };
  readonly withdrawn?: readonly { readonly operation: string; readonly from: string }[];
  readonly closed?: string;
  readonly exemptions?: readonly { readonly client: string; readonly until: string }[];
}

/**
 * Lets a deprecated version answer less and less, so that its clients notice before it ends.
 *
 * @param frozen the contracts of all versions, in ascending order: they say which operations a version has
 */
export function limit(
  command: Command,
  limitation: Limitation,
  frozen: readonly Frozen[] = [],
): Edited {
  const { label } = limitation;
  return applyToVersion(command, label, (target) => {
    const refused = refusedLimit(target, limitation);
    if (refused !== undefined) return [refused];
    const unknown = unknownWithdrawals(target, limitation, frozen);
    if (unknown.length > 0) return unknown;
    const { version } = target;
    const start = startOf(target);
    const parts = [
      ...(wantsLadder(limitation) ? [ladderOf(target, start)] : []),
      ...onDay('readOnly', limitation.readOnly, 'refuses writes with 405'),
      ...quotaOf(limitation, start),
      ...merged('withdrawn', 'operation', writtenWithdrawals(version), limitation.withdrawn),
      ...onDay('closed', limitation.closed, 'takes no clients that have not used it before'),
      ...merged('exemptions', 'client', version.exemptions, limitation.exemptions),
    ];
    return {
      edits: parts.map(({ key, value }): Edit => ({ path: at(label, key), value })),
      changes: parts.flatMap(({ says }) => says.map((what) => `Version ${label} ${what}.`)),
    };
  });
}

interface Part {
  readonly key: string;
  readonly value: unknown;
  /** What the version does then. */
  readonly says: readonly string[];
}

function wantsLadder(limitation: Limitation): boolean {
  const { brownouts, readOnly, quota, withdrawn, closed, exemptions } = limitation;
  const others = [readOnly, quota, withdrawn, closed, exemptions];
  return brownouts ?? others.every((each) => each === undefined);
}

/** Nothing begins before the deprecation, or in the past. */
function startOf({ version, command }: Target): string {
  const { deprecated = command.today } = version;
  return deprecated > command.today ? deprecated : command.today;
}

function refusedLimit(target: Target, limitation: Limitation): Refusal | undefined {
  const { label, version, command } = target;
  const standing = standingOn(version, command.today);
  if (standing === 'sunset' || standing === 'contracted') {
    const what = `It is sunset since ${version.sunset ?? ''}, and answers nothing any more.`;
    return refusal('sunset-final', label, what, 'There is nothing left to limit.');
  }
  if (version.deprecated === undefined || version.sunset === undefined) {
    const isDraft = standing === 'draft';
    const what = `It is ${isDraft ? 'a draft' : standing}, and only what will end is limited.`;
    const whatToDo = isDraft
      ? 'Change it in the file: no client uses it yet.'
      : `Run first: version deprecate ${label} --sunset DATE`;
    return refusal('lifecycle-order', label, what, whatToDo);
  }
  const start = startOf(target);
  const early = daysOf(limitation).find((day) => day < start);
  if (early !== undefined) {
    const what = `${early} is ${early < command.today ? 'in the past' : 'before its deprecation'}.`;
    return refusal('lifecycle-order', label, what, `Give ${start} or a later day.`);
  }
  const { closed } = limitation;
  const earliest = dayAfter(command.today, daysOfUse);
  if (closed !== undefined && closed < earliest) {
    const what = `Clients are recorded from the first start of the service that knows of the deprecation, and ${closed} would shut out those that have not sent a request by then.`;
    return refusal('known-clients', label, what, `Give ${earliest} or a later day.`);
  }
  if (!wantsLadder(limitation)) return undefined;
  if (version.brownouts.length > 0) {
    const what = `Its brownouts are planned already, the first on ${version.brownouts[0]?.from ?? ''}.`;
    return refusal('lifecycle-order', label, what, 'Change them in the file, if they are wrong.');
  }
  if (daysBetween(start, version.sunset) < 4) {
    const what = `It ends on ${version.sunset}, which leaves no time for brownouts.`;
    return refusal(
      'lifecycle-order',
      label,
      what,
      `Move the end: version reprieve ${label} --sunset DATE`,
    );
  }
  return undefined;
}

/** A month: who calls once a month is known before the version is closed to others. */
const daysOfUse = 31;

/** Operations to withdraw that the version does not have. */
function unknownWithdrawals(
  { label, resolved }: Target,
  { withdrawn = [] }: Limitation,
  frozen: readonly Frozen[],
): Refusal[] {
  const others = Object.keys(resolved.versioning.versions).filter((each) => each !== label);
  const asked = {
    ...Object.fromEntries(others.map((each) => [each, {}])),
    [label]: { withdrawn: [...withdrawn] },
  };
  const shapeOf = (of: string) => frozen.findLast((each) => each.label === of)?.specification;
  return olderWithdrawalIssues(asked, resolved, shapeOf).map(({ message, allowed = [] }) =>
    refusal('unknown-operation', label, `${message}.`, `It has: ${allowed.join(', ')}.`),
  );
}

function daysOf({
  readOnly,
  quota,
  withdrawn = [],
  closed,
  exemptions = [],
}: Limitation): string[] {
  return [
    readOnly,
    quota?.from,
    closed,
    ...withdrawn.map(({ from }) => from),
    ...exemptions.map(({ until }) => until),
  ].filter((day) => day !== undefined);
}

/** Days before the sunset on which windows of an hour, four hours and a day open, if there is time for that. */
const ladder = [
  { before: 56, lasts: 'PT1H' },
  { before: 28, lasts: 'PT4H' },
  { before: 7, lasts: 'P1D' },
] as const;

/** In the afternoon of Europe and the morning of America, when somebody is there to notice. */
const hour = 'T14:00Z';

function ladderOf({ version }: Target, start: string): Part {
  const { sunset = start } = version;
  const all = daysBetween(start, sunset);
  const isLong = all > ladder[0].before;
  const windows = ladder.map(({ before, lasts }, position) => {
    const spread = Math.floor((all * (position + 1)) / (ladder.length + 1));
    const day = isLong ? onWorkday(dayAfter(sunset, -before)) : dayAfter(start, spread);
    return { from: `${day}${hour}`, for: lasts };
  });
  return {
    key: 'brownouts',
    value: windows,
    says: windows.map(({ from, for: lasts }) => `answers 503 from ${from} on, for ${lasts}`),
  };
}

/** A Saturday or Sunday is moved to the Monday. */
function onWorkday(day: string): string {
  const weekday = new Date(startOfDay(day)).getUTCDay();
  if (weekday === 6) return dayAfter(day, 2);
  return weekday === 0 ? dayAfter(day, 1) : day;
}

function onDay(key: string, day: string | undefined, does: string): Part[] {
  return day === undefined ? [] : [{ key, value: day, says: [`${does} from ${day} on`] }];
}

function quotaOf({ quota }: Limitation, start: string): Part[] {
  if (quota === undefined) return [];
  const { requests, per, from = start } = quota;
  const says = [`answers ${String(requests)} requests per ${per} and client from ${from} on`];
  return [{ key: 'limits', value: { requests, per, from }, says }];
}

/** As the file has them. */
function writtenWithdrawals({ withdrawn }: Target['version']) {
  return withdrawn.map(({ resource, operation, from }) => ({
    operation: `${resource}.${operation}`,
    from,
  }));
}

/** What is there already, with what is said of the same thing in its place. */
function merged<T extends object>(
  key: string,
  name: string & keyof T,
  there: readonly T[],
  more: readonly T[] | undefined,
): Part[] {
  if (more === undefined || more.length === 0) return [];
  const named = new Set(more.map((each) => each[name]));
  const says = more.map((each) => {
    const [what, day] = Object.values(each).map(String);
    return key === 'withdrawn'
      ? `answers ${what ?? ''} with 410 from ${day ?? ''} on`
      : `limits ${what ?? ''} in nothing until ${day ?? ''}`;
  });
  return [{ key, value: [...there.filter((each) => !named.has(each[name])), ...more], says }];
}
