import { run } from 'node:test';

/** What became of one test. */
export interface TestResult {
  readonly title: string;
  readonly status: 'passed' | 'skipped' | 'failed';
  /** Why it was skipped, or how it failed. */
  readonly message?: string;
}

/**
 * Runs test files in this process, one after the other. Titles of suites are left out, unless a suite itself fails. What
 * is cancelled, because something before it failed or the run ended, counts as failed: its result is unknown.
 */
export async function resultsOf(files: readonly string[]): Promise<TestResult[]> {
  const results: TestResult[] = [];
  /** Tests that were not run, until their suite says why. */
  let cancelled: string[] = [];
  const explain = (why: string) => {
    const message = `It was not run: ${why}`;
    results.push(...cancelled.map((title) => ({ title, status: 'failed' as const, message })));
    cancelled = [];
  };
  for await (const event of run({ files: [...files], isolation: 'none' })) {
    if (event.type === 'test:pass') {
      const { name, skip, details } = event.data;
      if (details.type === 'suite') continue;
      results.push(
        skip === undefined
          ? { title: name, status: 'passed' }
          : { title: name, status: 'skipped', message: skip === true ? 'skipped' : String(skip) },
      );
    } else if (event.type === 'test:fail') {
      const { name, details } = event.data;
      const { failureType } = details.error as { failureType?: unknown };
      const isSuite = details.type === 'suite';
      if (failureType === 'cancelledByParent') {
        if (!isSuite) cancelled.push(name);
        continue;
      }
      if (isSuite) explain(`"${name}" failed: ${messageOf(details.error)}`);
      if (isSuite && failureType === 'subtestsFailed') continue;
      results.push({ title: name, status: 'failed', message: messageOf(details.error) });
    }
  }
  explain('the run ended before.');
  return results;
}

function messageOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
