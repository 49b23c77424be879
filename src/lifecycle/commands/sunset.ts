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
import { standingOn } from '../standing.ts';
import { earlierSunset } from './deprecate.ts';

export interface Ending {
  readonly label: string;
  /** Gives up what only this version needed: its adapter, and columns that no other version shows. */
  readonly contract: boolean;
}

/** Ends a version today; or, once it has ended, gives up what only it needed. */
export function sunset(command: Command, { label, contract }: Ending): Edited {
  return applyToVersion(command, label, (target) =>
    contract ? contracted(target) : (refusedEnd(target) ?? ended(target)),
  );
}

function refusedEnd(target: Target): readonly Refusal[] | undefined {
  const { label, version, command } = target;
  const standing = standingOn(version, command.today);
  if (standing === 'draft') {
    const what = 'It is a draft, which was never released.';
    return [refusal('lifecycle-order', label, what, 'Take it out of the file instead.')];
  }
  if (standing === 'active' || standing === 'maintained') {
    const what = `It is ${standing}, and a version is deprecated before it ends.`;
    const whatToDo = `Run first: version deprecate ${label} --sunset DATE`;
    return [refusal('lifecycle-order', label, what, whatToDo)];
  }
  return earlierSunset(target, command.today);
}

function ended({ label, version, command }: Target): Wanted {
  const { sunset: planned } = version;
  if (planned !== undefined && planned <= command.today) {
    const remarks =
      version.contracted === undefined
        ? [`What only it needed is given up by: version sunset ${label} --contract`]
        : [];
    return {
      edits: [],
      changes: [],
      remarks: [
        `Version ${label} is sunset since ${planned}; the clock does that by itself.`,
        ...remarks,
      ],
    };
  }
  return {
    edits: [{ path: at(label, 'sunset'), value: command.today }],
    changes: [`Version ${label} answers 410 from ${command.today} on.`],
  };
}

function contracted({ label, version, command }: Target): Wanted | readonly Refusal[] {
  const { sunset: end, contracted: done } = version;
  if (end === undefined || end > command.today) {
    const what = end === undefined ? 'No end of it is planned.' : `It is answered until ${end}.`;
    return [refusal('lifecycle-order', label, what, 'Give up what it needs after its sunset.')];
  }
  if (done !== undefined) {
    return { edits: [], changes: [], remarks: [`Version ${label} was given up on ${done}.`] };
  }
  return {
    edits: [{ path: at(label, 'contracted'), value: command.today }],
    changes: [
      `Version ${label} is given up from ${command.today} on: the next generation removes its adapter.`,
    ],
    remarks: ['Keep it in the file: its addresses answer 410 for a year at least.'],
  };
}
