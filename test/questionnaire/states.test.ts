import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownWords } from '../../src/questionnaire/own-words.ts';
import { states } from '../../src/questionnaire/chapters/states.ts';
import { withResourceRenamed, withoutResource } from '../../src/questionnaire/changes.ts';
import type { Specification } from '../../src/specification/index.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, help, type Deed, offeredBy } from './support/scripted-ask.ts';

const { order } = orderDesk.resources;
assert.ok(order !== undefined);
const onlyOrder: Specification = {
  ...orderDesk,
  resources: {
    order: {
      fields: { ...order.fields, dueAt: { type: 'date-time' }, paid: { type: 'boolean' } },
    },
  },
};

/** Types lines of transitions, and takes what follows as it is offered. */
const typing = (...lines: Deed[]): (readonly [string, Deed])[] => [
  ...lines.map((line) => ['Transitions of order', line] as const),
  ['Transitions of order', enter],
];
const ends: (readonly [string, Deed])[] = [
  ['Field that holds', enter],
  ['Record each', enter],
];

test('transitions are typed one on a line, and what follows from them is shown', async () => {
  const { draft, ask } = await play(states, onlyOrder, [
    ['Take', false],
    ...typing(
      'submit: draft > submitted',
      'ship: submitted > shipped with tracking:uri! note:text?',
      'cancel: draft, submitted > cancelled when paid=false total>=0.01 total<100',
      'expire: draft > cancelled after P30D',
      'lapse: submitted>cancelled at dueAt',
    ),
    ['Field that holds', 'phase'],
    ['Record each transition, at /orders/{id}/transitions?', true],
  ]);
  assert.deepEqual(draft.states, {
    order: {
      field: 'phase',
      initial: 'draft',
      history: true,
      transitions: {
        submit: { from: 'draft', to: 'submitted' },
        ship: {
          from: 'submitted',
          to: 'shipped',
          input: {
            tracking: { type: 'uri', required: true },
            note: { type: 'text', nullable: true },
          },
        },
        cancel: {
          from: ['draft', 'submitted'],
          to: 'cancelled',
          when: { paid: false, total: { gte: '0.01', lt: '100' } },
        },
        expire: { from: 'draft', to: 'cancelled', after: 'P30D' },
        lapse: { from: 'submitted', to: 'cancelled', at: 'dueAt' },
      },
    },
  });
  assert.ok(ask.said.includes('    States: draft (initial), submitted; final: shipped, cancelled'));
  assert.ok(ask.said.includes('    expire  draft → cancelled, by itself after P30D'));
  assert.match(
    ask.understood(),
    /→ order: draft \(initial\), submitted; final: shipped, cancelled; in phase; w/,
  );
});

