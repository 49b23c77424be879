import type { ConformanceReport, RuleReport } from './report.ts';
import { summary } from './text.ts';

const words = {
  holds: 'holds',
  'does-not-apply': 'does not apply',
  fails: 'fails',
  unproven: 'unproven',
} as const;

const style = `
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #c62828; --weak: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --good: #4ade80; --bad: #ff8a80; --weak: #9ca3af; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: baseline; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
th { font: 0.9rem ui-monospace, monospace; white-space: nowrap; width: 4rem; }
td.status { white-space: nowrap; width: 8rem; font-weight: 600; }
.holds td.status { color: var(--good); }
.fails td.status, .unproven td.status, .wrong { color: var(--bad); }
.does-not-apply { color: var(--weak); }
.does-not-apply td.status { font-weight: 400; }
.reason { color: var(--weak); font-size: 0.9rem; }
details { font-size: 0.9rem; }
summary { color: var(--weak); cursor: pointer; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0.25rem 0; color: var(--bad); }
`;

/** The report as a page that needs nothing else. */
export function asHtml(report: ConformanceReport): string {
  const { service, version, url, at, counts, conforms } = report;
  const parts = report.parts.map(
    ({ part, title }) => `<h2>Part ${escape(part)}. ${escape(title)}</h2>
<table>
${report.rules
  .filter((rule) => rule.part === part)
  .map(row)
  .join('\n')}
</table>`,
  );
  const others = report.failures.map(
    ({ title, message = 'it names no rule' }) =>
      `<p>${escape(title)}</p><pre>${escape(message)}</pre>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(service)}: conformance</title>
<style>${style}</style>
<h1>${escape(service)} ${escape(version)}</h1>
<p class="reason">${url === undefined ? '' : `${escape(url)}, `}${escape(at)}</p>
<p${conforms ? '' : ' class="wrong"'}><strong>${conforms ? 'Conforms' : 'Does not conform'}</strong>: ${summary(counts)}.</p>
${links(report)}
${parts.join('\n')}
${others.length === 0 ? '' : `<h2>Outside of the rules</h2>\n${others.join('\n')}`}
</html>
`;
}

/** What has to be looked at, where the page is long. */
function links({ rules }: ConformanceReport): string {
  const wrong = rules.filter(({ status }) => status === 'fails' || status === 'unproven');
  const anchors = wrong.map(
    ({ id, status }) =>
      `<a class="${status}" href="#${id}">${id}</a>${status === 'fails' ? ' fails' : ''}`,
  );
  return anchors.length === 0 ? '' : `<p>See ${anchors.join(', ')}.</p>`;
}

function row({ id, title, status, reason, tests }: RuleReport): string {
  const why = reason === undefined ? '' : `<div class="reason">${escape(reason)}</div>`;
  const failed = tests
    .filter((test) => test.status === 'failed')
    .map((test) => `<div>${escape(test.title)}</div><pre>${escape(test.message ?? '')}</pre>`);
  const passed = tests.filter((test) => test.status === 'passed');
  const proofs = passed.map((test) => `<div>${escape(test.title)}</div>`).join('');
  const count = `${String(passed.length)} ${passed.length === 1 ? 'test passed' : 'tests passed'}`;
  const details =
    passed.length === 0 ? '' : `<details><summary>${count}</summary>${proofs}</details>`;
  return `<tr class="${status}"><th id="${id}">${id}</th><td class="status">${words[status]}</td><td>${escape(title)}${why}${failed.join('')}${details}</td></tr>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
