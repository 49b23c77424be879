import type { ConformanceReport, RuleReport } from './report.ts';

const words = {
  holds: 'holds',
  'does-not-apply': 'does not apply',
  fails: 'FAILS',
  unproven: 'UNPROVEN',
} as const;

/** The report for a terminal: parts, their rules, and what went wrong. */
export function asText(report: ConformanceReport): string {
  const { service, version, url, counts, conforms } = report;
  const lines = [
    `${service} ${version}${url === undefined ? '' : ` at ${url}`}`,
    ...report.parts.flatMap(({ part, title }) => [
      '',
      `Part ${part}. ${title}`,
      ...report.rules.filter((rule) => rule.part === part).flatMap(linesOf),
    ]),
    ...(report.failures.length === 0 ? [] : ['', 'Outside of the rules']),
    ...report.failures.map(({ title, message = 'it names no rule' }) => failure(title, message)),
    '',
    `${summary(counts)}. ${conforms ? 'It conforms.' : 'It does not conform.'}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** How many rules there are of each kind, in words. */
export function summary(counts: ConformanceReport['counts']): string {
  return [
    `${String(counts.holds)} hold`,
    `${String(counts['does-not-apply'])} do not apply`,
    `${String(counts.fails)} fail`,
    `${String(counts.unproven)} are unproven`,
  ].join(', ');
}

function linesOf({ id, title, status, reason, tests }: RuleReport): string[] {
  const why = reason === undefined ? '' : ` (${reason})`;
  const failed = tests.filter((test) => test.status === 'failed');
  return [
    `  ${id}  ${words[status].padEnd(14)}  ${title}${why}`,
    ...failed.map((test) => failure(test.title, test.message ?? '')),
  ];
}

function failure(title: string, message: string): string {
  const indented = message.trim().replaceAll('\n', '\n      ');
  return `    ✖ ${title}\n      ${indented}`;
}
