import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { startService, type RunningService } from '../../scripts/demo/start-service.ts';
import { linkAllDependencies } from '../search/dependencies.ts';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { exampleText, temporaryDirectory } from '../support/generated.ts';
import { emptyPostgres, skipPostgres } from '../templates/storage/engines.ts';
import type { Counted, Counts } from './request-costs/counted.ts';

/** The committed table. A change that alters it writes it anew, with UPDATE_REQUEST_COSTS=1, in the same commit. */
const path = fileURLToPath(new URL('request-costs/order-desk.json', import.meta.url));

type Costs = Record<string, Partial<Counted> & { readonly headers?: number }>;
const table = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Costs>;

const root = temporaryDirectory();
const directory = join(root, 'order-desk');

before(async () => {
  const document = parseDocument(exampleText('order-desk'));
  // Requests are counted, and none of them is refused.
  document.setIn(['limits', 'default'], { requests: 100_000, per: '60s', burst: 100_000 });
  document.setIn(['limits', 'burst'], { requests: 10_000, per: '1s' });
  assert.deepEqual(await renderUnformatted(document.toString(), directory), []);
  linkAllDependencies(directory);
});
after(() => rmSync(root, { recursive: true, force: true }));

test('a request costs as many statements, calls, turns and bytes of headers as the table says', async () => {
  check('sqlite', await costsOn(`sqlite:${join(root, 'data.db')}`));
});

test('on PostgreSQL as many statements and calls', { skip: skipPostgres }, async () => {
  const database = await emptyPostgres();
  try {
    const costs = await costsOn(database.url);
    // How often the queue turns depends on how its answers arrive.
    const counted = Object.entries(costs).map(([name, { statements, calls }]) => [
      name,
      { statements, calls },
    ]);
    check('postgres', Object.fromEntries(counted) as Costs);
  } finally {
    await database.drop();
  }
});

function check(engine: string, costs: Costs): void {
  if (process.env['UPDATE_REQUEST_COSTS'] === '1') {
    table[engine] = costs;
    writeFileSync(path, `${JSON.stringify(table, null, 2)}\n`);
  }
  assert.deepEqual(costs, table[engine]);
}

async function costsOn(url: string): Promise<Costs> {
  const socket = join(root, `counting-${url.slice(0, url.indexOf(':'))}`);
  const counting = new URL('request-costs/counting.ts', import.meta.url).href;
  const service = await startService(directory, undefined, {
    NODE_OPTIONS: `--import=${counting}`,
    COUNTING_SOCKET: socket,
    DATABASE_URL: url,
    REQUEST_LIMITS: 'on',
  });
  try {
    return await costsOf(service, socket);
  } finally {
    await service.stop();
  }
}

async function costsOf(service: RunningService, socket: string): Promise<Costs> {
  const costs: Costs = {};
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
    let bytes = Number.POSITIVE_INFINITY;
    const least = await fewest(socket, async () => {
      const answer = await send();
      assert.equal(answer.status, status, await answer.text());
      bytes = Math.min(bytes, bytesOf(answer.headers));
    });
    costs[name] = { ...least, headers: bytes };
  }
  return costs;
}

/** As HTTP/1.1 writes them: a colon, a blank and the end of the line each. */
function bytesOf(headers: Headers): number {
  return [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

/** The lowest of many counts: in some of them a clock ticks, or work in the background that nothing asked for falls between. */
async function fewest(socket: string, request: () => Promise<void>): Promise<Counted> {
  let least: Counted | undefined;
  for (let time = 0; time < 30; time += 1) {
    await settled(socket);
    await counted(socket, 'reset');
    await request();
    const found = (await settled(socket)).untilAnswer;
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
async function settled(socket: string): Promise<Counts> {
  let before = await counted(socket, 'read');
  for (let same = 0; same < 3;) {
    const found = await counted(socket, 'read');
    const [now, then] = [found.soFar, before.soFar];
    same = now.calls === then.calls && now.turns === then.turns ? same + 1 : 0;
    before = found;
  }
  return before;
}

async function counted(socket: string, asked: 'read' | 'reset'): Promise<Counts> {
  const connection = connect(socket);
  await once(connection, 'connect');
  connection.write(asked);
  return JSON.parse(await text(connection)) as Counts;
}
