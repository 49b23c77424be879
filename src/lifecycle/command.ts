import {
  changeIssues,
  isDateLabel,
  editSpecification,
  policyWarnings,
  policyRules,
  readSpecification,
  type Edit,
  type Mistake,
  type PolicyRule,
  type Reading,
  type ResolvedSpecification,
  type ResolvedVersion,
  type Specification,
} from '../specification/index.ts';
import type { Kits } from '../specification/kits.ts';
import { own } from '../specification/plain.ts';
import { labelIn } from '../specification/versions/policy.ts';

/** What each command is given besides its own options. */
export interface Command {
  /** Text of the specification. */
  readonly text: string;
  /** Its name, for messages. */
  readonly file: string;
  /** Starter kits that it names. */
  readonly kits?: Kits | undefined;
  /** The day that counts as today, YYYY-MM-DD. */
  readonly today: string;
  /** Rules of the support policy that shall not hold, with the reason. */
  readonly exceptions?: readonly { readonly rule: PolicyRule; readonly reason: string }[];
}

/** Why something is not done. */
export interface Refusal {
  /** The rule that forbids it: one of the support policy, or a word for what is wrong. */
  readonly rule: string;
  /** The version, or the key that would be wrong. */
  readonly where: string;
  readonly what: string;
  readonly whatToDo: string;
}

export type Edited =
  | {
      readonly ok: true;
      /** The specification after the change; as it was, where nothing is to be done. */
      readonly text: string;
      readonly resolved: ResolvedSpecification;
      /** What changed, in sentences; empty where nothing did. */
      readonly changes: readonly string[];
      /** What is worth knowing. */
      readonly remarks: readonly string[];
    }
  | {
      readonly ok: false;
      /** Of the specification as it was. */
      readonly mistakes?: readonly Mistake[];
      readonly refusals: readonly Refusal[];
    };

/** A change that a command wants, before the specification as a whole is checked. */
export interface Wanted {
  readonly edits: readonly Edit[];
  readonly changes: readonly string[];
  readonly remarks?: readonly string[];
}

/** What a command decides by. */
export interface Situation {
  readonly command: Command;
  /** As it is written. */
  readonly specification: Specification;
  readonly resolved: ResolvedSpecification;
  /** By label, the oldest first. */
  readonly versions: Readonly<Record<string, ResolvedVersion>>;
}

/** The version that a command is about. */
export interface Target extends Situation {
  readonly label: string;
  readonly version: ResolvedVersion;
}

/** Reads the specification, asks for the change, makes it and checks what comes of it. Never throws for what a file holds. */
export function applyCommand(
  command: Command,
  decide: (situation: Situation) => Wanted | readonly Refusal[],
): Edited {
  const reading = readSpecification(command.text, command.file, command.kits);
  if (!reading.ok) return { ok: false, mistakes: reading.mistakes, refusals: [] };
  const { specification, resolved } = reading;
  const wanted = decide({
    command,
    specification,
    resolved,
    versions: resolved.versioning.versions,
  });
  if (isRefused(wanted)) return { ok: false, refusals: wanted };
  const { edits, changes, remarks = [] } = wanted;
  if (edits.length === 0) return { ok: true, text: command.text, resolved, changes, remarks };
  return checked(command, reading, wanted);
}

/** The same about one version, which exists and is not gone for good unless the command is about that. */
export function applyToVersion(
  command: Command,
  label: string,
  decide: (target: Target) => Wanted | readonly Refusal[],
): Edited {
  return applyCommand(command, (situation) => {
    const version = own(situation.versions, label);
    if (version !== undefined) return decide({ ...situation, label, version });
    const labels = Object.keys(situation.versions).join(', ');
    return [
      refusal('unknown-version', label, `There is no version ${label}.`, `There are: ${labels}.`),
    ];
  });
}

export function refusal(rule: string, label: string, what: string, whatToDo: string): Refusal {
  return { rule, where: `version ${label}`, what, whatToDo };
}

/** Where a member of a version is written. */
export function at(label: string, ...rest: readonly (string | number)[]): Edit['path'] {
  return ['versioning', 'versions', label, ...rest];
}

