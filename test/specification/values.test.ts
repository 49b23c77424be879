import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue, type Field } from '../../src/specification/index.ts';
import { refuses, withField } from './support.ts';

const values: [field: Field, good: unknown[], bad: unknown[]][] = [
  [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd', 5, null, 'a\0']],
  [{ type: 'string', nullable: true }, [null, ''], [undefined]],
  [{ type: 'string', pattern: '^[A-Z]{2}$' }, ['AB'], ['ab', 'ABC']],
  [
    { type: 'string', format: 'hostname' },
    ['www.example.com', 'localhost'],
    ['-a.example', 'a b', ''],
  ],
  [{ type: 'string', enum: ['a'] }, ['a'], ['A', 'b', 1]],
  [{ type: 'text' }, ['x'.repeat(10_000)], ['x'.repeat(10_001)]],
  [{ type: 'integer' }, [0, -5, 2 ** 31 - 1], [2 ** 31, 1.5, '1', NaN]],
  [{ type: 'integer', minimum: 5_000_000_000 }, [5_000_000_001], [2 ** 53, 1]],
  [{ type: 'integer', multipleOf: 3 }, [-9, 0], [10]],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 1 }, [0.1, 1], [0, 1.1, Infinity, '0.5']],
  [{ type: 'number', multipleOf: 0.1 }, [0.3, 1.1, 1e-1], [0.35]],
  [
    { type: 'long' },
    ['9223372036854775807', '-9223372036854775808', 7],
    ['9223372036854775808', '1.0', '01', '-0x1', 2 ** 53, true],
  ],
  [{ type: 'long', exclusiveMaximum: '10' }, ['9', 9], ['10', 10]],
  [
    { type: 'decimal', precision: 4, scale: 2 },
    ['12.34', '12.3', 12, '-99.99', 0.1],
    ['123.45', '1.234', 'x', '1e1', '.5', '01', 100],
  ],
  [{ type: 'decimal', minimum: '0.10', multipleOf: '0.05' }, ['0.10', 0.15], ['0.05', '0.11']],
  [{ type: 'boolean' }, [true, false], ['true', 1, null]],
  [
    { type: 'date' },
    ['2024-02-29', '0001-01-01', '2000-02-29'],
    [
      '2023-02-29',
      '2024-02-30',
      '1900-02-29',
      '2024-13-01',
      '2024-1-1',
      '0000-01-01',
      '2024-00-10',
    ],
  ],
  [
    { type: 'time' },
    ['00:00:00', '23:59:59'],
    ['24:00:00', '23:59:60', '12:00', '12:00:00Z', '12:00:00.5'],
  ],
  [
    { type: 'date-time' },
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.123-05:30', '2026-03-01t12:00:00z'],
    [
      '2026-03-01T12:00:00',
      '2026-02-30T12:00:00Z',
      '2026-03-01 12:00:00Z',
      '2026-03-01T24:00:00Z',
      '2026-03-01T12:00:00+24:00',
      '2026-03-01T12:00:00.1234Z',
      '9999-12-31T23:00:00-05:00',
    ],
  ],
  [
    { type: 'duration' },
    ['PT15M', 'P1Y2M3DT4H5M6S', 'P2W', 'PT1.5S', 'PT0.500S'],
    ['P', 'PT', '15m', 'P1W1D', '-PT1M', 'PT1,5S', 'PT0.0005S', 'PT0.5M'],
  ],
  [
    { type: 'uuid' },
    ['0190163d-8694-739b-aea5-966c26f8ad91', '00000000-0000-0000-0000-000000000000'],
    [
      '0190163d8694739baea5966c26f8ad91',
      'urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91',
      '{0190163d-8694-739b-aea5-966c26f8ad91}',
    ],
  ],
  [
    { type: 'uri', maxLength: 30 },
    ['https://example.com/?q=1#a', 'urn:isbn:0451450523'],
    ['/relative', 'https://a b', `https://${'a'.repeat(30)}`],
  ],
  [{ type: 'email' }, ['a.b+c@example.com'], ['a@', 'a b@example.com', '@example.com']],
  [{ type: 'enum', values: ['a', 'b'] }, ['a'], ['c', '']],
  [
    { type: 'json', maxLength: 14 },
    [{ a: [1, null] }, 'x', 1, []],
    [{ a: 'too long' }, null, Infinity, undefined, { a: NaN }],
  ],
  [
    { type: 'binary', maxLength: 3 },
    ['', 'YQ==', 'YWJj'],
    ['YQ', 'YQ=', 'YR==', 'YWJjZA==', 'Y-_=', 5],
  ],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true },
    [[1], [1, 2]],
    [[], [1, 2, 3], [1, 1], ['1'], 1, [null]],
  ],
  [
    { type: 'array', items: { type: 'decimal', precision: 5, scale: 2 }, uniqueItems: true },
    [['10', '10.01']],
    [['10', '10.00']],
  ],
  [
    {
      type: 'array',
      items: {
        type: 'object',
        fields: { a: { type: 'date', required: true }, b: { type: 'date' } },
      },
      uniqueItems: true,
    },
    [[{ a: '2024-01-01' }]],
    [
      [{}],
      [{ a: 1 }],
      [{ a: '2024-01-01', c: 1 }],
      [
        { a: '2024-01-01', b: '2024-01-01' },
        { b: '2024-01-01', a: '2024-01-01' },
      ],
    ],
  ],
  [
    {
      type: 'object',
      fields: { a: { type: 'string', nullable: true }, c: { type: 'string' } },
    },
    [{}, { a: null }],
    [{ b: 1 }, [], 'x', { a: 1 }],
  ],
];

for (const [field, good, bad] of values) {
  const shown = JSON.stringify(field);
  for (const value of good) {
    test(`${shown} takes ${JSON.stringify(value)?.slice(0, 60)}`, () =>
      assert.equal(checkValue(field, value), undefined));
  }
  for (const value of bad) {
    test(`${shown} refuses ${JSON.stringify(value)?.slice(0, 60)}`, () =>
      assert.equal(typeof checkValue(field, value), 'string'));
  }
}

test('a complaint inside of a list or a group says where', () => {
  const field: Field = {
    type: 'array',
    items: { type: 'object', fields: { a: { type: 'boolean' } } },
  };
  assert.equal(
    checkValue(field, [{ a: true }, { a: 5 }]),
    'item 2: member "a": 5 is neither true nor false',
  );
});

refuses(
  'a default that is no value of the field',
  'value',
  withField('{ type: date, default: ▸2026-02-30 }'),
);
refuses(
  'an example that is no value of the field',
  'value',
  withField('{ type: decimal, scale: 1, example: ▸1.25 }'),
);
refuses(
  'a default and an example',
  ['value', 'value'],
  withField('{ type: enum, values: [a], default: ▸b, example: ▸c }'),
);
refuses(
  'the default of an array',
  'value',
  withField('{ type: array, items: { type: integer }, default: ▸[1, x] }'),
);
refuses(
  'the default of json that is no JSON',
  'value',
  withField('{ type: json, default: ▸[.nan] }'),
);
refuses(
  'the example of a member',
  'value',
  withField('{ type: object, fields: { a: { type: uuid, example: ▸x } } }'),
);
refuses(
  'a pattern, and not the example that it cannot check',
  'pattern',
  withField("{ type: string, pattern: ▸'[', example: x }"),
);
