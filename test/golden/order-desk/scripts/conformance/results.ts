import { run } from 'node:test';

/** What became of one test. */
export interface TestResult {
  readonly title: string;
  readonly status: 'passed' | 'skipped' | 'failed';
  /** Why it was skipped, or how it failed. */
  readonly message?: string;
}

/** Runs test files in this process, one after the other. Titles of suites are left out, unless a suite itself fails. */
export async function resultsOf(files: readonly string[]): Promise<TestResult[]> {
  const results: TestResult[] = [];
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
      if (details.type === 'suite' && failureType === 'subtestsFailed') continue;
      results.push({ title: name, status: 'failed', message: messageOf(details.error) });
    }
  }
  return results;
}

function messageOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
