import type { Issue } from '../issue.ts';
import type { PolicyRule } from '../schema.ts';
import { isDateLabel } from './labels.ts';
import {
  dayAfter,
  daysBetween,
  issueAt,
  lifetimesInOrder,
  type Lifetime,
  type Lifetimes,
} from './lifetime.ts';

/** What the support policy looks at; the section of the file and the resolved one are such. */
export interface Supported {
  readonly versions?: Lifetimes;
  /** Label of the version of clients that name none. */
  readonly default?: string | number;
  readonly exceptions?: readonly {
    readonly rule: PolicyRule;
    /** Label of the version for which the rule does not hold. */
    readonly version: string | number;
  }[];
}

/** Days from the later of announcement and deprecation to the sunset. */
export const noticePeriod = 180;

/** Supported versions that a sunset leaves. */
export const leastSupported = 2;

const daysOfYear = 365;

/**
 * Issues by the support policy, of which each has the rule that it breaks as its code. What an exception sets aside is
 * not among them. Days that the calendar does not have are passed over.
 */
export function policyIssues(versioning: Supported): Issue[] {
  const all = lifetimesInOrder(versioning.versions ?? {});
  const issues = all.flatMap(([label, version]) => [
    ...noticeIssues(label, version),
    ...supportIssues(label, version, all),
    ...defaultIssues(label, version, versioning.default),
  ]);
  return withoutExceptions(issues, versioning);
}

/** What the policy advises against and does not refuse. */
export function policyWarnings(versioning: Supported): Issue[] {
  const majors = lifetimesInOrder(versioning.versions ?? {}).filter(
    ([label, { released }]) => !isDateLabel(label) && released !== undefined,
  );
  const warnings = majors.slice(1).flatMap(([label, { released = '' }], position) => {
    const [older = '', { released: last = '' } = {}] = majors[position] ?? [];
    const days = daysBetween(last, released);
    if (days >= daysOfYear) return [];
    const message = `version ${label} comes ${days} days after version ${older}, and a second major within a year asks much of its clients; release it on ${dayAfter(last, daysOfYear)} or later, ${excepting('one-major-a-year', label)}`;
    return [issueAt(label, 'released', 'one-major-a-year', message)];
  });
  return withoutExceptions(warnings, versioning);
}

function noticeIssues(
  label: string,
  { announced = '', deprecated = '', sunset }: Lifetime,
): Issue[] {
  const known = announced > deprecated ? announced : deprecated;
  if (sunset === undefined || known === '') return [];
  const days = daysBetween(known, sunset);
  if (days >= noticePeriod || days < 0) return [];
  const what = announced > deprecated ? 'announcement' : 'deprecation';
  const message = `the sunset of version ${label} on ${sunset} is ${days} days after its ${what} on ${known}, and clients get ${noticePeriod}; move it to ${dayAfter(known, noticePeriod)} or later, ${excepting('notice-period', label)}`;
  return [issueAt(label, 'sunset', 'notice-period', message)];
}

function supportIssues(
  label: string,
  { sunset }: Lifetime,
  all: readonly [string, Lifetime][],
): Issue[] {
  if (sunset === undefined) return [];
  const known = all.filter(([, { released }]) => released !== undefined && released <= sunset);
  const left = known.filter(([, other]) => other.sunset === undefined || other.sunset > sunset);
  if (left.length >= leastSupported || known.length < 2) return [];
  const names = left.map(([name]) => name);
  const rest = names.length === 0 ? 'no version' : `version ${names.join(' and ')} alone`;
  const message = `the sunset of version ${label} on ${sunset} leaves ${rest}, and clients get a choice of two supported versions; release a newer version first, ${excepting('two-supported-versions', label)}${known.length === 2 ? '; with two versions in all, the end of the first always takes that exception' : ''}`;
  return [issueAt(label, 'sunset', 'two-supported-versions', message)];
}

function defaultIssues(
  label: string,
  { sunset }: Lifetime,
  pinned: string | number | undefined,
): Issue[] {
  if (sunset === undefined || String(pinned) !== label) return [];
  const message = `version ${label} is the default, and clients that name no version get 410 from ${sunset} on; leave the sunset out, ${excepting('default-version', label)}`;
  return [issueAt(label, 'sunset', 'default-version', message)];
}

function excepting(rule: PolicyRule, label: string): string {
  const version = isDateLabel(label) ? `'${label}'` : label;
  return `or write why not into versioning.exceptions: [{ rule: ${rule}, version: ${version}, reason: … }]`;
}

function withoutExceptions(issues: readonly Issue[], { exceptions = [] }: Supported): Issue[] {
  const excepted = new Set<string>(exceptions.map(({ rule, version }) => `${rule} ${version}`));
  return issues.filter(({ code, path }) => !excepted.has(`${code} ${labelIn(path) ?? ''}`));
}

/** Label of the version that the path of an issue leads into. */
export function labelIn(path: Issue['path']): string | undefined {
  const [section, key, label] = path;
  return section === 'versioning' && key === 'versions' ? String(label) : undefined;
}
