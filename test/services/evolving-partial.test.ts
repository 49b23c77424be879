import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  bodies,
  startEvolved,
  success,
  told,
  type EvolvedService,
  type Members,
} from '../support/evolved-service.ts';
import { allAnswer, allDiffer, evolve, labels } from '../support/evolving.ts';
import { testPromises } from '../support/four-versions.ts';
import { repository, temporaryDirectory } from '../support/generated.ts';
import { toldAt } from '../support/subscribers.ts';

/** One line of an order as each version has it. */
const items: Readonly<Record<string, Members>> = {
  1: { sku: 'TEA-250', count: 2, price: 12.5 },
  2: { sku: 'TEA-250', quantity: 2, price: 12.5, gift: 'none' },
  3: { sku: 'TEA-250', quantity: 2, unitPrice: 12.5, gift: 'none' },
  4: { sku: 'TEA-250', quantity: 2, unitPrice: '12.50', wrapping: 'none' },
};

describe('one service of which items alone have four versions, partial', () => {
  const directory = join(temporaryDirectory(), 'parcel-desk');
  let service: EvolvedService;
  /** The order that the items are of. */
  let order = '';

  before(async () => {
    await evolve(directory, { directory: join(repository, 'test', 'fixtures', 'partial') });
    service = await startEvolved(directory, allAnswer);
    const made = await success(service.request('POST', '/v4/orders', { body: bodies['4']?.(1) }));
    order = String(made.body['id']);
  });
  after(async () => {
    await service.stop();
    rmSync(dirname(directory), { recursive: true });
  });

  /** Tests write the version in front of a path; clients write it behind the first collection. */
  const at = (label: string) => `/v${label}/orders/${order}/${label === '1' ? 'lines' : 'items'}`;
  const written = (label: string) => `/orders/v${label}${at(label).slice('/v1/orders'.length)}`;
  const get = (path: string) => service.request('GET', path);

  async function create(label: string): Promise<string> {
    const sent = service.request('POST', at(label), { body: items[label] });
    const { body, headers } = await success(sent);
    assert.equal(headers.get('location'), `${written(label)}/${String(body['id'])}`);
    return String(body['id']);
  }

  testPromises(directory, ['C-023', 'C-197'], 3);

  test('on one day each of the versions is in another state, and what has none is as ever', async () => {
    const id = await create('4');
    service.now = new Date(allDiffer);
    try {
      const gone = await get(`${at('1')}/${id}`);
      assert.equal(gone.status, 410, gone.text);
      assert.deepEqual(gone.body['supportedVersions'], [2, 3, 4]);
      assert.equal(gone.body['successor'], 3);
      for (const label of ['2', '3', '4']) {
        const { status, headers } = await get(`${at(label)}/${id}`);
        assert.equal(status, 200);
        assert.equal(headers.has('deprecation') && headers.has('sunset'), label === '2');
        assert.equal(headers.get('x-api-version'), label);
        assert.equal(headers.get('api-supported-versions'), '2, 3, 4');
      }
      const neutral = await get(`/v4/orders/${order}`);
      assert.equal(neutral.status, 200);
      assert.equal(neutral.headers.get('x-api-version'), null);
    } finally {
      service.now = new Date(allAnswer);
    }
  });

  test('what one version writes all others read, alone and over all orders, and give back unchanged', async () => {
    for (const writer of labels) {
      const id = await create(writer);
      for (const reader of labels) {
        const one = `${at(reader)}/${id}`;
        const { body: seen } = await success(get(one));
        const { orderId: _, ...members } = told(seen);
        assert.deepEqual(members, items[reader], `${writer} read by ${reader}`);
        const { body: page } = await success(get(at(reader).replace(`/${order}`, '')));
        const { self } = page['links'] as { self: string };
        assert.equal(self.split('?', 1)[0], written(reader).replace(`/${order}`, ''));
        const listed = (page['items'] as readonly Members[]).find((each) => each['id'] === id);
        assert.deepEqual(listed, seen);
        await success(service.request('PUT', one, { body: seen }));
        const { body: again } = await success(get(one));
        assert.deepEqual(told(again), told(seen), `${reader} sent back`);
      }
    }
  });

  test('subscribers of two versions are told of one event, each in its own shape', async () => {
    let id = '';
    const make = async () => (id = await create('3'));
    const versions = { 1: 'line.created', 4: 'item.created' };
    const events = await toldAt(directory, service, ['/v1', '/v4'], make);
    for (const [index, [label, name]] of Object.entries(versions).entries()) {
      const { body } = await success(get(`${at(label)}/${id}`));
      for (const event of events[index] ?? []) {
        assert.equal(event.type, `com.acme.${name}.v${label}`);
        assert.deepEqual(event.data.resource, body);
      }
    }
  });
});