function isRefused(wanted: Wanted | readonly Refusal[]): wanted is readonly Refusal[] {
  return Array.isArray(wanted);
}

interface Before {
  readonly specification: Specification;
  readonly resolved: ResolvedSpecification;
}

function checked(command: Command, before: Before, wanted: Wanted): Edited {
  const first = readingAfter(command, wanted.edits);
  if ('refusals' in first) return { ok: false, refusals: first.refusals };
  const broken = first.reading.ok
    ? policyWarnings(first.reading.specification.versioning ?? {})
    : first.reading.mistakes;
  const excepting = exceptionEdits(command, before.resolved, broken);
  const after =
    excepting.length === 0 ? first : readingAfter(command, [...wanted.edits, ...excepting]);
  if ('refusals' in after) return { ok: false, refusals: after.refusals };
  const { reading, text } = after;
  if (!reading.ok) return { ok: false, refusals: reading.mistakes.map(refusedBy) };
  const { specification, resolved } = reading;
  const former = before.specification.versioning ?? {};
  const issues = changeIssues(former, specification.versioning ?? {}, command.today);
  if (issues.length > 0) return { ok: false, refusals: issues.map(refusedBy) };
  const known = new Set(policyWarnings(former).map(({ message }) => message));
  const warnings = policyWarnings(specification.versioning ?? {})
    .filter(({ message }) => !known.has(message))
    .map(({ code, message }) => `${message} (${code})`);
  const { changes, remarks = [] } = wanted;
  const needless = needlessReasons(command, broken);
  return { ok: true, text, resolved, changes, remarks: [...remarks, ...needless, ...warnings] };
}

type After =
  { readonly text: string; readonly reading: Reading } | { readonly refusals: readonly Refusal[] };

/** The specification with these edits. */
function readingAfter({ text: before, file, kits }: Command, edits: readonly Edit[]): After {
  try {
    const text = editSpecification(before, edits);
    return { text, reading: readSpecification(text, file, kits) };
  } catch (error) {
    const what = `${error instanceof Error ? error.message : String(error)}.`;
    const whatToDo = 'Write it without an alias or an anchor there, and run again.';
    return { refusals: [{ rule: 'not-editable', where: file, what, whatToDo }] };
  }
}

/** An exception that nothing needs would excuse a version later, so it is not written. */
function needlessReasons(
  { exceptions = [] }: Command,
  broken: readonly Pick<Mistake, 'code'>[],
): string[] {
  return exceptions
    .filter(({ rule }) => !broken.some(({ code }) => code === rule))
    .map(({ rule }) => `The rule ${rule} is kept without an exception; the reason is not written.`);
}

/** A mistake that the change would make. */
function refusedBy({ code, path, message }: Pick<Mistake, 'code' | 'path' | 'message'>): Refusal {
  const isPolicy = policyRules.some((rule) => rule === code);
  return {
    rule: code,
    where: path.join('.'),
    what: `${message}.`,
    whatToDo: isPolicy
      ? `Choose other dates, or say why the rule does not hold here: --reason "${code}:TEXT".`
      : 'Choose other dates, or change the file by hand.',
  };
}

/** A rule that a command sets aside, for each version that breaks it without. */
function exceptionEdits(
  { exceptions = [] }: Command,
  { versioning }: ResolvedSpecification,
  broken: readonly Pick<Mistake, 'code' | 'path'>[],
): Edit[] {
  const wanted = exceptions.flatMap(({ rule, reason }) => {
    const labels = broken.flatMap(({ code, path }) => (code === rule ? [labelIn(path)] : []));
    return [...new Set(labels)].flatMap((version) =>
      version === undefined ? [] : [{ rule, version: writtenLabel(version), reason }],
    );
  });
  if (wanted.length === 0) return [];
  const others = versioning.exceptions.map((each) => ({
    ...each,
    version: writtenLabel(each.version),
  }));
  return [{ path: ['versioning', 'exceptions'], value: [...others, ...wanted] }];
}

/** Numbers are written without quotes. */
function writtenLabel(label: string): string | number {
  return isDateLabel(label) ? label : Number(label);
}
