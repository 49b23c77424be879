import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  deprecate,
  limit,
  release,
  reprieve,
  sunset,
  type Command,
  type Edited,
} from '../../src/lifecycle/index.ts';
import { changeIssues, readSpecification } from '../../src/specification/index.ts';
import { command, text } from './support.ts';

const start = Date.parse('2024-06-01');
const day = fc
  .integer({ min: -200, max: 2000 })
  .map((days) => new Date(start + days * 86_400_000).toISOString().slice(0, 10));
const label = fc.constantFrom('1', '2', '3', '4', '5');

/** Any command, sensible or not. */
const anyCommand: fc.Arbitrary<(given: Command) => Edited> = fc.oneof(
  fc.record({ label, sunset: day }).map((options) => (given: Command) => deprecate(given, options)),
  fc
    .record({ label, sunset: day, announced: day })
    .map((options) => (given: Command) => deprecate(given, options)),
  fc.record({ label }).map((options) => (given: Command) => limit(given, options)),
  fc
    .record({ label, readOnly: day, closed: day })
    .map((options) => (given: Command) => limit(given, options)),
  fc.record({ label, from: day }).map(
    ({ label: of, from }) =>
      (given: Command) =>
        limit(given, {
          label: of,
          withdrawn: [{ operation: 'person.delete', from }],
          quota: { requests: 5, per: '60s', from },
        }),
  ),
  fc.record({ label, sunset: day }).map((options) => (given: Command) => reprieve(given, options)),
  fc
    .record({ label, contract: fc.boolean() })
    .map((options) => (given: Command) => sunset(given, options)),
  fc
    .option(label, { nil: undefined })
    .map((next) => (given: Command) => release(given, next === undefined ? {} : { next }, [])),
);

function versioning(given: string) {
  const reading = readSpecification(given, 'service.yaml');
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.specification.versioning ?? {};
}

test('whatever is commanded, on whatever day, the file stays one that its checks accept, with its comments', () => {
  let changes = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyCommand, fc.integer({ min: 0, max: 250 })), { maxLength: 12 }),
      (steps) => {
        let [given, now] = [text, start];
        for (const [run, days] of steps) {
          now += days * 86_400_000;
          const today = new Date(now).toISOString().slice(0, 10);
          const edited = run(command({ text: given, today }));
          if (!edited.ok) {
            assert.ok(
              edited.refusals.length > 0 && edited.mistakes === undefined,
              JSON.stringify(edited),
            );
            continue;
          }
          if (edited.text !== given) changes += 1;
          assert.deepEqual(changeIssues(versioning(given), versioning(edited.text), today), []);
          for (const comment of ['# Told by mail as well.', '# the first', '# Partners have it']) {
            assert.ok(edited.text.includes(comment), comment);
          }
          given = edited.text;
        }
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(changes > 20, `${String(changes)} commands did something`);
});
