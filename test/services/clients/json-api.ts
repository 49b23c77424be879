import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Kitsu from 'kitsu';
import { newReference, type Acme } from '../../support/acme.ts';

type Attributes = Readonly<Record<string, unknown>> & { readonly id: string };

/** Kitsu, a client of JSON:API. */
export function jsonApiClient(started: () => Acme): void {
  function client(): Kitsu {
    const { address, key } = started();
    return new Kitsu({
      baseURL: `${address}/v1`,
      headers: { 'X-API-Key': key },
      camelCaseTypes: false,
      resourceCase: 'none',
      pluralize: false,
    });
  }

  describe('a client of JSON:API', () => {
    test('lists with pages, filters and an order', async () => {
      const acme = started();
      const totals = ['41.00', '43.00', '42.00'];
      for (const total of totals) await acme.order({ total, currency: 'USD' });
      const list = (params: object) =>
        client().get('orders', { params }) as Promise<{ data: Attributes[]; links: Links }>;
      const filter = { currency: 'USD', total: { gte: '41.00', lte: '43.00' } };
      const first = await list({ filter, sort: '-total', page: { size: 2 } });
      assert.deepEqual(totalsOf(first.data), ['43.00', '42.00']);
      const second = await list({ filter, sort: '-total', page: { size: 2, number: 2 } });
      assert.deepEqual(totalsOf(second.data), ['41.00']);
      assert.ok(first.links.next !== undefined);
      const { data } = (await client().axios.get(
        new URL(first.links.next, acme.address).href,
        asJsonApi(acme),
      )) as { data: { data: { id: string }[] } };
      assert.deepEqual(
        data.data.map(({ id }) => id),
        second.data.map(({ id }) => id),
      );
    });

    test('creates with relationships, reads, updates and deletes', async () => {
      const acme = started();
      const order = await acme.order();
      const line = { sku: 'TEA', quantity: 1, unitPrice: '2.00' };
      const item = (await client().post(`orders/${order.body.id}/items`, line)) as Single;
      assert.deepEqual(item.data['orderId'], {
        data: { id: order.body.id, type: 'orders' },
        links: { related: order.location },
      });
      const created = (await client().post(
        'shipping-labels',
        {
          carrier: 'ups',
          order: { data: { type: 'orders', id: order.body.id } },
          item: { data: { type: 'items', id: item.data.id } },
        },
        { headers: { 'Idempotency-Key': '"a label"' } },
      )) as Single;
      const { id } = created.data;
      const read = (await client().get(`shipping-labels/${id}`)) as Single;
      assert.deepEqual(linkageOf(read.data['order']), { type: 'orders', id: order.body.id });
      assert.deepEqual(linkageOf(read.data['item']), { type: 'items', id: item.data.id });
      const { etag = '' } = read.headers;

      const changed = (await client().patch(
        'shipping-labels',
        { id, weightInGrams: 12, item: { data: null } },
        { headers: { 'If-Match': etag, 'Idempotency-Key': '"a change"' } },
      )) as Single;
      assert.equal(changed.data['weightInGrams'], 12);
      assert.equal(changed.data['carrier'], 'ups');
      const stored = await acme.send('GET', `/v1/shipping-labels/${id}`);
      assert.equal(stored.body['order'], order.body.id);
      assert.equal(stored.body['item'] ?? null, null);

      await client().delete('shipping-labels', id);
      await assert.rejects(client().get(`shipping-labels/${id}`), hasErrors(['not-found']));
    });

    test('sends back what it read', async () => {
      const acme = started();
      const { body } = await acme.order({ shipTo: { city: 'London' } });
      const read = (await client().get(`orders/${body.id}`)) as Single;
      const { items: _, transitions: __, ...members } = read.data;
      const sent = (await client().patch('orders', { ...members, note: 'again' })) as Single;
      assert.equal(sent.data['note'], 'again');
      assert.deepEqual(sent.data['shipTo'], { city: 'London' });
    });

    test('gets errors as errors, each with its place', async () => {
      const wrong = { reference: newReference('JA', 1), total: -1, colour: 'red' };
      await assert.rejects(
        client().post('orders', wrong),
        hasErrors([
          '/data/attributes/colour',
          '/data/attributes/customerEmail',
          '/data/attributes/total',
        ]),
      );
      await assert.rejects(
        client().get('orders', { params: { sort: 'colour' } }),
        hasErrors(['sort']),
      );
    });
  });
}

interface Links {
  readonly next?: string;
}

interface Single {
  readonly data: Attributes;
  readonly headers: { readonly etag?: string };
}

interface ErrorObject {
  readonly status: string;
  readonly code: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

function asJsonApi({ key }: Acme) {
  return { headers: { Accept: 'application/vnd.api+json', 'X-API-Key': key } };
}

function totalsOf(orders: readonly Attributes[]): unknown[] {
  return orders.map(({ total }) => total);
}

function linkageOf(relationship: unknown): unknown {
  return (relationship as { data?: unknown }).data;
}

/** That an error of the client names these places, or these codes where there is no place. */
function hasErrors(wanted: readonly string[]) {
  return (thrown: unknown) => {
    const { errors = [] } = thrown as { errors?: readonly ErrorObject[] };
    const found = errors.map(({ code, source }) => source?.pointer ?? source?.parameter ?? code);
    assert.deepEqual(found.toSorted(), [...wanted]);
    return true;
  };
}
