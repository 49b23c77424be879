import { daysBetween } from '../../specification/versions/lifetime.ts';
import {
  at,
  applyToVersion,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Target,
  type Wanted,
} from '../command.ts';
import { isSupported, standingOn } from '../standing.ts';

export interface Deprecation {
  readonly label: string;
  /** The day from which it answers 410. */
  readonly sunset: string;
  /** The day on which the deprecation was or is announced to clients; today by default. */
  readonly announced?: string;
  /** Address of a page that tells how to leave it. */
  readonly guide?: string;
  /** The file that says what its clients change; absent: there is none. */
  readonly page?: string;
}

/** Asks the clients of a version to leave it, from today on, and says when it ends. */
export function deprecate(command: Command, deprecation: Deprecation): Edited {
  return applyToVersion(
    command,
    deprecation.label,
    (target) => refusedDeprecation(target, deprecation) ?? deprecated(target, deprecation),
  );
}

function refusedDeprecation(
  target: Target,
  { sunset }: Deprecation,
): readonly Refusal[] | undefined {
  const { label, version, command } = target;
  const standing = standingOn(version, command.today);
  if (standing === 'draft') {
    const what = 'It is a draft, which was never released.';
    return [
      refusal(
        'lifecycle-order',
        label,
        what,
        'Take it out of the file instead, or release it first.',
      ),
    ];
  }
  if (!isSupported(standing)) {
    const what = `It is sunset since ${version.sunset ?? ''}, and that is final.`;
    return [refusal('sunset-final', label, what, 'There is nothing left to deprecate.')];
  }
  if (standing === 'deprecated' || standing === 'limited') {
    const what = `It is deprecated since ${version.deprecated ?? ''}.`;
    const whatToDo = `Its sunset moves by: version reprieve ${label} --sunset DATE`;
    return [refusal('lifecycle-order', label, what, whatToDo)];
  }
  return earlierSunset(target, sunset);
}

/** Clients count on the sunset that the service announced. */
export function earlierSunset(target: Target, sunset: string): readonly Refusal[] | undefined {
  const { label, version, command } = target;
  const { announced = version.deprecated } = version;
  const isAnnounced = announced !== undefined && announced <= command.today;
  const isEarlier = version.sunset !== undefined && sunset < version.sunset;
  if (!isAnnounced || !isEarlier) return undefined;
  const what = `Its sunset was announced for ${version.sunset ?? ''}, and ${sunset} is earlier.`;
  return [refusal('sunset-announced', label, what, 'Keep that day, or take a later one.')];
}

function deprecated(target: Target, { sunset, announced, guide, page }: Deprecation): Wanted {
  const { label, version, command, versions } = target;
  const { today } = command;
  const announcement = announced ?? earlier(version.announced, today);
  const isLate = version.maintained !== undefined && version.maintained > today;
  const days = daysBetween(announcement > today ? announcement : today, sunset);
  const isLast = Object.entries(versions).every(
    ([other, each]) => other === label || !staysForNewClients(standingOn(each, today)),
  );
  return {
    edits: [
      ...(isLate ? [{ path: at(label, 'maintained'), value: undefined }] : []),
      { path: at(label, 'announced'), value: announcement },
      { path: at(label, 'deprecated'), value: today },
      { path: at(label, 'sunset'), value: sunset },
      ...(guide === undefined ? [] : [{ path: at(label, 'migrationGuide'), value: guide }]),
    ],
    changes: [
      `Version ${label} is deprecated from ${today} on, announced on ${announcement}.`,
      `It answers 410 from ${sunset} on, ${String(days)} days later.`,
      ...(guide === undefined ? [] : [`Its clients are sent to ${guide}.`]),
    ],
    remarks: [
      ...(isLast ? ['No version is left that new clients should use.'] : []),
      ...(guide === undefined && version.migrationGuide === undefined ? [withoutGuide(page)] : []),
    ],
  };
}

/** What was announced stays announced; what was only planned for later is announced now. */
function earlier(announced: string | undefined, today: string): string {
  return announced !== undefined && announced < today ? announced : today;
}

function staysForNewClients(standing: string): boolean {
  return standing === 'active' || standing === 'maintained';
}

/** Clients are sent to an address; what a generation writes for them is a file. */
function withoutGuide(page: string | undefined): string {
  const what = 'Responses name no page that tells clients how to leave it';
  return page === undefined
    ? `${what}: --guide URL gives them its address.`
    : `${what}. ${page} says what they change: publish it, and give them its address with --guide URL.`;
}
