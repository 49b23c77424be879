import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/questionnaire/chapters/endpoints.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter } from './support/scripted-ask.ts';

test('the defaults hold for every resource and are not written down', async () => {
  const { draft, ask } = await play(endpoints, orderDesk, [['Take the default?', enter]]);
  assert.equal(draft.endpoints, undefined);
  assert.equal(ask.said.at(-1), '  → Every resource: all six methods; pages of 20, at most 100');
});

test('methods and pages for all resources alike', async () => {
  const { draft } = await play(endpoints, orderDesk, [
    ['Take', false],
    ['Endpoints of', enter],
    ['What may', { ticked: [], refused: /At least one/, next: ['list', 'read', 'create'] }],
    ['Most rows', { typed: '5000', refused: /1000/, next: '50' }],
    ['Rows on a page', { typed: '60', refused: /./, next: '10' }],
    ['Count', false],
    ['Endpoints of', enter],
  ]);
  const both = {
    methods: ['list', 'create', 'read'],
    pagination: { size: 10, maxSize: 50, total: false },
  };
  assert.deepEqual(draft.endpoints, { order: both, item: both });
});

test('one resource that differs, with what its list is filtered and sorted by', async () => {
  const { draft, ask } = await play(endpoints, orderDesk, [
    ['Take', false],
    ['Endpoints of', 'order'],
    ['What may', enter],
    ['Most rows', enter],
    ['Rows on a page', enter],
    ['Count', enter],
    ['Must a change', enter],
    ['May a PUT', enter],
    ['Filter by', ['reference', 'total']],
    ['Sort by', enter],
    ['Endpoints of', enter],
  ]);
  assert.deepEqual(draft.endpoints, { order: { filter: ['reference', 'total'] } });
  const filter = ask.asked.find(({ message }) => message === 'Filter by');
  assert.ok(filter?.type === 'checkbox');
  // Long text cannot be filtered by, so it is not offered.
  assert.deepEqual(
    filter.choices.map(({ value }) => value),
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
      ['Endpoints of', 'item'],
      ['What may', ['create', 'read']],
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
    ['What may', ['create']],
  ]);
  assert.deepEqual(draft.endpoints, { order: { methods: ['create'] } });
});

test('what holds for changes is asked where there are any', async () => {
  const { draft } = await play(endpoints, orderDesk, [
    ['Take', false],
    ['Endpoints of', 'order'],
    ['What may', ['create', 'replace']],
    ['Must a change', true],
    ['May a PUT', true],
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
      ['Endpoints of', 'order'],
      ['What may', ['create', 'update']],
      ['Must a change', enter],
      ['Endpoints of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(reopened.draft.endpoints, {
    order: { methods: ['create', 'update'], preconditions: 'required' },
  });
});
