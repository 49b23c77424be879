import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { exampleText, temporaryDirectory } from '../support/generated.ts';
import type { Counted, Counts } from './request-costs/counted.ts';

/** The committed table. A change that alters it writes it anew, with UPDATE_REQUEST_COSTS=1, in the same commit. */
const table = fileURLToPath(new URL('request-costs/order-desk.json', import.meta.url));

const directory = join(temporaryDirectory(), 'order-desk');
const socket = join(dirname(directory), 'counting');
let service: RunningService;

before(async () => {
  const document = parseDocument(exampleText('order-desk'));
  // Requests are counted, and none of them is refused.
  document.setIn(['limits', 'default'], { requests: 100_000, per: '60s', burst: 100_000 });
  document.setIn(['limits', 'burst'], { requests: 10_000, per: '1s' });
  assert.deepEqual(await renderUnformatted(document.toString(), directory), []);
  linkAllDependencies(directory);
  const counting = new URL('request-costs/counting.ts', import.meta.url).href;
  service = await startService(directory, undefined, {
    NODE_OPTIONS: `--import=${counting}`,
    COUNTING_SOCKET: socket,
    DATABASE_URL: `sqlite:${join(dirname(directory), 'data.db')}`,
    REQUEST_LIMITS: 'on',
  });
});
after(async () => {
  await service?.stop();
  rmSync(dirname(directory), { recursive: true, force: true });
});

test('a request costs as many statements, calls and turns as the table says', async () => {
  const costs: Record<string, Counted> = {};
  const orders = `${service.address}/v1/orders`;
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  let drawn = 0;
  const create = () => {
    drawn += 1;
    const reference = `AC-${String(drawn).padStart(6, '0')}`;
    const body = JSON.stringify({
      reference,
      tenantId: 'north',
      customerEmail: 'ada@example.com',
      total: '10.00',
    });
    return fetch(orders, { method: 'POST', headers, body });
  };
  const made = await create();
  assert.equal(made.status, 201, await made.text());
  const one = new URL(made.headers.get('location') ?? '', orders).href;
  const requests = {
    'GET one': { send: () => fetch(one, { headers }), status: 200 },
    'GET page': { send: () => fetch(orders, { headers }), status: 200 },
    POST: { send: create, status: 201 },
  };
  for (const [name, { send, status }] of Object.entries(requests)) {
    costs[name] = await fewest(async () => {
      const answer = await send();
      assert.equal(answer.status, status, await answer.text());
    });
  }
  if (process.env['UPDATE_REQUEST_COSTS'] === '1') {
    writeFileSync(table, `${JSON.stringify(costs, null, 2)}\n`);
  }
  assert.deepEqual(costs, JSON.parse(readFileSync(table, 'utf8')));
});

/** The lowest of many counts: in some of them a clock ticks, or work in the background that nothing asked for falls between. */
async function fewest(request: () => Promise<void>): Promise<Counted> {
  let least: Counted | undefined;
  for (let time = 0; time < 30; time += 1) {
    await settled();
    await counted('reset');
    await request();
    const found = (await settled()).untilAnswer;
    assert.ok(found !== undefined, 'the answer was counted');
    const isLess =
      least === undefined ||
      found.calls < least.calls ||
      (found.calls === least.calls && found.turns < least.turns);
    if (isLess) least = found;
  }
  assert.ok(least !== undefined);
  return least;
}

/** What was counted once nothing goes on any more: a change leaves work that no request waits for. */
async function settled(): Promise<Counts> {
  let before = await counted('read');
  for (let same = 0; same < 3;) {
    const found = await counted('read');
    const [now, then] = [found.soFar, before.soFar];
    same = now.calls === then.calls && now.turns === then.turns ? same + 1 : 0;
    before = found;
  }
  return before;
}

async function counted(asked: 'read' | 'reset'): Promise<Counts> {
  const connection = connect(socket);
  await once(connection, 'connect');
  connection.write(asked);
  return JSON.parse(await text(connection)) as Counts;
}
