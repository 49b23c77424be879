import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  formatMistakes,
  modeline,
  readSpecification,
  withModeline,
  writeSpecification,
} from '../../src/specification/index.ts';
import { specification } from './arbitrary.ts';
import { fixture, read, smallest } from './support.ts';

test('what is written reads back the same', () => {
  fc.assert(
    fc.property(specification, (written) => {
      const reading = readSpecification(writeSpecification(written), 'service.yaml');
      assert.ok(reading.ok, reading.ok ? '' : formatMistakes(reading.mistakes));
      assert.deepEqual(reading.specification, written);
    }),
    { numRuns: 120 },
  );
});

test('no line holds a character that turns it around or that a terminal acts on', () => {
  fc.assert(
    fc.property(specification, (written) => {
      assert.doesNotMatch(writeSpecification(written), /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
    }),
  );
});

for (const name of ['order-desk.yaml', 'every-type.yaml']) {
  test(`${name} is written and read the same`, () => {
    const { specification } = read(fixture(name));
    assert.deepEqual(read(writeSpecification(specification)).specification, specification);
  });
}

test('sections are in the order of the nine parts, fields on one line, and versions are numbers', () => {
  const text = writeSpecification({
    versioning: { versions: { 1: { released: '2026-05-01' } } },
    resources: {
      order: {
        fields: { currency: { type: 'string', enum: ['EUR', 'no'], default: 'EUR' } },
        examples: [{ currency: 'EUR' }],
      },
    },
    endpoints: { order: { methods: ['list', 'read'], pagination: { size: 5 } } },
    service: { name: 'order-desk', purpose: 'First line.\nSecond line.' },
  });
  assert.equal(
    text,
    `${modeline}
service:
  name: order-desk
  purpose: |-
    First line.
    Second line.

resources:
  order:
    fields:
      currency: { type: string, enum: [EUR, 'no'], default: EUR }
    examples:
      - { currency: EUR }

endpoints:
  order:
    methods: [list, read]
    pagination: { size: 5 }

versioning:
  versions:
    1: { released: '2026-05-01' }
`,
  );
});

test('the modeline is the first line, once', () => {
  const text = fixture('smallest.yaml');
  assert.equal(withModeline(text), `${modeline}\n${text}`);
  assert.equal(withModeline(withModeline(text)), withModeline(text));
  assert.equal(withModeline(`\uFEFF${text}`), `${modeline}\n${text}`);
  assert.equal(withModeline(writeSpecification(smallest)), writeSpecification(smallest));
});