test('the same rules as for the file hold while a line is typed', async () => {
  const refusals: [string, RegExp, string][] = [
    ['submit', /submit: draft > submitted/, 'submit: draft > submitted'],
    ['update: draft > gone', /"update" cannot name a transition/, 'go: draft > gone'],
    ['back: draft > Gone', /did you mean "gone"/, 'leave: draft > gone'],
    ['a: draft|gone > left', /separated by commas: draft,gone > …/, 'leave: draft > gone'],
    ['a: draft > gone when total=1|2', /by commas: total=1,2/, 'leave: draft > gone'],
    ['a: draft > gone when totl>1', /did you mean "total"/, 'b: draft > gone when total>1'],
    ['c: draft > gone when total', /./, '-b'],
    ['c: draft > gone after P1M', /no years, no months/, 'c: draft > gone after P1W'],
    ['d: draft > gone at note', /tells no instant/, 'd: draft > gone at dueAt'],
    ['e: draft > gone with total:string', /type "decimal"/, 'e: draft > gone with total:decimal'],
    ['f: draft > gone on', /what can follow is after, at, when, with/, 'f: draft > gone'],
    ['-missing', /no transition missing/, '-f'],
  ];
  const { draft } = await play(
    states,
    onlyOrder,
    [
      ...typing(
        ...refusals
          .filter(([typed]) => typed !== 'c: draft > gone when total')
          .map(([typed, refused, next]) => ({ typed, refused, next })),
      ),
      ...ends,
    ],
    { again: true },
  );
  assert.deepEqual(Object.keys(draft.states?.['order']?.transitions ?? {}), [
    'submit',
    'go',
    'leave',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test('a state that is mentioned later is no mistake, and one that nothing enters holds the end', async () => {
  const { draft } = await play(
    states,
    onlyOrder,
    [
      ['Transitions', 'ship: submited > shipped'],
      ['Transitions', 'submit: draft > submitted'],
      [
        'Transitions',
        {
          typed: '',
          refused: /no row can reach/,
          next: 'ship: submitted > shipped',
        },
      ],
      ['Transitions', enter],
      ...ends,
    ],
    { again: true },
  );
  assert.deepEqual(draft.states, {
    order: {
      initial: 'draft',
      transitions: {
        ship: { from: 'submitted', to: 'shipped' },
        submit: { from: 'draft', to: 'submitted' },
      },
    },
  });
});

test('where states go in a circle, the first one is asked for', async () => {
  const { draft } = await play(
    states,
    onlyOrder,
    [
      ...typing('open: shut > open', 'shut: open > shut'),
      ['State of a new resource', 'open'],
      ...ends,
    ],
    { again: true },
  );
  assert.equal(draft.states?.['order']?.initial, 'open');
});

test('a line that is typed again changes its transition and keeps its description', async () => {
  const start: Specification = {
    ...onlyOrder,
    states: {
      order: {
        initial: 'draft',
        final: ['sent', 'gone'],
        transitions: {
          send: { description: 'Sends it.', from: 'draft', to: 'sent' },
          drop: { from: 'draft', to: 'gone' },
        },
      },
    },
  };
  const same = await play(states, start, [...typing(), ...ends], { again: true });
  assert.deepEqual(same.draft.states, start.states);
  const { draft } = await play(
    states,
    start,
    [...typing('send: draft > sent when paid=true', '-drop'), ...ends],
    { again: true },
  );
  assert.deepEqual(draft.states?.['order'], {
    initial: 'draft',
    transitions: {
      send: { description: 'Sends it.', from: 'draft', to: 'sent', when: { paid: true } },
    },
  });
  const none = await play(states, draft, typing('-send'), { again: true });
  assert.equal(none.draft.states, undefined);
});

test('a field that is there already cannot hold the state', async () => {
  const { draft } = await play(
    states,
    onlyOrder,
    [
      ...typing('go: here > there'),
      ['Field that holds', { typed: 'note', refused: /add the field "note"/, next: 'place' }],
      ['Record each', enter],
    ],
    { again: true },
  );
  assert.equal(draft.states?.['order']?.field, 'place');
});

test('of several resources each is chosen, and the default is none', async () => {
  const { draft, ask } = await play(states, orderDesk, [
    ['Take', false],
    ['States of', 'item'],
    ['Transitions of item', 'pack: open > packed'],
    ['Transitions of item', enter],
    ['Field', enter],
    ['Record', enter],
    ['States of', enter],
  ]);
  assert.deepEqual(Object.keys(draft.states ?? {}), ['item']);
  const menu = ask.asked.findLast(({ message }) => message === 'States of');
  assert.deepEqual(
    offeredBy(menu).map(({ name }) => name),
    ['order: no states', 'item: open (initial); final: packed', 'done'],
  );
  const none = await play(states, orderDesk, [['Take', enter]]);
  assert.deepEqual(none.draft, orderDesk);
  assert.match(none.ask.understood(), /no resource has states/);
});

test('states and events follow a resource that is renamed, and go with it', () => {
  const transitions = { go: { from: 'a', to: 'b' } };
  const start: Specification = {
    ...orderDesk,
    states: { order: { initial: 'a', transitions }, item: { initial: 'a', transitions } },
    events: { emit: ['order.created', 'order.b', 'item.b'] },
  };
  const renamed = withResourceRenamed(start, 'order', 'purchase');
  assert.deepEqual(Object.keys(renamed.states ?? {}), ['purchase', 'item']);
  assert.deepEqual(renamed.events?.emit, ['purchase.created', 'purchase.b', 'item.b']);
  const gone = withoutResource(start, 'order');
  assert.deepEqual(Object.keys(gone.states ?? {}), ['item']);
  assert.deepEqual(gone.events?.emit, ['item.b']);
});

test('a word that ends a sentence is no name of a resource', () => {
  const words = ownWords({ resources: { ticket: { fields: {} } } });
  assert.equal(
    words?.text('Applied in this order. Such as order.total, and order: submit at /orders.'),
    'Applied in this order. Such as ticket.total, and ticket: submit at /tickets.',
  );
});

test('examples speak of the resources of the service', async () => {
  const desk = {
    service: { name: 'desk' },
    resources: { incident: { fields: { title: { type: 'string' as const } } } },
  };
  const { ask } = await play(states, desk, [
    ['Take', false],
    ['Transitions', 'solve: open > solved'],
    ['Transitions', enter],
    ['Field that holds', enter],
    ['Record each', help],
    ['Record each', enter],
  ]);
  assert.ok(ask.said.includes('  Example:  y where auditors ask who approved an incident'));
});
