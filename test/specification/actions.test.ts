import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, read, refuses } from './support.ts';

const withOrder = (endpoint: string, rest = '') => `service: { name: shop }
resources:
  order:
    fields:
      total: { type: decimal, minimum: 0 }
      count: { type: integer, immutable: true }
      key: { type: string, writeOnly: true }
  item: { parent: order, fields: { sku: { type: string } } }
endpoints: { order: { ${endpoint} } }
${rest}`;

const withActions = (actions: string, rest = '') => withOrder(`actions: { ${actions} }`, rest);

test('an action is resolved', () => {
  const { resolved } = read(
    withActions(
      'reprice: { description: A price., input: { total: { type: decimal, required: true } }, when: { total: { gt: 0 } } }, recalculate: { async: true }',
    ),
  );
  const { reprice, recalculate } = resolved.endpoints['order']?.actions ?? {};
  assert.deepEqual(recalculate, { when: {}, input: {}, async: true });
  assert.equal(reprice?.description, 'A price.');
  assert.deepEqual(reprice?.when, { total: { gt: '0.00' } });
  const total = reprice?.input['total'];
  assert.ok(total?.type === 'decimal');
  assert.deepEqual([total.required, total.minimum], [true, '0.00']);
  assert.deepEqual(resolved.endpoints['item']?.actions, {});
});

accepts(
  'an input of the name of an immutable field',
  withActions('count-again: { input: { count: { type: integer } } }'),
);
accepts(
  'an action on one resource that another has too',
  withActions('check: {}').replace(
    'endpoints: {',
    'endpoints: { item: { actions: { check: {} } },',
  ),
);
accepts(
  'required keys of repetition, for actions alone',
  withOrder('methods: [read], idempotencyKey: required, actions: { check: {} }'),
);
refuses(
  'required keys of repetition for nothing',
  'without-create',
  withOrder('methods: [read], ▸idempotencyKey: required'),
);
refuses('no action', 'too-few', withOrder('▸actions: {}'));
refuses(
  'an action that starts from a state',
  'unknown-key',
  withActions('check: { ▸from: draft }'),
);
refuses('an action that happens by itself', 'unknown-key', withActions('check: { ▸after: P1D }'));
refuses('async that is no flag', 'wrong-type', withActions('check: { async: ▸later }'));
for (const name of [
  'update',
  'read',
  'delete',
  'create',
  'transitions',
  'jobs',
  'items',
  'value-of',
]) {
  const code = name === 'items' ? 'name-collision' : 'name-reserved';
  refuses(`an action called ${name}`, code, withActions(`▸${name}: {}`));
}
refuses('an action in another casing', 'wrong-form', withActions('▸rePrice: {}'));
refuses('two actions of one name', 'name-collision', withActions('re-price: {}, ▸reprice: {}'));
refuses('a guard on nothing', 'unknown-field', withActions('check: { when: { ▸totla: 1 } }'));
refuses(
  'a guard on an input that is no field',
  'unknown-field',
  withActions('check: { when: { ▸reason: x }, input: { reason: { type: string } } }'),
);
refuses(
  'a guard that nothing meets',
  'impossible',
  withActions('check: { when: { total: { lt: ▸0 } } }'),
);
refuses(
  'an input of another type',
  'input-type',
  withActions('check: { input: { total: { type: ▸integer } } }'),
);
refuses(
  'an input with the id of the parent',
  'name-reserved',
  withOrder('methods: [read]', '').replace(
    'endpoints: {',
    'endpoints: { item: { actions: { move: { input: { ▸orderId: { type: uuid } } } } },',
  ),
);

accepts(
  'a guard on the state',
  withActions(
    'check: { when: { status: [draft] } }',
    'states: { order: { initial: draft, transitions: { go: { from: draft, to: gone } } } }',
  ),
);
refuses(
  'a guard on a state that there is not',
  'value',
  withActions(
    'check: { when: { status: ▸drft } }',
    'states: { order: { initial: draft, transitions: { go: { from: draft, to: gone } } } }',
  ),
);
