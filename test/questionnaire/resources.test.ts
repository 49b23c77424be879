import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '../../src/questionnaire/chapters/resources.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, offeredBy } from './support/scripted-ask.ts';

const service = { name: 'order-desk' };

test('the default is one resource that is enough to try a service', async () => {
  const { draft, ask } = await play(resources, { service }, [['Take the default?', true]]);
  assert.deepEqual(draft.resources, {
    item: { fields: { name: { type: 'string', required: true } } },
  });
  assert.equal(ask.understood(), '→ /items (1 field)');
});

test('resources and fields are asked until an empty line, and echoed as understood', async () => {
  const { draft, ask } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields of order', 'reference:string!* total:decimal! note:text?'],
    ['Fields of order', 'dueAt:date-time'],
    ['Fields of order', enter],
    ['order, 4 fields, /orders', enter],
    ['Another resource', enter],
  ]);
  assert.deepEqual(draft.resources, {
    order: {
      fields: {
        reference: { type: 'string', required: true, unique: true },
        total: { type: 'decimal', required: true },
        note: { type: 'text', nullable: true },
        dueAt: { type: 'date-time' },
      },
    },
  });
  assert.deepEqual(ask.said.slice(6, 9), [
    '    reference  string, required, unique, up to 255 characters',
    '    total      decimal(18,2), required',
    '    note       text, nullable',
  ]);
});

test('the path of a name is shown, and a wrong name is refused with the right one', async () => {
  const { ask } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', { typed: 'orders', refused: /did you mean "order"/, next: 'shipping-label' }],
    ['Fields', 'carrier!'],
    ['Fields', enter],
    ['shipping-label, 1 field, /shipping-labels', enter],
    ['Another', enter],
  ]);
  assert.ok(ask.said.includes('    /shipping-labels'));
});

test('a line of fields is refused with every mistake in it by its token', async () => {
  await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    [
      'Fields',
      {
        typed: 'good:date bad:strin due_at:date id two:integer(5..1) o:object(__proto__)',
        refused:
          /^bad:strin: .*string\?\n  due_at:date: [^]*"dueAt"\?\n  id: .*\n  two:integer\(5\.\.1\): .*\n  o:object\(__proto__\): /,
        next: 'good:date',
      },
    ],
    ['Fields', enter],
    ['order, 1 field', enter],
    ['Another', enter],
  ]);
});

test('a resource without a field is not left, and a question mark shows the whole shorthand', async () => {
  const { ask } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', { typed: '', refused: /order needs a field/, next: '?' }],
    ['Fields', 'name'],
    ['Fields', enter],
    ['order, 1 field', enter],
    ['Another', enter],
  ]);
  assert.ok(ask.said.some((line) => line.includes('object(street city:string!)')));
});

test('a field that is typed again is changed, and one with a minus is removed', async () => {
  const { draft } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', 'total:integer note other'],
    ['Fields', { typed: '-nothing', refused: /no such field/, next: 'total:decimal! -note' }],
    ['Fields', enter],
    ['order, 2 fields', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(draft.resources['order']?.fields, {
    total: { type: 'decimal', required: true },
    other: { type: 'string' },
  });
});

test('a resource that is referred to before it is there is asked for next', async () => {
  const { draft, ask } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', 'customer:reference(customer)!'],
    ['Fields', enter],
    ['order, 1 field', enter],
    ['Resource', enter],
    ['Fields of customer', 'name'],
    ['Fields of customer', enter],
    ['customer, 1 field', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(Object.keys(draft.resources), ['order', 'customer']);
  assert.ok(
    ask.said.includes('  order.customer refers to customer, which is not there yet.'),
    ask.said.join('\n'),
  );
});

test('a reference to what cannot be a resource is refused at once', async () => {
  await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', { typed: 'a:reference(Orders)', refused: /a:reference\(Orders\): /, next: 'name' }],
    ['Fields', enter],
    ['order, 1 field', enter],
    ['Another', enter],
  ]);
});

test('a parent is chosen among those that are possible', async () => {
  const { draft, ask } = await play(resources, orderDesk, [
    ['Another', 'detail'],
    ['Does detail belong', 'item'],
    ['Fields', 'text:text'],
    ['Fields', enter],
    ['detail, 1 field, /orders/{orderId}/items/{itemId}/details', enter],
    ['Another', 'remark'],
    ['Does remark belong', enter],
    ['Fields', 'text:text'],
    ['Fields', enter],
    ['remark, 1 field, /remarks', enter],
    ['Another', enter],
  ]);
  assert.equal(draft.resources['detail']?.parent, 'item');
  const second = ask.asked.find(({ message }) => message.startsWith('Does remark'));
  // Children are at most two levels deep, so nothing can belong to a detail.
  assert.deepEqual(
    offeredBy(second).map(({ name }) => name),
    [
      'no: /remarks',
      'to order: /orders/{orderId}/remarks',
      'to item: /orders/{orderId}/items/{itemId}/remarks',
    ],
  );
});

