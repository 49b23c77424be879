import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeService } from '../../src/evolution/index.ts';
import { contractFiles, contractsOf, resolved } from './support.ts';

const text = { type: 'string' };

interface Shape {
  /** Fields of orders, which have no versions. */
  readonly order?: object;
  /** Fields of items, which have. */
  readonly item?: object;
  readonly status?: number;
  /** What items are called. */
  readonly plural?: string;
  readonly representations?: readonly string[];
}

function service(
  { order = {}, item = {}, status = 409, plural = 'items', representations = ['json'] }: Shape,
  labels: readonly number[],
) {
  return {
    service: { name: 'parcel-desk', vendor: 'acme' },
    resources: {
      order: { fields: { name: text, ...order } },
      item: { parent: 'order', plural, fields: { name: text, ...item } },
    },
    endpoints: { representations },
    errors: { codes: { 'credit-exceeded': { status, title: 'Credit limit exceeded' } } },
    versioning: {
      strategy: 'partial',
      resources: ['item'],
      versions: Object.fromEntries(
        labels.map((label) => [label, { released: `202${String(label)}-01-01` }]),
      ),
    },
  };
}

/** Places and codes of the mistakes in a step from one shape to another. */
function mistakesOf(older: Shape, newer: Shape, step: object): string[] {
  const files = contractFiles([service(older, [1])], [{ from: '1', to: '2', ...step }]);
  const composition = composeService(resolved(service(newer, [1, 2])), contractsOf(files));
  return composition.ok
    ? []
    : composition.mistakes.map(({ path, code }) => `${path.join('.')}: ${code}`);
}

const reference = { reference: text };
const number = { number: text };
const rename = { operations: [{ rename: { from: 'reference', to: 'number' } }] };

describe('steps under the strategy partial', () => {
  it('may change what has versions', () => {
    assert.deepEqual(
      mistakesOf({ item: reference }, { item: number }, { resources: { item: rename } }),
      [],
    );
  });

  it('change nothing that has none, whether they say so or not', () => {
    assert.deepEqual(
      mistakesOf({ order: reference }, { order: number }, { resources: { order: rename } }),
      ['resources.order: without-versions'],
    );
    assert.deepEqual(mistakesOf({ order: reference }, {}, {}), ['resources.order: field-removed']);
  });

  it('change no status of a problem', () => {
    const errors = [{ status: { code: 'credit-exceeded', was: 402 } }];
    assert.deepEqual(mistakesOf({ status: 402 }, { status: 409 }, { errors }), [
      'errors: without-versions',
    ]);
  });

  it('call what has versions otherwise where nothing without versions links to it by that name', () => {
    const moved = (representations: readonly string[]) =>
      mistakesOf({ representations, plural: 'lines' }, { representations }, {});
    assert.deepEqual(moved(['json', 'xml']), []);
    assert.deepEqual(moved(['json', 'hal']), ['resources.item: without-versions']);
    assert.deepEqual(moved(['json', 'json-api']), ['resources.item: without-versions']);
  });

  it('let anything have more that nobody has to know of', () => {
    const adding = (add: object) => ({ resources: { order: { operations: [{ add }] } } });
    const more = { ...reference, ...number };
    const step = adding({ field: 'number' });
    assert.deepEqual(mistakesOf({ order: reference }, { order: more }, step), []);
    const required = { ...reference, number: { ...text, required: true } };
    assert.deepEqual(
      mistakesOf(
        { order: reference },
        { order: required },
        adding({ field: 'number', fill: 'N1' }),
      ),
      ['resources.order: without-versions'],
    );
  });
});
