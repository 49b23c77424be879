import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drafted, fieldsOf } from './support.ts';

describe('what is drafted of fields', () => {
  const text = { type: 'string', maxLength: 60 };
  const cases: readonly (readonly [
    what: string,
    older: object,
    newer: object,
    answers: Readonly<Record<string, unknown>>,
    operations: readonly object[],
  ])[] = [
    [
      'an optional one that is gone',
      { a: text, x: text },
      { a: text },
      {},
      [{ remove: { field: 'x' } }],
    ],
    [
      'one with a default that is gone',
      { a: text, x: { type: 'integer', default: 3 } },
      { a: text },
      {},
      [{ remove: { field: 'x', value: 3 } }],
    ],
    [
      'a required one that is gone',
      { a: text, x: { type: 'boolean', required: true } },
      { a: text },
      { 'x.shown': false },
      [{ remove: { field: 'x', value: false } }],
    ],
    [
      'one that a function shows',
      { a: text, x: { type: 'boolean', required: true } },
      { a: text },
      { 'x.shown': { by: 'hook' } },
      [{ remove: { field: 'x', by: 'hook' } }],
    ],
    [
      'a required one that is new',
      { a: text },
      { a: text, x: { type: 'decimal', scale: 2, required: true } },
      { 'x.fill': '1' },
      [{ add: { field: 'x', fill: '1.00' } }],
    ],
    [
      'required now',
      { a: text },
      { a: { ...text, required: true } },
      { 'a.fill': '-' },
      [{ require: { field: 'a', fill: '-' } }],
    ],
    [
      'null now',
      { a: { ...text, required: true } },
      { a: { ...text, required: true, nullable: true } },
      { 'a.shown': '-' },
      [{ nullable: { field: 'a', value: '-' } }],
    ],
    [
      'another default',
      { a: { ...text, default: 'x' } },
      { a: { ...text, default: 'y' } },
      {},
      [{ default: { field: 'a', was: 'x' } }],
    ],
    [
      'another type with a converter',
      { a: { type: 'number' } },
      { a: { type: 'decimal' } },
      {},
      [{ retype: { field: 'a', by: 'number-to-decimal' } }],
    ],
    [
      'another type without one',
      { a: { type: 'date' } },
      { a: { type: 'boolean' } },
      {},
      [{ retype: { field: 'a', by: 'hook' } }],
    ],
    [
      'a flag that has become words',
      { a: { type: 'boolean' } },
      { a: { type: 'enum', values: ['yes', 'no'] } },
      { 'a.values': ['no', 'yes'] },
      [{ retype: { field: 'a', by: 'boolean-to-enum', values: ['no', 'yes'] } }],
    ],
    [
      'a value that is new',
      { a: { type: 'enum', values: ['x', 'y'] } },
      { a: { type: 'enum', values: ['x', 'y', 'z'] } },
      { 'a.others': 'y' },
      [{ map: { field: 'a', values: {}, others: 'y' } }],
    ],
    [
      'renamed and of another type',
      { a: { type: 'number' } },
      { b: { type: 'decimal' } },
      { 'a.became': 'b' },
      [{ rename: { from: 'a', to: 'b' } }, { retype: { field: 'b', by: 'number-to-decimal' } }],
    ],
    [
      'out of an object that is gone',
      { a: text, o: { type: 'object', fields: { p: text, q: text } } },
      { a: text, p: text },
      { 'o.p.became': 'p', 'o.q.became': null },
      [{ move: { from: 'o.p', to: 'p' } }, { remove: { field: 'o.q' } }],
    ],
    [
      'into an object that is renamed at the same time',
      { a: text, o: { type: 'object', fields: { q: { type: 'date' } } } },
      { p: { type: 'object', fields: { q: { type: 'date' }, a: text } } },
      { 'a.became': 'p.a', 'o.became': 'p' },
      [{ rename: { from: 'o', to: 'p' } }, { move: { from: 'a', to: 'p.a' } }],
    ],
    [
      'into a new object, beside what else is new in it',
      { a: text },
      {
        o: {
          type: 'object',
          fields: { a: text, inside: { type: 'object', fields: { x: text, y: text } } },
        },
      },
      { 'a.became': 'o.a' },
      [{ move: { from: 'a', to: 'o.a' } }, { add: { field: 'o.inside' } }],
    ],
    [
      'elsewhere, with other values',
      { a: { type: 'enum', values: ['x', 'y'] } },
      { o: { type: 'object', fields: { a: { type: 'enum', values: ['y', 'z'] } } } },
      { 'a.became': 'o.a', 'o.a.values.x': 'z' },
      [{ move: { from: 'a', to: 'o.a' } }, { map: { field: 'o.a', values: { x: 'z' } } }],
    ],
  ];
  for (const [what, older, newer, given, operations] of cases) {
    it(what, () => {
      const places = Object.entries(given).map(([place, value]) => [
        `resources.order.fields.${place}`,
        value,
      ]);
      const {
        text: written,
        questions,
        issues,
      } = drafted(older, newer, Object.fromEntries(places));
      assert.deepEqual([questions, issues], [[], []]);
      assert.deepEqual(fieldsOf(written), operations);
    });
  }

  it('nothing is given up before it is known what became of it', () => {
    const { text: written, questions } = drafted(
      { a: text, x: text, z: { type: 'integer' } },
      { a: text, y: text },
    );
    assert.deepEqual(
      questions.map(({ place }) => place),
      ['resources.order.fields.x.became'],
    );
    assert.deepEqual(fieldsOf(written), []);
  });

  it('nothing becomes of two things, unless they are texts that are merged', () => {
    const number = { type: 'integer' };
    const { questions } = drafted(
      { x: number, z: number },
      { y: number },
      {
        'resources.order.fields.x.became': 'y',
        'resources.order.fields.z.became': 'y',
      },
    );
    assert.match(questions[0]?.problem ?? '', /"y" is what became of "x"/);
  });

  it('a split is offered between the parts that are named alike, and taken with commas', () => {
    const older = { fullName: text, phone: text };
    const newer = { firstName: text, lastName: text, phoneNumber: text };
    const place = 'resources.order.fields.fullName.became';
    const { questions } = drafted(older, newer, {});
    const asked = questions.find((each) => each.place === place);
    assert.deepEqual(
      asked?.choices.map(({ value }) => value).filter((value) => Array.isArray(value)),
      [
        ['firstName', 'lastName'],
        ['lastName', 'firstName'],
        ['firstName', 'lastName', 'phoneNumber'],
      ],
    );
    const { questions: left } = drafted(older, newer, { [place]: 'firstName, lastName' });
    assert.equal(
      left.some((each) => each.place === place),
      false,
    );
  });

  it('an answer that fits nothing is asked for again, with what is wrong', () => {
    const { questions } = drafted(
      { x: text },
      { y: text },
      { 'resources.order.fields.x.became': 'z' },
    );
    assert.match(questions[0]?.problem ?? '', /"z" is neither null nor one or a list of y/);
  });
});