test('details of a field are chosen from what its type may have, and checked', async () => {
  const { draft } = await play(resources, orderDesk, [
    ['Another', 'order'],
    ['order, 4 fields', 'details'],
    ['Which field?', 'reference'],
    ['reference: change what?', 'description'],
    ['description', 'What the shop calls it.'],
    ['reference: change what?', 'pattern'],
    ['pattern', { typed: '(a+)+$', refused: /slow/, next: '^[A-Z]{2}$' }],
    ['reference: change what?', 'immutable'],
    ['reference: change what?', ':done'],
    ['order, 4 fields', 'details'],
    ['Which field?', 'currency'],
    ['currency: change what?', 'default'],
    ['default', { typed: 'GBP', refused: /GBP/, next: 'EUR' }],
    ['currency: change what?', ':done'],
    ['order, 4 fields', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(draft.resources['order']?.fields['reference'], {
    type: 'string',
    required: true,
    unique: true,
    description: 'What the shop calls it.',
    pattern: '^[A-Z]{2}$',
    immutable: true,
  });
  assert.deepEqual(draft.resources['order']?.fields['currency'], {
    type: 'enum',
    values: ['EUR', 'USD'],
    default: 'EUR',
  });
});

test('a switch that contradicts another is not taken, and says why', async () => {
  const { draft, ask } = await play(resources, orderDesk, [
    ['Another', 'order'],
    ['order', 'details'],
    ['Which field?', 'reference'],
    ['reference: change what?', 'readOnly'],
    ['reference: change what?', ':done'],
    ['order', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(draft.resources['order'], orderDesk.resources['order']);
  assert.ok(ask.said.some((line) => line.startsWith('  Not so: ')));
});

test('a field is typed again as it was typed, and keeps its description', async () => {
  const described = structuredClone(orderDesk);
  const total = described.resources['order']?.fields['total'];
  assert.ok(total !== undefined);
  total.description = 'Without tax.';
  const { draft, ask } = await play(resources, described, [
    ['Another', 'order'],
    ['order', 'details'],
    ['Which field?', 'total'],
    ['total: change what?', ':again'],
    [
      'Field',
      { typed: 'sum:decimal', refused: /the one field total/, next: 'total:decimal(12,2)!' },
    ],
    ['total: change what?', ':done'],
    ['order', enter],
    ['Another', enter],
  ]);
  const again = ask.asked.find(({ message }) => message.startsWith('Field ('));
  assert.ok(again?.type === 'input');
  assert.equal(again.default, 'total:decimal!');
  assert.deepEqual(draft.resources['order']?.fields['total'], {
    type: 'decimal',
    precision: 12,
    scale: 2,
    required: true,
    description: 'Without tax.',
  });
});

test('a field that goes away goes from filters and lists of unique fields too', async () => {
  const start = structuredClone(orderDesk);
  start.endpoints = { order: { filter: ['total', 'reference'], sort: ['total'] } };
  const order = start.resources['order'];
  assert.ok(order !== undefined);
  order.unique = [['reference', 'currency']];
  const { draft } = await play(resources, start, [
    ['Another', 'order'],
    ['order', 'details'],
    ['Which field?', 'reference'],
    ['reference: change what?', ':remove'],
    ['order, 3 fields', enter],
    ['Another', enter],
  ]);
  assert.equal(draft.resources['order']?.unique, undefined);
  assert.deepEqual(draft.endpoints, { order: { filter: ['total'], sort: ['total'] } });
});

test('a resource that is renamed takes its children, references and endpoints along', async () => {
  const start = structuredClone(orderDesk);
  start.resources['label'] = { fields: { order: { type: 'reference', to: 'order' } } };
  start.endpoints = { order: { methods: ['list'] } };
  const { draft } = await play(resources, start, [
    ['Another', 'order'],
    ['order', 'identity'],
    ['Resource', { typed: 'item', refused: /there already/, next: 'purchase' }],
    ['Its collection', 'buys'],
    ['Does purchase belong', enter],
    ['purchase, 4 fields, /buys', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(Object.keys(draft.resources), ['purchase', 'item', 'label']);
  assert.equal(draft.resources['purchase']?.plural, 'buys');
  assert.equal(draft.resources['item']?.parent, 'purchase');
  assert.deepEqual(draft.resources['label']?.fields['order'], {
    type: 'reference',
    to: 'purchase',
  });
  assert.deepEqual(draft.endpoints, { purchase: { methods: ['list'] } });
});

test('a resource is removed by a minus or from its menu; its children stand alone then', async () => {
  const { draft } = await play(resources, orderDesk, [
    ['Another', { typed: '-orders', refused: /no resource orders/, next: '-order' }],
    ['Another', enter],
  ]);
  assert.deepEqual(draft.resources, {
    item: { fields: { sku: { type: 'string', required: true } } },
  });
  const emptied = await play(resources, { service, resources: draft.resources }, [
    ['Another', 'item'],
    ['item', 'remove'],
    ['Resource', { typed: '', refused: /needs a resource/, next: 'thing' }],
    ['Fields', 'name'],
    ['Fields', enter],
    ['thing', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(Object.keys(emptied.draft.resources), ['thing']);
});

test('a description of a resource', async () => {
  const { draft } = await play(resources, orderDesk, [
    ['Another', 'item'],
    ['item', 'description'],
    ['What is one item?', 'A line of an order.'],
    ['item', 'fields'],
    ['Fields of item', 'quantity:integer(1..)'],
    ['Fields of item', enter],
    ['item, 2 fields', enter],
    ['Another', enter],
  ]);
  assert.equal(draft.resources['item']?.description, 'A line of an order.');
});

test('thirty fields take one line and no other question', async () => {
  const line = Array.from({ length: 30 }, (_, index) => `field${index}:integer!`).join(' ');
  const { draft, ask } = await play(resources, { service }, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', line],
    ['Fields', enter],
    ['order, 30 fields', enter],
    ['Another', enter],
  ]);
  assert.equal(Object.keys(draft.resources['order']?.fields ?? {}).length, 30);
  assert.equal(ask.asked.length, 6);
});
