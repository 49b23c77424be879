import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/questionnaire/chapters/endpoints.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, type Deed, offeredBy } from './support/scripted-ask.ts';

/** The questions about the service as a whole, with nothing changed. */
const takesServiceWide: readonly (readonly [string, Deed])[] = [
  ['Representations beside JSON', enter],
  ['Languages', enter],
  ['Origins', enter],
];

test('the defaults hold for every resource and are not written down', async () => {
  const { draft, ask } = await play(endpoints, orderDesk, [['Take the default?', enter]]);
  assert.equal(draft.endpoints, undefined);
  assert.equal(
    ask.understood(),
    '→ JSON; English; every resource: all six methods; pages of 20, at most 100',
  );
});

test('methods and pages for all resources alike', async () => {
  const { draft } = await play(endpoints, orderDesk, [
    ['Take', false],
    ...takesServiceWide,
    ['Endpoints of', enter],
    ['What may', { ticked: [], refused: /At least one/, next: ['list', 'read', 'create'] }],
    ['Most resources', { typed: '5000', refused: /1000/, next: '50' }],
    ['Resources on a page', { typed: '60', refused: /./, next: '10' }],
    ['Report the total', false],
    ['Offer pages by cursor', true],
    ['Choose other fields', enter],
    ['Endpoints of', enter],
  ]);
  const both = {
    methods: ['list', 'create', 'read'],
    pagination: { size: 10, maxSize: 50, total: false, cursor: true },
  };
  assert.deepEqual(draft.endpoints, { order: both, item: both });
});

test('filters and sorting of all resources alike are asked for each list', async () => {
  const { draft, ask } = await play(endpoints, orderDesk, [
    ['Take', false],
    ...takesServiceWide,
    ['Endpoints of', enter],
    ['What may', enter],
    ['Most resources', enter],
    ['Resources on a page', enter],
    ['Report the total', enter],
    ['Offer pages by cursor', enter],
    ['Must clients send If-Match', enter],
    ['May a PUT', enter],
    ['Choose other fields', true],
    ['Filter by fields of order', ['total']],
    ['Sort by fields of order', enter],
    ['Filter by fields of item', ['sku']],
    ['Sort by fields of item', ['sku']],
    ['Endpoints of', enter],
  ]);
  assert.deepEqual(draft.endpoints, {
    order: { filter: ['total'] },
    item: { filter: ['sku'], sort: ['sku'] },
  });
  assert.ok(ask.said.some((line) => line.includes('order: filter by')));
});

test('one resource that differs, with what its list is filtered and sorted by', async () => {
  const { draft, ask } = await play(endpoints, orderDesk, [
    ['Take', false],
    ...takesServiceWide,
    ['Endpoints of', 'order'],
    ['What may', enter],
    ['Most resources', enter],
    ['Resources on a page', enter],
    ['Report the total', enter],
    ['Offer pages by cursor', enter],
    ['Must clients send If-Match', enter],
    ['May a PUT', enter],
    ['Filter by fields of order', ['reference', 'total']],
    ['Sort by fields of order', enter],
    ['Actions of', enter],
    ['Endpoints of', enter],
  ]);
  assert.deepEqual(draft.endpoints, { order: { filter: ['reference', 'total'] } });
  const filter = ask.asked.find(({ message }) => message === 'Filter by fields of order');
  // Long text cannot be filtered by, so it is not offered.
  assert.deepEqual(
    offeredBy(filter).map(({ value }) => value),
    ['reference', 'total', 'currency', 'createdAt', 'updatedAt'],
  );
});

