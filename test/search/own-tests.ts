import { fileURLToPath } from 'node:url';
import type { ConformanceReport } from '../../templates/scripts/conformance/report.ts';
import type { Finding } from './finding.ts';
import { runNode } from './run-node.ts';

/** What a service's own tests found, and how many of them there are. */
export interface TestRun {
  readonly findings: readonly Finding[];
  readonly tests: number;
  readonly skipped: number;
}

/** Runs test files of a service. */
export async function runTests(
  directory: string,
  patterns: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const reporter = fileURLToPath(new URL('reporter.ts', import.meta.url));
  const { stdout, stderr, status } = await runNode(
    directory,
    ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, ...patterns],
    environment,
  );
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"'))
    .map((line) => JSON.parse(line) as ReportedEvent);
  const counts = events.find((event) => event.counts !== undefined)?.counts;
  if (counts === undefined) {
    return ended(`the tests ended with status ${String(status)} and no summary`, stdout + stderr);
  }
  const findings = events.flatMap(({ name, kind, cause = '' }): Finding[] => {
    // A suite fails with its tests, which are told one by one.
    if (name === undefined || kind === 'subtestsFailed') return [];
    const title = `${name}${kind === 'cancelledByParent' ? ' (cancelled)' : ''}`;
    return [{ stage: 'tests', title, detail: cause }];
  });
  return { findings, ...counts };
}

interface ReportedEvent {
  readonly name?: string;
  readonly kind?: string;
  readonly cause?: string;
  readonly counts?: { readonly tests: number; readonly skipped: number };
}

/** Runs the conformance tests of a service by its report, which also finds rules that nothing proves. */
export async function runConformance(
  directory: string,
  environment: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const args = ['scripts/conformance.ts', '--json'];
  const { stdout, stderr, status } = await runNode(directory, args, environment);
  let report: ConformanceReport;
  try {
    report = JSON.parse(stdout) as ConformanceReport;
  } catch {
    return ended(
      `the conformance report ended with status ${String(status)} and no document`,
      stdout + stderr,
    );
  }
  // A test may belong to several rules.
  const results = new Map(
    [...report.failures, ...report.rules.flatMap(({ tests }) => tests)].map((result) => [
      `${result.title} ${result.message ?? ''}`,
      result,
    ]),
  );
  const all = [...results.values()];
  const findings = [
    ...all
      .filter(({ status }) => status === 'failed')
      .map(({ title, message = '' }): Finding => ({ stage: 'tests', title, detail: message })),
    ...report.rules
      .filter((rule) => rule.status === 'unproven')
      .map(({ id, title }): Finding => ({
        stage: 'report',
        title: `${id} is unproven`,
        detail: title,
      })),
  ];
  return {
    findings,
    tests: all.length,
    skipped: all.filter(({ status }) => status === 'skipped').length,
  };
}

function ended(title: string, output: string): TestRun {
  return {
    findings: [{ stage: 'tests', title, detail: output.slice(-4000) }],
    tests: 0,
    skipped: 0,
  };
}
