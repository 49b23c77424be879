import * as fc from 'fast-check';

/** How a field changes from one specification to the next, and what its values are afterwards. */
export interface Change {
  readonly title: string;
  /** Keys of the field, as YAML; absent: it is new. */
  readonly before?: string;
  /** Absent: it is gone. */
  readonly after?: string;
  /** It has another name afterwards, and says so. */
  readonly isRenamed?: boolean;
  /** By the last word of the place of a question. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** What the row of a number has, as clients send it; undefined: nothing. */
  readonly value: fc.Arbitrary<((row: number) => unknown) | undefined>;
  /** What clients see then. */
  carried(value: unknown): unknown;
  /** True of what clients see then, and could not send any more; absent: there is nothing such. */
  isLegacy?(value: unknown): boolean;
}

type Values = fc.Arbitrary<unknown>;

const words: Values = fc.constantFrom('', 'a', 'zwei', '3', "o'clock", 'Ω 🙂', 'null', ' x ');
const integers: Values = fc.constantFrom(-7, 0, 1, 42, 999_999);
const longs: Values = fc.constantFrom('-7', '0', '9007199254740993', '-9223372036854775808');
const numbers: Values = fc.constantFrom(-0.5, 0, 1.25, 1e10);
const decimals: Values = fc.constantFrom('-1.500', '0.000', '12.345', '999999.999');
const booleans: Values = fc.boolean();
const dates: Values = fc.constantFrom('2024-02-29', '1999-12-31');
const instants: Values = fc.constantFrom('2024-02-29T10:00:00.000Z', '1999-12-31T23:59:59.999Z');
const letters: Values = fc.constantFrom('a', 'b', 'c');
const free: Values = fc.constantFrom(1, 'x', true, { a: [1, null] }, []);
const lists: Values = fc.constantFrom([], [1], [3, 2, 1]);

const given = (values: Values) => values.map((value) => () => value);
/** Some rows have none. */
const some = (values: Values): Change['value'] => fc.option(given(values), { nil: undefined });
const nothing: Change['value'] = fc.constant(undefined);

const same = (value: unknown) => value;
const orElse = (other: unknown) => (value: unknown) => value ?? other;
/** Of those that have a value. */
const made = (make: (value: never) => unknown) => (value: unknown) =>
  value === undefined ? undefined : make(value as never);

