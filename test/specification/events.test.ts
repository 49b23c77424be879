import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, mistakesIn, read, refuses } from './support.ts';

const withEvents = (events: string, endpoints = '{}') => `service: { name: shop }
resources:
  order:
    fields:
      total: { type: decimal }
      buyer: { type: reference, to: customer, onDelete: cascade }
  customer: { fields: { name: { type: string } } }
  item: { parent: order, fields: { sku: { type: string } } }
states:
  order:
    initial: draft
    history: true
    transitions:
      submit: { from: draft, to: submitted }
      cancel: { from: [draft, submitted], to: cancelled }
endpoints: ${endpoints}
events: ${events}`;

const emitted = (text: string) =>
  read(text).resolved.events?.emit.map(({ resource, event }) => `${resource}.${event}`);

test('a service without the section sends no events', () => {
  const { resolved } = read(withEvents('{}').replace(/events: \{\}$/, ''));
  assert.equal(Object.hasOwn(resolved, 'events'), false);
});

test('what is not written has a standard', () => {
  const { emit: _, ...events } = read(withEvents('{}')).resolved.events ?? assert.fail();
  assert.deepEqual(events, { deliver: ['webhook', 'stream'], data: 'full', keep: 604_800_000 });
});

test('all that can happen is told, and nothing of a history', () => {
  assert.deepEqual(emitted(withEvents('{}')), [
    'order.created',
    'order.updated',
    'order.submitted',
    'order.cancelled',
    'order.deleted',
    'customer.created',
    'customer.updated',
    'customer.deleted',
    'item.created',
    'item.updated',
    'item.deleted',
  ]);
});

test('what can happen follows from the methods, the actions and what is deleted along with a row', () => {
  const endpoints =
    '{ order: { methods: [read], actions: { check: {} } }, customer: { methods: [list, replace], createByReplace: true }, item: { methods: [list] } }';
  assert.deepEqual(emitted(withEvents('{}', endpoints)), [
    'order.updated',
    'order.submitted',
    'order.cancelled',
    'customer.created',
    'customer.updated',
  ]);
  const deleting = endpoints.replace('[list, replace]', '[list, replace, delete]');
  assert.deepEqual(
    emitted(withEvents('{}', deleting))?.filter((name) => name.endsWith('.deleted')),
    ['order.deleted', 'customer.deleted', 'item.deleted'],
  );
});

test('what is written holds', () => {
  const text = withEvents(
    '{ emit: [order.cancelled, order.created], deliver: [kafka, nats], data: thin, keep: PT12H }',
  );
  assert.deepEqual(read(text).resolved.events, {
    emit: [
      { resource: 'order', event: 'cancelled' },
      { resource: 'order', event: 'created' },
    ],
    deliver: ['kafka', 'nats'],
    data: 'thin',
    keep: 43_200_000,
  });
});

refuses('an event of nothing', 'unknown-resource', withEvents('{ emit: [▸ordr.created] }'));
refuses(
  'an event of a state that there is not',
  'unknown-event',
  withEvents('{ emit: [▸order.submited] }'),
);
refuses('an event of the initial state', 'unknown-event', withEvents('{ emit: [▸order.draft] }'));
refuses('an event that names no resource', 'wrong-form', withEvents('{ emit: [▸created] }'));
refuses(
  'an event twice',
  'duplicate-item',
  withEvents('{ emit: [order.created, ▸order.created] }'),
);
refuses('no event', 'too-few', withEvents('{ emit: ▸[] }'));
refuses(
  'an event of a history',
  'unknown-resource',
  withEvents('{ emit: [▸order-transition.created] }'),
);
refuses(
  'creation where nothing creates',
  'never-happens',
  withEvents('{ emit: [▸order.created] }', '{ order: { methods: [read, replace] } }'),
);
accepts(
  'creation by PUT',
  withEvents(
    '{ emit: [order.created] }',
    '{ order: { methods: [replace], createByReplace: true } }',
  ),
);
refuses(
  'changes where nothing changes',
  'never-happens',
  withEvents('{ emit: [▸customer.updated] }', '{ customer: { methods: [read, create] } }'),
);
refuses(
  'changes where each transition has an event of its own',
  'never-happens',
  withEvents(
    '{ emit: [order.submitted, order.cancelled, ▸order.updated] }',
    '{ order: { methods: [read] } }',
  ),
);
accepts(
  'changes for a transition without an event of its own',
  withEvents('{ emit: [order.submitted, order.updated] }', '{ order: { methods: [read] } }'),
);
refuses(
  'deletion where nothing deletes',
  'never-happens',
  withEvents('{ emit: [▸customer.deleted] }', '{ customer: { methods: [read] } }'),
);
accepts(
  'deletion along with what is referred to',
  withEvents(
    '{ emit: [order.deleted, item.deleted] }',
    '{ order: { methods: [read] }, item: { methods: [read] } }',
  ),
);
refuses(
  'nothing at all to tell',
  'never-happens',
  'service: { name: shop }\nresources: { order: { fields: { a: { type: date } } } }\nendpoints: { order: { methods: [list] } }\n▸events: {}',
);
refuses('a delivery that there is not', 'not-allowed', withEvents('{ deliver: [▸email] }'));
refuses('no delivery', 'too-few', withEvents('{ deliver: ▸[] }'));
refuses('other data', 'not-allowed', withEvents('{ data: ▸half }'));
refuses('no time to keep', 'amount', withEvents('{ keep: ▸PT59S }'));
refuses('a time in years', 'wrong-form', withEvents('{ keep: ▸P1Y }'));
refuses('nothing written', 'wrong-type', withEvents('▸'));

test('what was meant is told with the resource', () => {
  const [mistake] = mistakesIn(withEvents('{ emit: [order.submited] }'));
  assert.equal(mistake?.suggestion, 'order.submitted');
  assert.ok(mistake?.allowed?.includes('order.cancelled'));
  assert.equal(mistakesIn(withEvents('{ emit: [ordr.created] }'))[0]?.suggestion, 'order.created');
});

test('a mistake in a machine is not repeated by its events', () => {
  const text = withEvents('{ emit: [order.submitted] }').replace('to: submitted', 'to: Submitted');
  assert.deepEqual(
    mistakesIn(text).map(({ code }) => code),
    ['wrong-form'],
  );
});

for (const plural of ['jobs', 'events', 'webhook-endpoints', 'asyncapi']) {
  refuses(
    `a collection called ${plural}`,
    'name-reserved',
    `service: { name: shop }\nresources: { thing: { plural: ▸${plural}, fields: { a: { type: date } } } }`,
  );
}
accepts(
  'a resource of the name of a table that a service with a broker has',
  'service: { name: shop }\nresources: { lease: { fields: { a: { type: date } } } }\nevents: { deliver: [nats] }',
);
accepts(
  'a timer beside timed transitions',
  'service: { name: shop }\nresources: { timer: { fields: { a: { type: date } } } }\nstates: { timer: { initial: on, transitions: { stop: { from: on, to: off, after: P1D } } } }',
);
