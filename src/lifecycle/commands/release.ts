import { isDeepStrictEqual } from 'node:util';
import { compareSpecifications, needsVersion } from '../../evolution/compare/index.ts';
import { hintsOf } from '../../evolution/hints.ts';
import type { ResolvedSpecification } from '../../specification/index.ts';
import { isDate } from '../../specification/values/calendar.ts';
import { firstRelease, isDateLabel, oldestFirst } from '../../specification/versions/labels.ts';
import {
  at,
  applyCommand,
  refusal,
  type Command,
  type Edited,
  type Refusal,
  type Situation,
} from '../command.ts';
import { standingOn } from '../standing.ts';

export interface Releasing {
  /** The version that the specification describes from then on: a draft of it is opened. */
  readonly next?: string;
}

/** A contract that was frozen. */
export interface Frozen {
  readonly label: string;
  /** MAJOR.MINOR.PATCH, or a date and how often something was added since. */
  readonly release: string;
  readonly specification: ResolvedSpecification;
}

/** What is to be frozen, as the service is before the change. */
export interface Freezing {
  readonly label: string;
  readonly release: string;
  /** What it promises, where it is not the version that the specification describes. */
  readonly older?: ResolvedSpecification;
}

export type Released = Edited & { readonly freezing?: Freezing };

/**
 * Promises what the specification describes: its newest version is released, or released again with what was added since.
 *
 * @param frozen the contracts of all versions, in ascending order
 */
export function release(
  command: Command,
  { next }: Releasing,
  frozen: readonly Frozen[],
): Released {
  let freezing: Freezing | undefined;
  const edited = applyCommand(command, (situation) => {
    const label = oldestFirst(Object.keys(situation.versions)).at(-1) ?? '1';
    const decided = decisionOn(situation, label, frozen, next);
    if ('refusals' in decided) return decided.refusals;
    freezing = decided.freezing;
    const { isNew } = decided;
    const { today } = command;
    const { release: number } = freezing ?? {};
    return {
      edits: [
        ...(isNew ? [{ path: at(label, 'released'), value: today }] : []),
        ...(next === undefined ? [] : [{ path: at(next), value: {} }]),
      ],
      changes: [
        ...(isNew ? [`Version ${label} is released on ${today}.`] : []),
        ...(number === undefined ? [] : [`Its contract is frozen as ${number}.`]),
        ...(next === undefined
          ? []
          : [
              `Version ${next} is a draft, and what the file describes; npm start -- --draft serves it.`,
            ]),
      ],
      remarks: [
        ...decided.remarks,
        ...(number === undefined && next === undefined
          ? [`Version ${label} is released, and nothing was added since.`]
          : []),
      ],
    };
  });
  return edited.ok && freezing !== undefined ? { ...edited, freezing } : edited;
}

type Decision =
  | { readonly refusals: readonly Refusal[] }
  | {
      /** Whether the version was a draft. */
      readonly isNew: boolean;
      readonly freezing?: Freezing;
      readonly remarks: readonly string[];
    };

function decisionOn(
  situation: Situation,
  label: string,
  frozen: readonly Frozen[],
  next: string | undefined,
): Decision {
  const wrong = next === undefined ? undefined : wrongLabel(label, next);
  if (wrong !== undefined) return { refusals: [wrong] };
  const version = situation.versions[label];
  const standing = version === undefined ? 'draft' : standingOn(version, situation.command.today);
  if (standing === 'draft') {
    return { isNew: true, freezing: { label, release: firstRelease(label) }, remarks: [] };
  }
  const last = frozen.findLast((each) => each.label === label);
  if (last === undefined) {
    return { isNew: false, freezing: { label, release: firstRelease(label) }, remarks: [] };
  }
  if (isDeepStrictEqual(promised(last.specification), promised(situation.resolved))) {
    return { isNew: false, remarks: [] };
  }
  const { specification, resolved } = situation;
  const found = compareSpecifications(
    last.specification,
    resolved,
    hintsOf(specification, last.specification),
  );
  const breaking = found.filter((change) => needsVersion(change));
  // The new version is where such changes belong.
  if (next !== undefined && breaking.length > 0) return { isNew: false, remarks: [] };
  if (breaking.length > 0) {
    return {
      refusals: breaking.map(({ id, path, message }) => ({
        rule: 'breaking-change',
        where: path,
        what: `${id}, a change since ${last.release}. ${message}`,
        whatToDo: `Take it back, or open a version for it: version release --next ${nextLabel(label)}`,
      })),
    };
  }
  return {
    isNew: false,
    freezing: { label, release: minorAfter(last.release) },
    remarks: found
      .filter(({ action }) => action !== 'pass')
      .map(({ id, path, message }) => `Look at ${path} (${id}). ${message}`),
  };
}

/** What of a specification is a promise to clients of its version. */
export function promised({ versioning: _, ...specification }: ResolvedSpecification): unknown {
  // As a frozen one was read: without what JSON leaves out.
  return JSON.parse(JSON.stringify(specification));
}

export function minorAfter(release: string): string {
  const [major = '', minor = '0'] = release.split('.');
  const next = `${major}.${String(Number(minor) + 1)}`;
  return isDateLabel(major) ? next : `${next}.0`;
}

function nextLabel(label: string): string {
  return isDateLabel(label) ? 'YYYY-MM-DD' : String(Number(label) + 1);
}

function wrongLabel(newest: string, next: string): Refusal | undefined {
  const example = nextLabel(newest);
  const isLabel = isDateLabel(newest) ? isDate(next) : /^(0|[1-9][0-9]{0,3})$/.test(next);
  if (!isLabel) {
    const what = `Versions are called like ${newest} here, and ${next} is not.`;
    return refusal('version-label', next, what, `Write --next ${example}.`);
  }
  if (next !== newest && oldestFirst([newest, next]).at(-1) === next) return undefined;
  const what = `It does not come after the newest, which is ${newest}.`;
  return refusal('version-label', next, what, `Write --next ${example}, or a later one.`);
}
