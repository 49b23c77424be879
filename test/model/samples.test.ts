import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { sampleOf, samplesOf } from '../../src/model/samples/sample.ts';
import { invalidSamples } from '../../src/model/samples/invalid.ts';
import { resolveField, type Field } from '../../src/specification/index.ts';
import { validateValue } from '../../src/specification/values/value.ts';

const range = (from: number, to: number) =>
  fc
    .tuple(fc.integer({ min: from, max: to }), fc.integer({ min: 4, max: 5000 }))
    .map(([minimum, width]) => ({ minimum, maximum: minimum + width }));

const fields: fc.Arbitrary<Field> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 400 }))
    .map(([minLength, more]): Field => ({
      type: 'string',
      minLength,
      maxLength: minLength + more,
    })),
  fc
    .constantFrom(
      '^[A-Z]{2}-[0-9]{6}$',
      '^(red|green|blue)-\\d+$',
      '^\\w+@x$',
      '^a?b*c+$',
      '^[^a-z]{3,5}$',
    )
    .map((pattern): Field => ({ type: 'string', pattern })),
  range(-1e6, 1e6).map((bounds): Field => ({ type: 'integer', ...bounds })),
  range(-1e6, 1e6).map((bounds): Field => ({ type: 'integer', ...bounds, multipleOf: 3 })),
  range(-1000, 1000).map((bounds): Field => ({ type: 'number', ...bounds })),
  range(-1e6, 1e6).map((bounds): Field => ({ type: 'long', ...bounds })),
  fc
    .tuple(range(-1000, 1000), fc.integer({ min: 0, max: 6 }))
    .map(([bounds, scale]): Field => ({ type: 'decimal', precision: 12, scale, ...bounds })),
  fc
    .constantFrom(
      'boolean',
      'date',
      'time',
      'date-time',
      'duration',
      'uuid',
      'uri',
      'email',
      'json',
      'binary',
      'text',
    )
    .map((type) => ({ type }) as Field),
  fc.constant<Field>({ type: 'enum', values: ['a', 'b', 'c'] }),
  fc.constant<Field>({
    type: 'array',
    items: { type: 'integer', minimum: 3 },
    minItems: 2,
    uniqueItems: true,
  }),
  fc.constant<Field>({
    type: 'object',
    fields: { city: { type: 'string', required: true }, at: { type: 'date' } },
  }),
);

describe('samples', () => {
  test('are valid for their field, whatever its bounds', () => {
    fc.assert(
      fc.property(fields, fc.integer({ min: 0, max: 59 }), (field, index) => {
        const resolved = resolveField(field);
        assert.equal(validateValue(resolved, sampleOf(resolved, index, 'fieldName')), undefined);
      }),
      { numRuns: 2000 },
    );
  });

  test('are refused where they are meant to be', () => {
    fc.assert(
      fc.property(fields, (field) => {
        const resolved = resolveField(field);
        for (const { value } of invalidSamples('member', resolved)) {
          // YAML may say a long or a decimal as a number; on the wire they are text.
          if (typeof value === 'number' && /^(long|decimal)$/.test(resolved.type)) continue;
          assert.notEqual(validateValue(resolved, value), undefined, JSON.stringify(value));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('are refused for their member, and not while the body is read', () => {
    for (const type of ['integer', 'number'] as const) {
      const field = resolveField({ type, minimum: Number.MIN_SAFE_INTEGER });
      for (const { value } of invalidSamples('member', field)) {
        assert.ok(!Number.isInteger(value) || Number.isSafeInteger(value), String(value));
      }
    }
  });

  for (const field of [
    { type: 'string', maxLength: 2 },
    { type: 'string', pattern: '^[A-Z]{2}-[0-9]{6}$', example: 'XY-000003' },
    { type: 'integer', minimum: 1 },
    { type: 'decimal', scale: 2, minimum: '0.01' },
    { type: 'email' },
    { type: 'date-time' },
  ] as const satisfies readonly Field[]) {
    test(`differ from one another: ${JSON.stringify(field)}`, () => {
      const resolved = resolveField(field);
      const values = Array.from({ length: 60 }, (_, index) => sampleOf(resolved, index, 'name'));
      assert.equal(new Set(values).size, 60);
    });
  }
});

test('numbers that are wanted besides the ordinary ones are near zero, where the range allows it', () => {
  const cases: readonly (readonly [Field, readonly unknown[]])[] = [
    [{ type: 'decimal', scale: 0, maximum: 0, multipleOf: 2 }, ['0', '-2', '-4', '-6']],
    [{ type: 'integer', minimum: -1000, maximum: 1 }, [1, 0, -1, -2]],
  ];
  for (const [field, expected] of cases) {
    assert.deepEqual(samplesOf(resolveField(field), 'x', 4).slice(0, 4), expected);
  }
});
