import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/questionnaire/chapters/endpoints.ts';
import { events } from '../../src/questionnaire/chapters/events.ts';
import type { Specification } from '../../src/specification/index.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, offeredBy } from './support/scripted-ask.ts';

const { order } = orderDesk.resources;
assert.ok(order !== undefined);
const start: Specification = {
  ...orderDesk,
  resources: { order },
  states: { order: { initial: 'draft', transitions: { submit: { from: 'draft', to: 'sent' } } } },
};

test('events with everything as offered are an empty section, which says that there are some', async () => {
  const { draft, ask } = await play(events, start, [
    ['Take', false],
    ['Send events', enter],
    ['Which events', enter],
    ['How are they delivered', enter],
    ['What does an event', enter],
    ['How long', enter],
  ]);
  assert.deepEqual(draft, { ...start, events: {} });
  const which = ask.asked.find(({ message }) => message === 'Which events?');
  assert.deepEqual(
    offeredBy(which).map(({ value }) => value),
    ['order.created', 'order.updated', 'order.sent', 'order.deleted'],
  );
  assert.match(ask.understood(), /→ 4 events by webhook and stream; whole resources; kept for P7D/);
});

test('some events, other ways, less data and another time', async () => {
  const { draft, ask } = await play(events, start, [
    ['Take', false],
    ['Send events', true],
    [
      'Which events',
      { ticked: [], refused: /At least one/, next: ['order.created', 'order.sent'] },
    ],
    ['How are they delivered', { ticked: [], refused: /At least one/, next: ['webhook', 'nats'] }],
    ['What does an event', 'thin'],
    ['How long', { typed: '7 days', refused: /ISO 8601/, next: 'PT12H' }],
  ]);
  assert.deepEqual(draft.events, {
    emit: ['order.created', 'order.sent'],
    deliver: ['webhook', 'nats'],
    data: 'thin',
    keep: 'PT12H',
  });
  assert.equal(
    ask.understood(),
    '→ order.created, order.sent by webhook and nats; addresses only; kept for PT12H',
  );
  const back = await play(
    events,
    draft,
    [
      ['Send events', enter],
      ['Which events', enter],
      ['How are they delivered', enter],
      ['What does an event', enter],
      ['How long', enter],
    ],
    { again: true },
  );
  assert.deepEqual(back.draft.events, draft.events);
  const none = await play(events, draft, [['Send events', false]], { again: true });
  assert.equal(Object.hasOwn(none.draft, 'events'), false);
});

test('a service in which nothing happens has nothing to tell', async () => {
  const still: Specification = {
    ...orderDesk,
    endpoints: { order: { methods: ['read'] }, item: { methods: ['list'] } },
  };
  const { draft, ask } = await play(events, still, [
    ['Take', false],
    ['Send events', true],
  ]);
  assert.equal(draft.events, undefined);
  assert.ok(ask.said.some((line) => line.includes('Not so: nothing can happen')));
});

test('actions are typed one on a line, by the rules of the file', async () => {
  const { draft, ask } = await play(
    endpoints,
    start,
    [
      ['Representations', enter],
      ['Languages', enter],
      ['Origins', enter],
      ['What may', ['read']],
      [
        'Actions of',
        {
          typed: 'submit',
          refused: /there is a transition "submit"/,
          next: 'reprice with total:decimal! when status=draft',
        },
      ],
      ['Actions of', { typed: 'recalculate async now', refused: /now/, next: 'recalculate async' }],
      [
        'Actions of',
        { typed: 'check when status=drft', refused: /did you mean "draft"/, next: 'check' },
      ],
      ['Actions of', { typed: '-gone', refused: /no action gone/, next: '-check' }],
      ['Actions of', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.endpoints, {
    order: {
      methods: ['read'],
      actions: {
        reprice: {
          when: { status: 'draft' },
          input: { total: { type: 'decimal', required: true } },
        },
        recalculate: { async: true },
      },
    },
  });
  assert.ok(ask.said.includes('    reprice when status=draft with total:decimal!'));
  assert.match(ask.understood(), /actions reprice, recalculate/);
});
