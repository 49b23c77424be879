import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { formatMistakes, readSpecification } from '../../src/specification/index.ts';
import { fixture } from './support.ts';

const survives = (text: string): void => {
  const reading = readSpecification(text, 'service.yaml');
  if (reading.ok) return;
  assert.ok(reading.mistakes.length > 0);
  const lines = text.split('\n').length;
  for (const { line, column, message } of reading.mistakes) {
    assert.ok(line >= 1 && line <= lines && column >= 1 && message !== '');
  }
  assert.doesNotMatch(formatMistakes(reading.mistakes), /[^\P{C}\n]/u);
};

test('random bytes never crash the reader, and are refused with a place', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      survives(Buffer.from(bytes).toString('latin1')),
    ),
    { numRuns: 2000 },
  );
});

test('neither does any text of YAML characters', () => {
  const unit = fc.constantFrom(
    ...'abc:- \n\t#&*!|>\'"%@`{}[],?<~01\\.=',
    'service: ',
    'resources:\n  ',
    '  ',
    '\n  ',
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), survives), { numRuns: 3000 });
});

const valid = fixture('order-desk.yaml');

test('neither does a good file with a part taken out, doubled or put elsewhere', () => {
  const place = fc.nat({ max: valid.length });
  fc.assert(
    fc.property(place, fc.nat({ max: 80 }), place, (from, length, to) => {
      const part = valid.slice(from, from + length);
      survives(valid.slice(0, from) + valid.slice(from + length));
      survives(valid.slice(0, to) + part + valid.slice(to));
    }),
    { numRuns: 300 },
  );
});

test('neither does a good file with a value of any other kind', () => {
  const lines = valid.split('\n');
  const value = fc.constantFrom(
    '',
    '~',
    '[]',
    '{}',
    '[[]]',
    '{ a: 1 }',
    '-0',
    '.nan',
    '1e999',
    '"x"',
    'true',
    '&a x',
    '{ type: { type: string } }',
    '[{ type: string }]',
    '0x7f',
    '!!str 1',
  );
  fc.assert(
    fc.property(fc.nat({ max: lines.length - 1 }), value, (at, value) => {
      survives(lines.with(at, (lines[at] ?? '').replace(/:.*/, `: ${value}`)).join('\n'));
    }),
    { numRuns: 500 },
  );
});

const letters = (count: number) =>
  Array.from(
    count.toString(26),
    (digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)],
  ).join('');

test('one resource more is one more and no multiple: a thousand are read', () => {
  const resources = Array.from(
    { length: 1000 },
    (_, at) =>
      `  n-${letters(at)}x: { fields: { a: { type: string }, o: { type: reference, to: n-${letters(Math.max(at - 1, 0))}x } } }`,
  );
  const reading = readSpecification(
    `service: { name: a }\nresources:\n${resources.join('\n')}`,
    'service.yaml',
  );
  assert.ok(reading.ok, reading.ok ? '' : formatMistakes(reading.mistakes));
});

test('of tens of thousands of mistakes the first are listed, and how many more there are', () => {
  const reading = readSpecification('x:\n'.repeat(50_000), 'service.yaml');
  assert.ok(!reading.ok);
  assert.equal(reading.mistakes.length, 101);
  const { code, message, line } = reading.mistakes.at(-1) ?? {};
  assert.deepEqual([code, line], ['more-mistakes', 101]);
  assert.match(message ?? '', /^4\d{4} more mistakes are not listed; put those above right first$/);
  assert.ok(formatMistakes(reading.mistakes).length < 10_000);
});

test('a hundred mistakes are all listed', () => {
  const keys = Array.from({ length: 97 }, (_, index) => `k${String(index)}: 1\n`).join('');
  const reading = readSpecification(`service: { name: x }\nresources: {}\n${keys}`, 's.yaml');
  assert.ok(!reading.ok);
  assert.ok(reading.mistakes.length > 90 && reading.mistakes.length <= 100);
  assert.ok(reading.mistakes.every(({ code }) => code !== 'more-mistakes'));
});
