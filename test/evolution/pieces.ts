import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** One field, or some that belong together, in three versions, and what its older values are. */
export interface Piece {
  readonly name: string;
  readonly fields: readonly [older: object, middle: object, newest: object];
  readonly steps: readonly [readonly object[], readonly object[]];
  /** Of the oldest version. */
  readonly older: Arbitrary<object>;
  readonly newest: Arbitrary<object>;
  /** Whether what is sent comes back. */
  readonly isLossless: boolean;
}

const record = <T>(model: { [K in keyof T]: Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
const amount = { type: 'number', minimum: -99_999.99, maximum: 99_999.99, required: true };
const decimal = { type: 'decimal', precision: 7, scale: 2, required: true };
const optional = <T>(value: Arbitrary<T>, name: string) =>
  fc.oneof(
    fc.constant({}),
    value.map((each) => ({ [name]: each })),
  );

/** Every operation in one direction or the other, alone and behind another. */
export const pieces: readonly Piece[] = [
  {
    name: 'renamed twice',
    fields: [
      { alpha: { type: 'string' } },
      { beta: { type: 'string' } },
      { gamma: { type: 'string' } },
    ],
    steps: [
      [{ rename: { from: 'alpha', to: 'beta' } }],
      [{ rename: { from: 'beta', to: 'gamma' } }],
    ],
    older: optional(word, 'alpha'),
    newest: optional(word, 'gamma'),
    isLossless: true,
  },
  {
    name: 'retyped and renamed',
    fields: [{ price: amount }, { price: decimal }, { cost: decimal }],
    steps: [
      [{ retype: { field: 'price', by: 'number-to-decimal' } }],
      [{ rename: { from: 'price', to: 'cost' } }],
    ],
    older: cents.map((each) => ({ price: each / 100 })),
    newest: cents.map((each) => ({ cost: (each / 100).toFixed(2).replace(/^-(?=0\.00$)/, '') })),
    isLossless: true,
  },
  {
    name: 'there and back',
    fields: [
      { size: { type: 'integer', required: true } },
      { size: { type: 'string', required: true } },
      { size: { type: 'integer', required: true } },
    ],
    steps: [
      [{ retype: { field: 'size', by: 'integer-to-string' } }],
      [{ retype: { field: 'size', by: 'string-to-integer' } }],
    ],
    older: fc.integer().map((size) => ({ size })),
    newest: fc.integer().map((size) => ({ size })),
    isLossless: true,
  },
  {
    name: 'split, and a part of it moved',
    fields: [
      { who: { type: 'string', required: true } },
      { given: { type: 'string', required: true }, family: { type: 'string', required: true } },
      {
        given: { type: 'string', required: true },
        person: {
          type: 'object',
          required: true,
          fields: { family: { type: 'string', required: true }, title: { type: 'string' } },
        },
      },
    ],
    steps: [
      [{ split: { field: 'who', into: ['given', 'family'], separator: ' ' } }],
      [{ move: { from: 'family', to: 'person.family' } }, { add: { field: 'person.title' } }],
    ],
    // Some people have one name.
    older: fc.oneof(
      fc.tuple(word, word).map(([a, b]) => ({ who: `${a} ${b}` })),
      word.map((who) => ({ who })),
    ),
    newest: fc
      .tuple(word, word, optional(word, 'title'))
      .map(([given, family, more]) => ({ given, person: { family, ...more } })),
    isLossless: true,
  },
  {
    name: 'split into parts that may be missing',
    fields: [
      { plate: { type: 'string' } },
      { maker: { type: 'string' }, model: { type: 'string' }, year: { type: 'string' } },
      { maker: { type: 'string' }, model: { type: 'string' }, built: { type: 'string' } },
    ],
    steps: [
      [{ split: { field: 'plate', into: ['maker', 'model', 'year'], separator: '/' } }],
      [{ rename: { from: 'year', to: 'built' } }],
    ],
    older: optional(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join('/')),
      'plate',
    ),
    newest: fc
      .tuple(optional(word, 'maker'), optional(word, 'model'), optional(word, 'built'))
      .map(([maker, model, built]) => ({ ...maker, ...model, ...built })),
    isLossless: true,
  },
  {
    name: 'merged',
    fields: [
      { street: { type: 'string', required: true }, town: { type: 'string', required: true } },
      { street: { type: 'string', required: true }, town: { type: 'string', required: true } },
      { place: { type: 'string', required: true } },
    ],
    steps: [[], [{ merge: { fields: ['street', 'town'], into: 'place', separator: ', ' } }]],
    older: record({ street: word, town: word }),
    newest: fc.tuple(word, word).map((parts) => ({ place: parts.join(', ') })),
    isLossless: true,
  },
  {
    name: 'values by other names, then with one more',
    fields: [
      { mood: { type: 'enum', values: ['good', 'bad'], required: true } },
      { mood: { type: 'enum', values: ['happy', 'sad'], required: true } },
      { mood: { type: 'enum', values: ['happy', 'sad', 'calm'], required: true } },
    ],
    steps: [
      [{ map: { field: 'mood', values: { good: 'happy', bad: 'sad' } } }],
      [{ map: { field: 'mood', values: { happy: 'happy' }, others: 'happy' } }],
    ],
    older: record({ mood: fc.constantFrom('good', 'bad') }),
    newest: record({ mood: fc.constantFrom('happy', 'sad', 'calm') }),
    isLossless: true,
  },
  {
    name: 'values that are words of the language',
    fields: [
      {
        manner: { type: 'enum', values: ['constructor', 'toString', '__proto__'], required: true },
      },
      { manner: { type: 'enum', values: ['prototype', 'toString', '__proto__'], required: true } },
      { manner: { type: 'enum', values: ['prototype', 'valueOf', 'calm'], required: true } },
    ],
    steps: [
      [{ map: { field: 'manner', values: { constructor: 'prototype' } } }],
      [{ map: { field: 'manner', values: { toString: 'valueOf', ['__proto__']: 'calm' } } }],
    ],
    older: record({ manner: fc.constantFrom('constructor', 'toString', '__proto__') }),
    newest: record({ manner: fc.constantFrom('prototype', 'valueOf', 'calm') }),
    isLossless: true,
  },
  {
    name: 'several values become one',
    fields: [
      { level: { type: 'enum', values: ['low', 'mid', 'high'], required: true } },
      { level: { type: 'enum', values: ['mid', 'high'], required: true } },
      { level: { type: 'enum', values: ['mid', 'high'], required: true } },
    ],
    steps: [[{ map: { field: 'level', values: { low: 'mid' } } }], []],
    older: record({ level: fc.constantFrom('low', 'mid', 'high') }),
    newest: record({ level: fc.constantFrom('mid', 'high') }),
    isLossless: false,
  },
  {
    name: 'a truth becomes a word',
    fields: [
      { open: { type: 'boolean', required: true } },
      { open: { type: 'enum', values: ['no', 'yes', 'partly'], required: true } },
      { access: { type: 'enum', values: ['no', 'yes', 'partly'], required: true } },
    ],
    steps: [
      [{ retype: { field: 'open', by: 'boolean-to-enum', values: ['no', 'yes'] } }],
      [{ rename: { from: 'open', to: 'access' } }],
    ],
    older: record({ open: fc.boolean() }),
    newest: record({ access: fc.constantFrom('no', 'yes', 'partly') }),
    isLossless: true,
  },
  {
    name: 'a word becomes a truth',
    fields: [
      { sealed: { type: 'enum', values: ["it's not", 'is'], required: true } },
      { sealed: { type: 'boolean', required: true } },
      { isSealed: { type: 'boolean', required: true } },
    ],
    steps: [
      [{ retype: { field: 'sealed', by: 'enum-to-boolean', values: ["it's not", 'is'] } }],
      [{ rename: { from: 'sealed', to: 'isSealed' } }],
    ],
    older: record({ sealed: fc.constantFrom("it's not", 'is') }),
    newest: record({ isSealed: fc.boolean() }),
    isLossless: true,
  },
  {
    name: 'added and then renamed',
    fields: [
      {},
      { currency: { type: 'string', required: true } },
      { unit: { type: 'string', required: true } },
    ],
    steps: [
      [{ add: { field: 'currency', fill: 'EUR' } }],
      [{ rename: { from: 'currency', to: 'unit' } }],
    ],
    older: fc.constant({}),
    newest: word.map((unit) => ({ unit })),
    isLossless: true,
  },
  {
    name: 'removed',
    fields: [{ channel: { type: 'string', required: true } }, {}, {}],
    steps: [[{ remove: { field: 'channel', value: 'web' } }], []],
    older: word.map((channel) => ({ channel })),
    newest: fc.constant({}),
    isLossless: false,
  },
  {
    name: 'needed, and no longer needed',
    fields: [
      { due: { type: 'date' } },
      { due: { type: 'date', required: true } },
      { due: { type: 'date', nullable: true } },
    ],
    steps: [
      [{ require: { field: 'due', fill: '2030-01-01' } }],
      [{ nullable: { field: 'due', value: '2031-01-01' } }],
    ],
    older: optional(fc.constantFrom('2026-01-01', '2026-02-01'), 'due'),
    newest: record({ due: fc.constantFrom('2026-01-01', '2026-02-01', null) }),
    isLossless: false,
  },
  {
    name: 'another default',
    fields: [
      { rank: { type: 'integer', default: 1 } },
      { rank: { type: 'integer', default: 2 } },
      { rank: { type: 'integer', default: 3 } },
    ],
    steps: [[{ default: { field: 'rank', was: 1 } }], [{ default: { field: 'rank', was: 2 } }]],
    older: fc.integer().map((rank) => ({ rank })),
    newest: fc.integer().map((rank) => ({ rank })),
    isLossless: true,
  },
  {
    name: 'a default that goes',
    fields: [
      { rank: { type: 'integer', default: 1 } },
      { rank: { type: 'integer' } },
      { rank: { type: 'integer' } },
    ],
    steps: [[{ default: { field: 'rank', was: 1 } }], []],
    older: fc.integer().map((rank) => ({ rank })),
    newest: optional(fc.integer(), 'rank'),
    isLossless: false,
  },
  {
    name: 'a day becomes an instant',
    fields: [
      { on: { type: 'date', required: true } },
      { on: { type: 'date-time', required: true } },
      { at: { type: 'date-time', required: true } },
    ],
    steps: [
      [{ retype: { field: 'on', by: 'date-to-date-time' } }],
      [{ rename: { from: 'on', to: 'at' } }],
    ],
    older: record({ on: fc.constantFrom('2026-01-01', '1999-12-31') }),
    newest: record({
      at: fc.constantFrom('2026-01-01T10:00:00.000Z', '1999-12-31T23:59:59.999Z'),
    }),
    isLossless: true,
  },
  {
    name: 'items of a list',
    fields: [
      {
        lines: list({
          sku: { type: 'string', required: true },
          qty: { type: 'integer', required: true },
        }),
      },
      {
        lines: list({
          code: { type: 'string', required: true },
          qty: { type: 'long', required: true },
        }),
      },
      {
        rows: list({
          code: { type: 'string', required: true },
          qty: { type: 'long', required: true },
          note: { type: 'string' },
        }),
      },
    ],
    steps: [
      [
        { rename: { from: 'lines[].sku', to: 'lines[].code' } },
        { retype: { field: 'lines[].qty', by: 'integer-to-long' } },
      ],
      [{ rename: { from: 'lines', to: 'rows' } }, { add: { field: 'rows[].note' } }],
    ],
    older: optional(fc.array(record({ sku: word, qty: fc.nat() }), { maxLength: 4 }), 'lines'),
    newest: optional(
      fc.array(
        fc
          .tuple(word, fc.nat(), optional(word, 'note'))
          .map(([code, qty, more]) => ({ code, qty: String(qty), ...more })),
        { maxLength: 4 },
      ),
      'rows',
    ),
    isLossless: true,
  },
  {
    name: 'words in a list',
    fields: [tags('red', 'blue'), tags('rouge', 'bleu'), tags('rouge', 'bleu')],
    steps: [[{ map: { field: 'tags[]', values: { red: 'rouge', blue: 'bleu' } } }], []],
    older: optional(fc.array(fc.constantFrom('red', 'blue'), { maxLength: 4 }), 'tags'),
    newest: optional(fc.array(fc.constantFrom('rouge', 'bleu'), { maxLength: 4 }), 'tags'),
    isLossless: true,
  },
  {
    name: 'out of an object that is gone',
    fields: [
      {
        box: {
          type: 'object',
          fields: { width: { type: 'integer' }, height: { type: 'integer' } },
        },
      },
      { width: { type: 'integer' }, height: { type: 'integer' } },
      { width: { type: 'integer' }, height: { type: 'number' } },
    ],
    steps: [
      [
        { move: { from: 'box.width', to: 'width' } },
        { move: { from: 'box.height', to: 'height' } },
      ],
      [{ retype: { field: 'height', by: 'integer-to-number' } }],
    ],
    older: optional(record({ width: fc.nat(), height: fc.nat() }), 'box'),
    newest: fc
      .tuple(
        optional(fc.nat(), 'width'),
        optional(
          fc.nat().map((each) => each + 0.25),
          'height',
        ),
      )
      .map(([a, b]) => ({ ...a, ...b })),
    isLossless: true,
  },
  {
    name: 'null in objects, which some members may not be any more',
    fields: [
      {
        card: object({
          text: { type: 'string', nullable: true },
          font: { type: 'string', nullable: true },
          size: { type: 'integer', nullable: true },
          ink: { type: 'string', nullable: true },
        }),
      },
      {
        card: object({
          words: { type: 'string' },
          font: { type: 'string', required: true },
          size: { type: 'number', nullable: true },
          ink: { type: 'string', nullable: true },
        }),
      },
      {
        card: object({
          words: { type: 'string' },
          font: { type: 'string', required: true },
          size: { type: 'number', nullable: true },
          ink: { type: 'string' },
        }),
      },
    ],
    steps: [
      [
        { rename: { from: 'card.text', to: 'card.words' } },
        { require: { field: 'card.font', fill: 'plain' } },
        { retype: { field: 'card.size', by: 'integer-to-number' } },
      ],
      [],
    ],
    older: optional(
      fc
        .tuple(
          optional(orNull(word), 'text'),
          optional(orNull(word), 'font'),
          optional(orNull(fc.integer()), 'size'),
          orNull(word).map((ink) => ({ ink })),
        )
        .map((parts) => Object.assign({}, ...parts) as object),
      'card',
    ),
    newest: optional(
      fc
        .tuple(
          optional(word, 'words'),
          word.map((font) => ({ font })),
          optional(orNull(fc.integer()), 'size'),
          optional(word, 'ink'),
        )
        .map((parts) => Object.assign({}, ...parts) as object),
      'card',
    ),
    isLossless: false,
  },
  {
    name: 'moved out of an object that may be missing',
    fields: [
      { house: object({ door: { type: 'string' }, roof: { type: 'string' } }) },
      { house: object({ roof: { type: 'string' } }), door: { type: 'string' } },
      { house: object({ roof: { type: 'string' } }), gate: { type: 'string' } },
    ],
    steps: [
      [{ move: { from: 'house.door', to: 'door' } }],
      [{ rename: { from: 'door', to: 'gate' } }],
    ],
    older: optional(fc.tuple(optional(word, 'door'), optional(word, 'roof')).map(united), 'house'),
    newest: fc.tuple(optional(optional(word, 'roof'), 'house'), optional(word, 'gate')).map(united),
    isLossless: true,
  },
  {
    name: 'moved into an object that may be missing',
    fields: [
      { hall: object({ lamp: { type: 'string' } }), bell: { type: 'string' } },
      { hall: object({ lamp: { type: 'string' }, bell: { type: 'string' } }) },
      { hall: object({ lamp: { type: 'string' }, bell: { type: 'string' } }) },
    ],
    steps: [[{ move: { from: 'bell', to: 'hall.bell' } }], []],
    // An empty object beside what moves into it is not told from none.
    older: fc
      .tuple(
        optional(
          word.map((lamp) => ({ lamp })),
          'hall',
        ),
        optional(word, 'bell'),
      )
      .map(united),
    newest: optional(fc.tuple(optional(word, 'lamp'), optional(word, 'bell')).map(united), 'hall'),
    isLossless: true,
  },
];

function orNull<T>(value: Arbitrary<T>): Arbitrary<T | null> {
  return fc.oneof(value, fc.constant(null));
}

function united([one, other]: readonly [object, object]): object {
  return { ...one, ...other };
}

function object(fields: object): object {
  return { type: 'object', fields };
}

function list(fields: object): object {
  return { type: 'array', items: { type: 'object', fields } };
}

function tags(...values: string[]): object {
  return { tags: { type: 'array', items: { type: 'enum', values } } };
}

/** A service of some of the pieces in three versions. */
export function versionsOf(chosen: readonly Piece[]) {
  const version = (index: 0 | 1 | 2) => ({
    service: { name: 'pieces' },
    resources: {
      thing: {
        fields: Object.assign(
          { label: { type: 'string' } },
          ...chosen.map(({ fields }) => fields[index]),
        ) as object,
      },
    },
    versioning: {
      versions: Object.fromEntries(
        Array.from({ length: index + 1 }, (_, each) => [
          String(each + 1),
          {
            released: `20${String(20 + each)}-01-01`,
            ...(each < index ? { maintained: `20${String(21 + each)}-01-01` } : {}),
          },
        ]),
      ),
    },
  });
  const step = (index: 0 | 1) => ({
    from: String(index + 1),
    to: String(index + 2),
    resources: { thing: { operations: chosen.flatMap(({ steps }) => steps[index]) } },
  });
  return { versions: [version(0), version(1), version(2)], steps: [step(0), step(1)] };
}

/** Some of the pieces, in any order. */
export const choices = fc.shuffledSubarray([...pieces], { minLength: 1 });

/** Values of all of them at once. */
export function valuesOf(
  chosen: readonly Piece[],
  which: 'older' | 'newest',
): Arbitrary<Record<string, unknown>> {
  return fc
    .tuple(...chosen.map((piece) => piece[which]))
    .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
}
