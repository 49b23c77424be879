import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { deprecate, limit, timelineOf, timelinePicture } from '../../src/lifecycle/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { after, text } from './support.ts';

const planned = after(
  text,
  ['2026-06-01', (given) => deprecate(given, { label: '1', sunset: '2027-06-01' })],
  ['2026-06-01', (given) => limit(given, { label: '1', readOnly: '2027-04-01' })],
);

function timeline(given: string, today: string) {
  const reading = readSpecification(given, 'service.yaml');
  assert.ok(reading.ok);
  return timelineOf(reading.resolved.versioning.versions, today);
}

test('each version has its periods, and what comes next is told in order', () => {
  const { versions, next } = timeline(planned, '2026-06-01');
  assert.deepEqual(versions[0], {
    label: '1',
    standing: 'deprecated',
    periods: [
      { standing: 'active', from: '2020-01-01', to: '2022-01-01' },
      { standing: 'maintained', from: '2022-01-01', to: '2026-06-01' },
      { standing: 'deprecated', from: '2026-06-01', to: '2027-04-01' },
      { standing: 'limited', from: '2027-04-01', to: '2027-06-01' },
      { standing: 'sunset', from: '2027-06-01' },
    ],
  });
  assert.deepEqual(next, [
    { on: '2027-04-01', label: '1', what: 'refuses writes' },
    { on: '2027-06-01', label: '1', what: 'is sunset: it answers 410' },
  ]);
});

test('each state begins on its day, at midnight in UTC', () => {
  const standings = [
    '2019-12-31',
    '2020-01-01',
    '2021-12-31',
    '2022-01-01',
    '2026-05-31',
    '2026-06-01',
    '2027-03-31',
    '2027-04-01',
    '2027-05-31',
    '2027-06-01',
  ];
  assert.deepEqual(
    standings.map((day) => timeline(planned, day).versions[0]?.standing),
    [
      'draft',
      'active',
      'active',
      'maintained',
      'maintained',
      'deprecated',
      'deprecated',
      'limited',
      'limited',
      'sunset',
    ],
  );
});

test('the picture at 80 columns', () => {
  const lines = timelinePicture(timeline(planned, '2026-06-01'), { width: 80 });
  assert.equal(
    lines.join('\n'),
    `
                                                   today 2026-06-01 ▼
1  deprecated  ████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓│▒▒▒▒▒▒░····
2  maintained                  █████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓│▓▓▓▓▓▓▓▓▓▓▓
3  active                                       ████████████████████│███████████
               ────────┬───────┬────────┬───────┬───────┬────────┬───────┬──────
                       2021    2022     2023    2024    2025     2026    2027

█ active   ▓ maintained   ▒ deprecated   ░ limited   · sunset`.slice(1),
  );
});

test('no line is longer than the terminal is wide, on any day', () => {
  const days = fc.date({
    min: new Date('2015-01-01'),
    max: new Date('2060-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, fc.integer({ min: 40, max: 240 }), (day, width) => {
      const lines = timelinePicture(timeline(planned, day.toISOString().slice(0, 10)), { width });
      for (const line of lines) assert.ok(line.length <= width, `${String(line.length)}: ${line}`);
      assert.equal(lines.filter((line) => line.includes('│')).length, 3, 'today is in each row');
      assert.match(lines[0] ?? '', /▼/);
    }),
  );
});
