import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasesNow } from '../../../src/evolution/index.ts';
import { growthOf } from '../../../src/evolution/proofs/growth.ts';
import { specificationWith, type Settings } from '../compare/specifications.ts';

const order = 'resources/order';
const nothing = {
  loosened: [],
  loosenedInputs: {},
  reshown: [],
  shared: [],
  widened: [],
  opened: [],
  undemanded: [],
  hasMoreSorts: false,
  hasOtherPages: false,
};

/** What is known of the resource `order` that was frozen as the first and is the second. */
function growth(was: Settings, is: Settings): object | undefined {
  const [then, now] = [was, is].map((each) => specificationWith(each).resolved);
  assert.ok(then !== undefined && now !== undefined);
  const shapes = [{ label: '1', specification: now }];
  const releases = [{ label: '1', release: '1.0.0', specification: then }];
  const [grown] = growthOf(releasesNow({ releases }, shapes));
  assert.ok(grown === undefined || grown.release === '1.0.0');
  const [{ resource, ...found } = { resource: undefined }, ...others] = grown?.resources ?? [];
  assert.deepEqual(others, []);
  return resource === undefined ? undefined : found;
}

const field = (was: object, is: object, name = 'title'): [Settings, Settings] => [
  { [`${order}/fields/${name}`]: was },
  { [`${order}/fields/${name}`]: is },
];
const text = { type: 'string', maxLength: 10 };
const wide = { type: 'string', maxLength: 20 };
const state = { 'states/order/initial': 'open' };
const transition = (key: string, value: unknown) => ({
  ...state,
  'states/order/transitions/halt': { from: ['open'], to: 'halted' },
  'states/order/transitions/close': { from: ['open'], to: 'closed' },
  [`states/order/transitions/close/${key}`]: value,
});
const endpoint = (key: string, value: unknown) => ({ [`endpoints/order/${key}`]: value });

const cases: readonly (readonly [what: string, was: Settings, is: Settings, found: object])[] = [
  ['a bound', ...field(text, wide), { loosened: ['title'] }],
  [
    'a bound inside of an object',
    ...field(
      { type: 'object', fields: { message: text, count: { type: 'integer' } } },
      { type: 'object', fields: { message: wide, count: { type: 'integer' }, more: text } },
    ),
    { loosened: ['title.message'] },
  ],
  [
    'a bound of the items of a list',
    ...field({ type: 'array', items: text }, { type: 'array', items: wide }),
    { loosened: ['title[]'] },
  ],
  [
    'the number of items',
    ...field(
      { type: 'array', items: text, maxItems: 2 },
      { type: 'array', items: text, maxItems: 4 },
    ),
    { loosened: ['title'] },
  ],
  [
    'a number of digits',
    ...field({ type: 'decimal', scale: 2 }, { type: 'decimal', scale: 3 }),
    { loosened: ['title'], reshown: ['title'] },
  ],
  ['a default', ...field(text, { ...text, default: 'none' }), { reshown: ['title'] }],
  [
    'members that are unique together',
    { [`${order}/fields/note`]: text, [`${order}/unique`]: [['title', 'note']] },
    { [`${order}/fields/note`]: text },
    { shared: [['title', 'note']] },
  ],
  [
    'a state that a transition leads from',
    transition('from', ['open']),
    transition('from', ['open', 'halted']),
    { widened: ['close'] },
  ],
  [
    'a condition',
    transition('when', { title: { present: true } }),
    transition('when', undefined),
    { widened: ['close'] },
  ],
  [
    'an input',
    transition('input', { reason: text }),
    transition('input', { reason: wide }),
    { loosenedInputs: { close: ['reason'] } },
  ],
  [
    'a precondition',
    endpoint('preconditions', 'required'),
    endpoint('preconditions', 'optional'),
    { undemanded: ['if-match'] },
  ],
  [
    'grant',
    { 'authentication/roles': ['clerk'], 'authentication/allow/order': { read: ['clerk'] } },
    {
      'authentication/roles': ['clerk'],
      'authentication/allow/order': { read: ['clerk'], create: ['clerk'] },
    },
    { opened: ['create'] },
  ],
  ['an order of lists', endpoint('sort', []), endpoint('sort', ['title']), { hasMoreSorts: true }],
  ...(['total', 'cursor'] as const).map(
    (key) =>
      [
        key,
        endpoint(`pagination/${key}`, false),
        endpoint(`pagination/${key}`, true),
        { hasOtherPages: true },
      ] as const,
  ),
];
for (const [what, was, is, found] of cases) {
  test(`a version permits more by another ${what}`, () => {
    assert.deepEqual(growth(was, is), { ...nothing, ...found });
    assert.equal(growth(was, was), undefined);
  });
}

test('another description, a further field and a further filter let clients send nothing that was refused', () => {
  assert.equal(growth(...field(text, { ...text, description: 'What it is.' })), undefined);
  assert.equal(growth({}, { [`${order}/fields/note`]: text }), undefined);
  assert.equal(growth({}, endpoint('filter', ['title'])), undefined);
});
