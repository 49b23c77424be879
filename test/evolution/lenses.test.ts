import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import {
  divisionsOf,
  isSame,
  joined,
  joinedToEnd,
  numberOf,
  wholeOf,
} from '../../templates/src/runtime/versioning/converters.ts';
import { composeVersion } from '../../src/evolution/compose/chain.ts';
import { choices, pieces, valuesOf, versionsOf, type Piece } from './pieces.ts';
import {
  composedVersions,
  down,
  evolving,
  newestOrder,
  put,
  resourceOf,
  up,
  type Values,
} from './support.ts';

const known = (version: ReturnType<typeof composedVersions>[number] | undefined) => {
  if (version === undefined) throw new Error('no version');
  return version;
};

function oldest(chosen: readonly Piece[]) {
  const { versions, steps } = versionsOf(chosen);
  const all = composedVersions(versions, steps);
  return { all, thing: resourceOf(known(all[0]), 'thing') };
}

describe('operations in both directions', () => {
  for (const piece of pieces) {
    it(`${piece.name}: what is sent comes back, unless it is lost`, () => {
      const { thing } = oldest([piece]);
      fc.assert(
        fc.property(piece.older, (older) => {
          const back = down(thing, up(thing, { ...older }));
          if (piece.isLossless) assert.deepEqual(back, older);
          assert.deepEqual(down(thing, up(thing, back)), back);
        }),
      );
    });

    it(`${piece.name}: what is sent as it was shown changes nothing`, () => {
      const { thing } = oldest([piece]);
      fc.assert(
        fc.property(piece.newest, (newest) => {
          assert.deepEqual(put(thing, down(thing, { ...newest }), { ...newest }), newest);
        }),
      );
    });

    it(`${piece.name}: clients find what their version always has`, () => {
      const { thing } = oldest([piece]);
      const always = Object.entries(piece.fields[0])
        .filter(([, field]) => ['required', 'nullable', 'default'].some((key) => key in field))
        .map(([name]) => name);
      fc.assert(
        fc.property(piece.newest, (newest) => {
          const shown = down(thing, { ...newest });
          for (const name of always) assert.notEqual(shown[name], undefined, name);
        }),
      );
    });

    it(`${piece.name}: a change is what is shown then, and nothing else changes`, () => {
      const { thing } = oldest([piece]);
      fc.assert(
        fc.property(piece.newest, piece.older, (newest, older) => {
          const next = put(thing, { ...older }, { ...newest });
          if (piece.isLossless) assert.deepEqual(down(thing, next), older);
        }),
      );
    });
  }

  it('all of that holds for any of them together, in any order', () => {
    const cases = choices.chain((chosen) =>
      fc.tuple(fc.constant(chosen), valuesOf(chosen, 'older'), valuesOf(chosen, 'newest')),
    );
    fc.assert(
      fc.property(cases, ([chosen, older, newest]) => {
        const { thing } = oldest(chosen);
        assert.deepEqual(put(thing, down(thing, newest), newest), newest);
        if (!chosen.every(({ isLossless }) => isLossless)) return;
        assert.deepEqual(down(thing, up(thing, older)), older);
        assert.deepEqual(down(thing, put(thing, older, newest)), older);
      }),
      { numRuns: 40 },
    );
  });

  it('one expression for all steps says what the steps say one after the other', () => {
    const cases = choices.chain((chosen) =>
      fc.tuple(fc.constant(chosen), valuesOf(chosen, 'older'), valuesOf(chosen, 'newest')),
    );
    fc.assert(
      fc.property(cases, ([chosen, older, newest]) => {
        const { all, thing } = oldest(chosen);
        const steps = known(all[0]).steps;
        const alone = steps.map((step) => resourceOf(composeVersion('1', [step]), 'thing'));
        const stepwise = alone.reduceRight<Values>((values, step) => down(step, values), newest);
        assert.deepEqual(down(thing, newest), stepwise);
        const climbed = alone.reduce<Values>((values, step) => up(step, values), older);
        assert.deepEqual(up(thing, older), climbed);
      }),
      { numRuns: 40 },
    );
  });
});