test('without a list there are no pages, filters and sorting', async () => {
  const start = structuredClone(orderDesk);
  start.endpoints = { item: { pagination: { size: 5 }, sort: ['sku'], methods: ['list'] } };
  const { draft } = await play(
    endpoints,
    start,
    [
      ...takesServiceWide,
      ['Endpoints of', 'item'],
      ['What may', ['create', 'read']],
      ['Actions of', enter],
      ['Endpoints of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.endpoints, { item: { methods: ['create', 'read'] } });
});

test('a single resource is not chosen among one', async () => {
  const { order } = orderDesk.resources;
  assert.ok(order !== undefined);
  const { draft } = await play(endpoints, { ...orderDesk, resources: { order } }, [
    ['Take', false],
    ...takesServiceWide,
    ['What may', ['create']],
    ['Actions of', enter],
  ]);
  assert.deepEqual(draft.endpoints, { order: { methods: ['create'] } });
});

test('what holds for changes is asked where there are any', async () => {
  const { draft } = await play(endpoints, orderDesk, [
    ['Take', false],
    ...takesServiceWide,
    ['Endpoints of', 'order'],
    ['What may', ['create', 'replace']],
    ['Must clients send If-Match', true],
    ['May a PUT', true],
    ['Actions of', enter],
    ['Endpoints of', enter],
  ]);
  const order = {
    methods: ['create', 'replace'],
    preconditions: 'required',
    createByReplace: true,
  } as const;
  assert.deepEqual(draft.endpoints, { order });
  const reopened = await play(
    endpoints,
    draft,
    [
      ...takesServiceWide,
      ['Endpoints of', 'order'],
      ['What may', ['create', 'update']],
      ['Must clients send If-Match', enter],
      ['Actions of', enter],
      ['Endpoints of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(reopened.draft.endpoints, {
    order: { methods: ['create', 'update'], preconditions: 'required' },
  });
});

const { order } = orderDesk.resources;
assert.ok(order !== undefined);
const onlyOrder = { ...orderDesk, resources: { order } };

test('what holds for all resources is asked once and stands before them', async () => {
  const { draft, ask } = await play(
    endpoints,
    { ...onlyOrder, endpoints: { order: { idempotencyKey: 'required' } } },
    [
      ['Representations', ['html', 'hal']],
      ['Languages', { ticked: [], refused: /At least one/, next: ['en', 'de'] }],
      ['Language for', 'de'],
      [
        'Origins',
        {
          typed: 'https://shop.example/',
          refused: /did you mean "https:\/\/shop.example"/,
          next: 'https://shop.example, http://localhost:5173',
        },
      ],
      ['What may', ['create']],
      ['Actions of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.endpoints, {
    representations: ['json', 'hal', 'html'],
    languages: ['de', 'en'],
    origins: ['https://shop.example', 'http://localhost:5173'],
    order: { methods: ['create'], idempotencyKey: 'required' },
  });
  assert.deepEqual(Object.keys(draft.endpoints), [
    'representations',
    'languages',
    'origins',
    'order',
  ]);
  assert.match(
    ask.understood(),
    /→ JSON, HAL, HTML; German, English; 2 origins; create; Idempotency-Key/,
  );
  const back = await play(
    endpoints,
    draft,
    [
      ['Representations', []],
      ['Languages', ['en']],
      ['Origins', enter],
      ['What may', ['read']],
      ['Actions of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(back.draft.endpoints, {
    origins: ['https://shop.example', 'http://localhost:5173'],
    order: { methods: ['read'] },
  });
});

test('what is written about the service stays in its order where nothing is changed', async () => {
  const written = {
    representations: ['json' as const, 'xml' as const, 'hal' as const],
    languages: ['de' as const, 'en' as const],
    origins: ['https://shop.example'],
    order: { methods: ['create' as const] },
  };
  const { draft } = await play(
    endpoints,
    { ...onlyOrder, endpoints: written },
    [
      ['Representations', enter],
      ['Languages', enter],
      ['Language for', enter],
      ['Origins', enter],
      ['What may', enter],
      ['Actions of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.endpoints, written);
});

test('JSON:API is refused where a field has a name of its own', async () => {
  const typed = { fields: { type: { type: 'string' as const } } };
  await play(endpoints, { ...orderDesk, resources: { order: typed } }, [
    ['Take', false],
    [
      'Representations',
      { ticked: ['json-api'], refused: /JSON:API keeps the name "type"/, next: ['hal'] },
    ],
    ['Languages', enter],
    ['Origins', enter],
    ['What may', ['create']],
    ['Actions of', enter],
  ]);
});

test('a cursor stays where nothing else is changed, and the description tells it', async () => {
  const start = { ...onlyOrder, endpoints: { order: { pagination: { cursor: true } } } };
  const { draft, ask } = await play(
    endpoints,
    start,
    [
      ...takesServiceWide,
      ['What may', ['list']],
      ['Most resources', enter],
      ['Resources on a page', enter],
      ['Report the total', enter],
      ['Offer pages by cursor', enter],
      ['Filter by', enter],
      ['Sort by fields of order', enter],
      ['Actions of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.endpoints, {
    order: { methods: ['list'], pagination: { cursor: true } },
  });
  assert.equal(ask.understood(), '→ JSON; English; list; pages of 20, at most 100; cursors');
});

test('a language is not given up while a problem has its only text in it', async () => {
  const codes = { gone: { status: 410, title: { de: 'Weg' } } };
  const start = { ...onlyOrder, endpoints: { languages: ['de' as const] }, errors: { codes } };
  await play(
    endpoints,
    start,
    [
      ['Representations', enter],
      ['Languages', { ticked: ['en'], refused: /"de" is not among the languages/, next: enter }],
      ['Origins', enter],
      ['What may', ['create']],
      ['Actions of', enter],
    ],
    { again: true },
  );
});
