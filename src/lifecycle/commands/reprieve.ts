import {
  at,
  carryOutOn,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Target,
} from '../command.ts';
import { limitedFrom, standingOn } from '../standing.ts';

export interface Reprieve {
  readonly label: string;
  /** Later than the one so far. */
  readonly sunset: string;
}

/** Members that only a version which is about to end has. */
const limits = ['brownouts', 'readOnly', 'limits', 'withdrawn', 'closed', 'exemptions'] as const;

/** Takes a deprecation back, once, before the version answers less than it did: it is maintained again. */
export function reprieve(command: Command, { label, sunset }: Reprieve): Edited {
  return carryOutOn(command, label, (target) => {
    const refused = refusedReprieve(target, sunset);
    if (refused !== undefined) return [refused];
    const { version } = target;
    const planned = limits.filter((name) => {
      const value = version[name];
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    });
    return {
      edits: [
        { path: at(label, 'reprieved'), value: command.today },
        { path: at(label, 'sunset'), value: sunset },
        ...planned.map((name) => ({ path: at(label, name), value: undefined })),
      ],
      changes: [
        `Version ${label} is maintained again from ${command.today} on.`,
        `Its sunset moves from ${version.sunset ?? 'no day'} to ${sunset}.`,
        ...(planned.length === 0
          ? []
          : [`What was planned for its end is taken out: ${planned.join(', ')}.`]),
      ],
      remarks: [
        `This works once. It is deprecated again by: version deprecate ${label} --sunset ${sunset}`,
      ],
    };
  });
}

function refusedReprieve({ command, label, version }: Target, sunset: string): Refusal | undefined {
  const { today } = command;
  const standing = standingOn(version, today);
  if (standing === 'sunset' || standing === 'contracted') {
    const what = `It is sunset since ${version.sunset ?? ''}, and that is final.`;
    return refusal(
      'sunset-is-final',
      label,
      what,
      'Release what its clients need in a newer version.',
    );
  }
  if (version.reprieved !== undefined) {
    const what = `Its deprecation was taken back on ${version.reprieved} already, and that happens once.`;
    return refusal('reprieve-once', label, what, 'Let it end on the day that was announced.');
  }
  if (standing === 'limited') {
    const what = `It answers less than it did since ${limitedFrom(version) ?? ''}.`;
    return refusal(
      'reprieve-before-phase-3',
      label,
      what,
      'Let it end on the day that was announced.',
    );
  }
  if (standing !== 'deprecated' || version.deprecated === today) {
    const what = `It is ${standing === 'deprecated' ? 'deprecated since today only' : standing}, so there is nothing to take back.`;
    return refusal(
      'lifecycle-order',
      label,
      what,
      'Change its dates in the file, if they are wrong.',
    );
  }
  if (version.sunset !== undefined && sunset <= version.sunset) {
    const what = `Its sunset is ${version.sunset}, and ${sunset} is not later.`;
    return refusal('lifecycle-order', label, what, 'Give a later day.');
  }
  return undefined;
}