describe('what JSON does not tell apart', () => {
  const fields = [
    { level: { type: 'integer', required: true } },
    { level: { type: 'number', required: true } },
    { level: { type: 'number', required: true } },
  ] as const;
  const { thing } = oldest([
    {
      name: 'an integer that may have a fraction now',
      fields,
      steps: [[{ retype: { field: 'level', by: 'integer-to-number' } }], []],
      older: fc.constant({ level: 0 }),
      newest: fc.constant({ level: -0.009 }),
      isLossless: true,
    },
  ]);

  it('a small negative number that is shown as 0 is kept when 0 is sent', () => {
    const newest = { level: -0.009 };
    const sent = JSON.parse(JSON.stringify(down(thing, newest))) as Values;
    assert.deepEqual(put(thing, sent, newest), newest);
  });

  it('the code of services does the same', () => {
    const shown = wholeOf(-0.009);
    assert.ok(Object.is(shown, 0));
    assert.ok(Object.is(numberOf('-0.00'), 0));
    assert.ok(isSame(JSON.parse('-0'), 0));
  });
});

describe('a filter by a text that is now kept in parts', () => {
  const text = fc.stringMatching(/^[ab ]{0,4}$/);
  const parts = [fc.oneof(text, fc.constant(null)), text, text] as const;

  it('finds every row that is shown with it, and no other', () => {
    fc.assert(
      fc.property(fc.tuple(...parts), fc.tuple(...parts), fc.boolean(), (row, other, isTrimmed) => {
        const shown = isTrimmed ? joinedToEnd : joined;
        const missing = [null, '', isTrimmed ? '' : null] as const;
        const found = divisionsOf(shown(' ', ...row) ?? '', ' ', missing);
        const has = (wanted: readonly unknown[]) =>
          found.some((each) => isDeepStrictEqual(each, wanted));
        assert.ok(has(row), `${JSON.stringify(row)} is not among ${JSON.stringify(found)}`);
        assert.equal(has(other), shown(' ', ...other) === shown(' ', ...row));
      }),
      {
        numRuns: 2000,
        // A part that is missing does not make a text of empty parts go.
        examples: [[[null, '', ''], ['', '', ''], true]],
      },
    );
  });
});

describe('a service whose interface changed three times', () => {
  const [first] = composedVersions(evolving.versions, evolving.steps);
  const order = resourceOf(known(first), 'order');
  const newest: Values = {
    ...newestOrder,
    parcels: [
      { barcode: 'P1', weight: '0.750', isFragile: true },
      { barcode: 'P2', weight: '1.000' },
    ],
    status: 'called-off',
  };

  it('is shown to clients of the first version by one expression for each member', () => {
    assert.deepEqual(down(order, newest), {
      id: newest['id'],
      createdAt: newest['createdAt'],
      updatedAt: newest['updatedAt'],
      revision: 3,
      reference: 'AC-000017',
      customerName: 'Ada Lovelace',
      email: 'ada@example.com',
      total: 129.9,
      channel: 'web',
      urgency: 'high',
      street: '1 Analytical Way',
      city: 'London',
      giftText: 'With love',
      note: '',
      dueAt: '2026-05-01T12:00:00.000Z',
      parcels: [
        { code: 'P1', weight: 0.75 },
        { code: 'P2', weight: 1 },
      ],
      status: 'cancelled',
    });
  });

  it('keeps what they cannot say when they change something else', () => {
    const shown = down(order, newest);
    const parcels = [{ code: 'P3', weight: 2 }, ...(shown['parcels'] as object[])];
    const next = put(order, { ...shown, total: 10, city: 'Paris', parcels }, newest);
    assert.deepEqual(next, {
      ...newest,
      total: '10.00',
      address: '1 Analytical Way, Paris',
      parcels: [{ barcode: 'P3', weight: '2.000' }, ...(newest['parcels'] as object[])],
    });
  });
});
