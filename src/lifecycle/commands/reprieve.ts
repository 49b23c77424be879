import {
  at,
  applyToVersion,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Target,
} from '../command.ts';
import { dayAfter } from '../../specification/versions/lifetime.ts';
import { noticePeriod } from '../../specification/versions/policy.ts';
import { limitedFrom, standingOn } from '../standing.ts';

export interface Reprieve {
  readonly label: string;
  /** Later than the one so far. */
  readonly sunset: string;
}

/** Members that only a version which is about to end has. */
const limits = ['brownouts', 'readOnly', 'limits', 'withdrawn', 'closed', 'exemptions'] as const;

/** Takes a deprecation back, once, before the version answers less than it did: it is maintained again, and ends later. */
export function reprieve(command: Command, { label, sunset }: Reprieve): Edited {
  return applyToVersion(command, label, (target) => {
    const { version } = target;
    // The last day that leaves clients the notice that they are promised.
    const deprecated = dayAfter(sunset, -noticePeriod);
    const refused = refusedReprieve(target, sunset, deprecated);
    if (refused !== undefined) return [refused];
    const planned = limits.filter((name) => {
      const value = version[name];
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    });
    return {
      edits: [
        ...(version.maintained === undefined
          ? [{ path: at(label, 'maintained'), value: command.today }]
          : []),
        { path: at(label, 'deprecated'), value: deprecated },
        { path: at(label, 'sunset'), value: sunset },
        { path: at(label, 'reprieved'), value: command.today },
        ...planned.map((name) => ({ path: at(label, name), value: undefined })),
      ],
      changes: [
        `Version ${label} is maintained again from ${command.today} on, and deprecated from ${deprecated} on.`,
        `Its sunset moves from ${version.sunset ?? 'no day'} to ${sunset}.`,
        ...(planned.length === 0
          ? []
          : [`What was planned for its end is taken out: ${planned.join(', ')}.`]),
      ],
      remarks: ['A deprecation is taken back once.'],
    };
  });
}

function refusedReprieve(
  { command, label, version }: Target,
  sunset: string,
  deprecated: string,
): Refusal | undefined {
  const { today } = command;
  const standing = standingOn(version, today);
  if (standing === 'sunset' || standing === 'contracted') {
    const what = `It is sunset since ${version.sunset ?? ''}, and that is final.`;
    const whatToDo = 'Release what its clients need in a newer version.';
    return refusal('sunset-final', label, what, whatToDo);
  }
  const { reprieved } = version;
  if (reprieved !== undefined) {
    const what = `Its deprecation was taken back on ${reprieved} already, and that happens once.`;
    return refusal('reprieve', label, what, 'Let it end on the day that was announced.');
  }
  if (standing === 'limited') {
    const what = `It answers less than it did since ${limitedFrom(version) ?? ''}.`;
    return refusal('reprieve', label, what, 'Let it end on the day that was announced.');
  }
  if (standing !== 'deprecated') {
    const what = `It is ${standing}, so there is no deprecation to take back.`;
    return refusal('reprieve', label, what, 'Change its dates in the file, if they are wrong.');
  }
  if (version.sunset !== undefined && sunset <= version.sunset) {
    const what = `Its sunset is ${version.sunset}, and ${sunset} is not later.`;
    return refusal('reprieve', label, what, 'Give a later day.');
  }
  if (deprecated <= today) {
    const what = `${sunset} is too early: it is deprecated again ${String(noticePeriod)} days before it ends, and maintained until then.`;
    const whatToDo = `Give ${dayAfter(today, noticePeriod + 1)} or a later day.`;
    return refusal('notice-period', label, what, whatToDo);
  }
  return undefined;
}
