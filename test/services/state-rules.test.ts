import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { expectTypes, generate, install, temporaryDirectory } from '../support/generated.ts';
import type { WalkedService } from '../support/walks/walk.ts';

const specification = JSON.stringify({
  service: { name: 'rules', title: 'Rules', vendor: 'acme' },
  resources: {
    order: {
      fields: {
        note: { type: 'string', maxLength: 100, required: true },
        price: { type: 'decimal', precision: 6, scale: 2 },
      },
    },
  },
  states: {
    order: {
      initial: 'draft',
      history: true,
      transitions: {
        'hand-over': {
          from: 'draft',
          to: 'shipped',
          input: { carrier: { type: 'string', maxLength: 20, required: true } },
        },
        expire: { from: 'draft', to: 'cancelled', after: 'P30D' },
      },
    },
  },
  endpoints: {
    order: { actions: { 'count-again': { input: { by: { type: 'integer', required: true } } } } },
  },
});

/** What a developer could write. What is expected to be an error is one for the compiler, or the test fails there. */
const rules = `
import { builtIn } from '../../runtime/errors/built-in.ts';
import { Problem } from '../../runtime/errors/problem.ts';
import type { OrderRules } from './order.schema.ts';

export const orderRules: OrderRules = {
  beforeHandOver(draft, stored, input, { caller }) {
    const carrier: string = input.carrier;
    if (carrier === 'nobody') throw new Problem(builtIn.forbidden);
    if (carrier === 'cheat') draft.status = 'cancelled';
    draft.note = [stored.status, draft.status, carrier, caller.name].join(' ');
  },
  async afterHandOver(changed, before, input) {
    // @ts-expect-error It has no such input.
    const _: unknown = input.weight;
    const hasChanged = changed.revision > before.revision && changed.status === 'shipped';
    if (!hasChanged || input.carrier === 'late') throw new Problem(builtIn.conflict);
  },
  beforeExpire(draft, _stored, _input, { caller }) {
    draft.note = 'expired by ' + caller.name;
  },
  beforeCountAgain(draft, _stored, { by }) {
    if (by === 0) draft.status = 'shipped';
    draft.price = String(by * 2);
  },
  beforeUpdate(draft) {
    if (draft.note === 'cheat') draft.status = 'shipped';
  },
  beforeCreate(draft) {
    if (draft.note === 'cheat') draft.status = 'shipped';
  },
};

// @ts-expect-error There is no such transition.
export const wrong: OrderRules = { beforeNothing() {} };
`;

const directory = join(temporaryDirectory(), 'rules');
let service: WalkedService;

before(async () => {
  await generate(specification, directory);
  install(directory);
  writeFileSync(join(directory, 'src/resources/order/order.rules.ts'), rules);
  const support = pathToFileURL(join(directory, 'test/runtime/support/service.ts')).href;
  const { startService } = (await import(support)) as { startService(): Promise<WalkedService> };
  service = await startService();
});
after(async () => {
  await service.stop();
  rmSync(join(directory, '..'), { recursive: true, force: true });
});

async function order(): Promise<string> {
  const { body, text } = await service.request('POST', '/v1/orders', { body: { note: 'new' } });
  assert.equal(body['status'], 'draft', text);
  return `/v1/orders/${String(body['id'])}`;
}

async function shown(path: string): Promise<Readonly<Record<string, unknown>>> {
  return (await service.request('GET', path)).body;
}

async function kept(path: string): Promise<unknown[]> {
  const { items } = await shown(`${path}/transitions`);
  return items as unknown[];
}

test('rules are typed by the inputs of their transition', () => {
  expectTypes(directory);
});

test('a rule sees the state that is entered, what was sent along, and may change the rest', async () => {
  const path = await order();
  const { status, body } = await service.request('POST', `${path}/hand-over`, {
    body: { carrier: 'ups' },
  });
  assert.equal(status, 200);
  assert.equal(body['note'], 'draft shipped ups test');
  assert.deepEqual(await shown(path), body);
});

for (const [carrier, status] of [
  ['nobody', 403],
  ['late', 409],
  ['cheat', 500],
] as const) {
  test(`a rule that refuses "${carrier}" leaves nothing behind`, async () => {
    const path = await order();
    const before = await shown(path);
    const answer = await service.request('POST', `${path}/hand-over`, { body: { carrier } });
    assert.equal(answer.status, status, answer.text);
    assert.deepEqual(await shown(path), before);
    assert.deepEqual(await kept(path), []);
  });
}

test('no other rule changes the state: that is a fault of the rule', async () => {
  const path = await order();
  const answers = [
    await service.request('POST', '/v1/orders', { body: { note: 'cheat' } }),
    await service.request('PATCH', path, { body: { note: 'cheat' } }),
    await service.request('POST', `${path}/count-again`, { body: { by: 0 } }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, 500, 500],
  );
  const { status, note } = await shown(path);
  assert.deepEqual([status, note], ['draft', 'new']);
});

test('an action has rules of its own', async () => {
  const path = await order();
  const { body } = await service.request('POST', `${path}/count-again`, { body: { by: 2 } });
  assert.deepEqual([body['price'], body['status'], body['revision']], ['4.00', 'draft', 2]);
});

test('a transition by the clock has the rules of any other', async () => {
  const path = await order();
  service.now = new Date(service.now.getTime() + 31 * 86_400_000);
  await service.app.background?.run();
  const { status, note } = await shown(path);
  assert.deepEqual([status, note], ['cancelled', 'expired by service']);
});
