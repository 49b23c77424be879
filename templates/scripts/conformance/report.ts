import { parts, rules, rulesOf, type Rule } from '../../test/runtime/conformance/rules.ts';
import type { TestResult } from './results.ts';

export type RuleStatus = 'holds' | 'does-not-apply' | 'fails' | 'unproven';

export interface RuleReport extends Rule {
  readonly status: RuleStatus;
  /** Why it does not apply. */
  readonly reason?: string;
  readonly tests: readonly TestResult[];
}

/** What `--json` prints. Members may be added; none is renamed or removed. */
export interface ConformanceReport {
  readonly service: string;
  /** Of the interface: three numbers. */
  readonly version: string;
  /** Address that was tested; absent where the service ran in the same process. */
  readonly url?: string;
  /** Instant of the run (RFC 3339). */
  readonly at: string;
  /** No rule fails, none is unproven, and nothing else went wrong. */
  readonly conforms: boolean;
  readonly counts: Readonly<Record<RuleStatus, number>>;
  readonly parts: readonly { readonly part: string; readonly title: string }[];
  readonly rules: readonly RuleReport[];
  /** What went wrong and belongs to no rule, such as a file that cannot be loaded. */
  readonly failures: readonly TestResult[];
}

export interface ReportSource extends Pick<
  ConformanceReport,
  'service' | 'version' | 'url' | 'at'
> {
  readonly results: readonly TestResult[];
  /** Why rules do not apply to this service, by their IDs. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Sums up the tests by the rules that their titles name. */
export function reportOf({ results, reasons, ...about }: ReportSource): ConformanceReport {
  const known = new Set(rules.map(({ id }) => id));
  const isOfRules = ({ title }: TestResult) => {
    const ids = rulesOf(title);
    return ids.length > 0 && ids.every((id) => known.has(id));
  };
  const reports = rules.map((rule): RuleReport => {
    const tests = results.filter(({ title }) => rulesOf(title).includes(rule.id));
    return { ...rule, ...verdictOn(tests, reasons.get(rule.id)), tests };
  });
  // A test whose title names no rule, or none of the table, proves nothing.
  const failures = results.filter((result) => !isOfRules(result));
  const count = (status: RuleStatus) => reports.filter((each) => each.status === status).length;
  const counts = {
    holds: count('holds'),
    'does-not-apply': count('does-not-apply'),
    fails: count('fails'),
    unproven: count('unproven'),
  };
  return {
    ...about,
    conforms: counts.fails === 0 && counts.unproven === 0 && failures.length === 0,
    counts,
    parts,
    rules: reports,
    failures,
  };
}

function verdictOn(
  tests: readonly TestResult[],
  reason: string | undefined,
): { readonly status: RuleStatus; readonly reason?: string } {
  if (tests.some(({ status }) => status === 'failed')) return { status: 'fails' };
  if (tests.some(({ status }) => status === 'passed')) return { status: 'holds' };
  const skipped = new Set(tests.flatMap(({ message }) => message ?? []));
  if (reason !== undefined) return { status: 'does-not-apply', reason };
  if (skipped.size > 0) return { status: 'does-not-apply', reason: [...skipped].join('; ') };
  return { status: 'unproven' };
}
