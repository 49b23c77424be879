// A reporter of Node's test runner that tells at once how far the tests are:
//   node --test --test-reporter=./scripts/progress.ts "test/**/*.test.ts"
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** Lines of what failed that are shown of each failure. */
const shownLines = 60;

interface Failure {
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** One line for each file when it ends, each failure as soon as it is known, and the counts that Node's own reporters end with. */
export default async function* progress(source: AsyncIterable<TestEvent>) {
  // Node runs the reporter in the process that was given the patterns of the files.
  const all = process.argv.slice(1).flatMap((pattern) => globSync(pattern)).length;
  const began = performance.now();
  const failures: Failure[] = [];
  let done = 0;
  for await (const event of source) {
    if (event.type === 'test:fail') {
      const failure = failureOf(event.data);
      if (failure === undefined) continue;
      if (event.data.todo !== undefined) {
        // A test marked `todo` may fail: the reporter shows the failure and does not count it.
        yield `  to do: ${failure.title}: ${failure.text.split('\n', 1)[0] ?? ''}\n`;
        continue;
      }
      failures.push(failure);
      yield `✖ ${failure.file}: ${failure.title}\n`;
    } else if (event.type === 'test:diagnostic' && event.data.nesting > 0) {
      yield `  ${event.data.message}\n`;
    } else if (event.type === 'test:summary') {
      const { file, counts, duration_ms } = event.data;
      if (file === undefined) yield summaryOf(counts, failures, duration_ms);
      else {
        done += 1;
        const { passed, skipped } = counts;
        const failed = counts.tests - passed - skipped - counts.todo;
        const results = [
          `${String(passed)} passed`,
          ...(failed > 0 ? [`${String(failed)} FAILED`] : []),
          ...(skipped > 0 ? [`${String(skipped)} skipped`] : []),
        ].join(', ');
        const elapsed = Math.round((performance.now() - began) / 1000);
        yield `[${String(done)}/${String(all)}, ${clock(elapsed)}] ${shown(file)}: ${results} in ${(duration_ms / 1000).toFixed(1)} s\n`;
      }
    }
  }
}

function failureOf({
  name,
  file = '',
  details,
}: Extract<TestEvent, { type: 'test:fail' }>['data']): Failure | undefined {
  const { error } = details;
  // A suite fails when one of its tests fails, and that test has an event of its own.
  if ((error as { failureType?: string }).failureType === 'subtestsFailed') return undefined;
  const cause: unknown = error.cause ?? error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  return { file: shown(file), title: name, text };
}

function summaryOf(
  counts: Extract<TestEvent, { type: 'test:summary' }>['data']['counts'],
  failures: readonly Failure[],
  milliseconds: number,
): string {
  const { tests, suites, passed, cancelled, skipped, todo } = counts;
  const reports = failures.map(
    ({ file, title, text }) =>
      `\n✖ ${file}: ${title}\n${text.split('\n').slice(0, shownLines).join('\n')}\n`,
  );
  const lines = Object.entries({
    tests,
    suites,
    pass: passed,
    fail: tests - passed - cancelled - skipped - todo,
    cancelled,
    skipped,
    todo,
    duration_ms: Math.round(milliseconds),
  }).map(([name, value]) => `ℹ ${name} ${String(value)}\n`);
  return [...reports, '\n', ...lines].join('');
}

function shown(file: string): string {
  return relative(process.cwd(), file);
}

function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
