import type { TestEvent } from 'node:test/reporters';

/** One line of JSON for each test that failed or was cancelled, and one with the counts. */
export default async function* reporter(source: AsyncIterable<TestEvent>) {
  for await (const event of source) {
    if (event.type === 'test:fail') {
      const { name, details } = event.data;
      const { error } = details;
      const cause = innermost(error.cause ?? error.message);
      yield `${JSON.stringify({ name, type: details.type ?? 'test', kind: (error as { failureType?: string }).failureType, cause })}\n`;
    }
    if (event.type === 'test:summary' && event.data.file === undefined)
      yield `${JSON.stringify({ counts: event.data.counts })}\n`;
  }
}

/** What failed, and not what passed it on: a property tells of the case in which it failed. */
function innermost(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const text = cause.stack ?? cause.message;
  return cause.cause instanceof Error ? `${innermost(cause.cause)}\n${text}` : text;
}