const types: readonly (readonly [
  keys: string,
  values: Values,
  filling: string,
  filled: unknown,
])[] = [
  ['type: string', words, 'x', 'x'],
  ['type: integer', integers, '3', 3],
  ['type: long', longs, '"12"', '12'],
  ['type: number', numbers, '2.5', 2.5],
  ['type: decimal, precision: 9, scale: 3', decimals, '"1.250"', '1.250'],
  ['type: boolean', booleans, 'true', true],
  ['type: date', dates, '2030-01-01', '2030-01-01'],
  ['type: date-time', instants, '2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
  ['type: enum, values: [a, b, c]', letters, 'b', 'b'],
  ['type: json', free, '{ b: 1 }', { b: 1 }],
  ['type: array, items: { type: integer }', lists, '[4]', [4]],
];

const ofEachType = types.flatMap(([keys, values, filling, filled]): Change[] => [
  { title: `${keys} stays`, before: keys, after: keys, value: some(values), carried: same },
  { title: `${keys} goes`, before: keys, value: some(values), carried: same },
  { title: `${keys} comes`, after: keys, value: nothing, carried: same },
  {
    title: `${keys} is renamed`,
    before: keys,
    after: keys,
    isRenamed: true,
    value: some(values),
    carried: same,
  },
  {
    title: `${keys} comes with a default`,
    after: `${keys}, default: ${filling}`,
    value: nothing,
    carried: () => filled,
  },
  {
    title: `${keys} comes and is required`,
    after: `${keys}, required: true`,
    answers: { fill: filled },
    value: nothing,
    carried: () => filled,
  },
  {
    title: `${keys} is required from now on`,
    before: keys,
    after: `${keys}, required: true`,
    answers: { fill: filled },
    value: some(values),
    carried: orElse(filled),
  },
  {
    title: `${keys} gets a default`,
    before: keys,
    after: `${keys}, default: ${filling}`,
    value: some(values),
    carried: orElse(filled),
  },
  {
    title: `${keys} loses its default`,
    before: `${keys}, default: ${filling}`,
    after: keys,
    value: some(values),
    carried: orElse(filled),
  },
  {
    title: `${keys} may be null from now on`,
    before: keys,
    after: `${keys}, nullable: true`,
    value: some(values),
    carried: orElse(null),
  },
  {
    title: `${keys} may not be null any more`,
    before: `${keys}, nullable: true`,
    after: `${keys}, required: true`,
    answers: { fill: filled },
    value: some(values),
    carried: orElse(filled),
  },
]);

/** From one type to another, by a rule of the library. */
const retyped = (
  [
    ['integer', 'long', integers, String],
    ['integer', 'number', integers, same],
    ['integer', 'string', integers, String],
    ['integer', 'decimal, precision: 12, scale: 2', integers, (value: number) => value.toFixed(2)],
    ['long', 'string', longs, same],
    ['decimal, precision: 9, scale: 3', 'string', decimals, same],
    [
      'decimal, precision: 9, scale: 3',
      'decimal, precision: 12, scale: 5',
      decimals,
      (value: string) => `${value}00`,
    ],
    ['boolean', 'string', booleans, String],
    ['date', 'date-time', dates, (value: string) => `${value}T00:00:00.000Z`],
    ['date', 'string', dates, same],
    ['date-time', 'string', instants, same],
    ['string', 'integer', fc.constantFrom('7', '-12', '0'), Number],
    ['string', 'long', fc.constantFrom('7', '9007199254740993'), same],
    ['string', 'boolean', fc.constantFrom('true', 'false'), (value: string) => value === 'true'],
    ['string', 'date', dates, same],
    ['string', 'date-time', instants, same],
    ['enum, values: [a, b, c]', 'string', letters, same],
    ['string', 'enum, values: [a, b, c]', letters, same],
    ['string', 'text', words, same],
  ] as readonly (readonly [string, string, Values, (value: never) => unknown])[]
).map(([from, to, values, convert]): Change => ({
  title: `${from} becomes ${to}`,
  before: `type: ${from}`,
  after: `type: ${to}`,
  value: some(values),
  carried: made(convert),
}));

const others: readonly Change[] = [
  {
    title: 'a value of an enumeration goes',
    before: 'type: enum, values: [a, b, c]',
    after: 'type: enum, values: [b, a]',
    answers: { 'removed.c': 'a' },
    value: some(letters),
    carried: (value) => (value === 'c' ? 'a' : value),
  },
  {
    title: 'a text becomes unique',
    before: 'type: string',
    after: 'type: string, unique: true',
    value: fc.constant((row) => `text ${String(row)}`),
    carried: same,
  },
  {
    title: 'a text is unique no more',
    before: 'type: string, unique: true',
    after: 'type: string',
    value: fc.constant((row) => `text ${String(row)}`),
    carried: same,
  },
  {
    title: 'bounds of a number become narrower, and rows are within',
    before: 'type: integer',
    after: 'type: integer, minimum: -10, maximum: 999999',
    value: some(integers),
    carried: same,
  },
  {
    title: 'a text becomes shorter, and rows are short',
    before: 'type: string, maxLength: 100',
    after: 'type: string, maxLength: 10',
    value: some(words),
    carried: same,
  },
];

/** What requests may send becomes less, and rows have more than that: they keep it. */
const narrowed: readonly Change[] = (
  [
    ['string', 'maxLength: 2', words, (value: string) => [...value].length > 2],
    ['text', 'minLength: 2', words, (value: string) => [...value].length < 2],
    ['string', 'pattern: "^[a-z]+$"', words, (value: string) => !/^[a-z]+$/.test(value)],
    ['integer', 'minimum: 0, maximum: 42', integers, (value: number) => value < 0 || value > 42],
    ['integer', 'enum: [0, 1]', integers, (value: number) => value !== 0 && value !== 1],
    ['long', 'exclusiveMinimum: "0"', longs, (value: string) => BigInt(value) <= 0n],
    ['number', 'multipleOf: 0.5', numbers, (value: number) => value % 0.5 !== 0],
    [
      'decimal, precision: 9, scale: 3',
      'maximum: "12.344"',
      decimals,
      (value: string) => Number(value) > 12.344,
    ],
    ['json', 'maxLength: 4', free, (value: unknown) => JSON.stringify(value).length > 4],
    [
      'array, items: { type: integer }',
      'minItems: 1, maxItems: 2',
      lists,
      (value: unknown[]) => value.length === 0 || value.length > 2,
    ],
  ] as readonly (readonly [string, string, Values, (value: never) => boolean])[]
).map(([type, keys, values, isBeyond]) => ({
  title: `${type} gets ${keys}, and rows are beyond`,
  before: `type: ${type}`,
  after: `type: ${type}, ${keys}`,
  value: some(values),
  carried: same,
  isLegacy: (value) => value !== undefined && isBeyond(value as never),
}));

const keptValue: Change = {
  title: 'a value of an enumeration goes, and rows keep it',
  before: 'type: enum, values: [a, b, c]',
  after: 'type: enum, values: [b, a]',
  answers: { 'removed.c': 'c' },
  value: some(letters),
  carried: same,
  isLegacy: (value) => value === 'c',
};

export const changes: readonly Change[] = [
  ...ofEachType,
  ...retyped,
  ...others,
  ...narrowed,
  keptValue,
];
