import type { TestEvent } from 'node:test/reporters';

/** Prints what the first test that fails is called, and waits for no other. For `node --test --test-isolation=none`. */
export default async function* firstFailure(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const event of source) {
    if (event.type !== 'test:fail' || event.data.details.type === 'suite') continue;
    process.stdout.write(`${event.data.name}\n`, () => process.exit(1));
    yield '';
  }
}
