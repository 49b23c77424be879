import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, type State } from 'ketting';
import { newReference, type Acme } from '../../support/acme.ts';

/** Ketting, a client of HAL. */
export function halClient(started: () => Acme): void {
  /** Every answer that the client got, in the order of the requests. */
  function clientOf({ address, key }: Acme) {
    const client = new Client(address);
    const answers: { readonly status: number; readonly url: string; readonly type: string }[] = [];
    client.use(async (request, next) => {
      request.headers.set('X-API-Key', key);
      // What is no resource has one type, which is not HAL.
      const isResource = new URL(request.url).pathname.startsWith('/v1/');
      if (!isResource) request.headers.set('Accept', '*/*');
      const response = await next(request);
      const type = response.headers.get('content-type') ?? '';
      answers.push({ status: response.status, url: request.url, type });
      return response;
    });
    return { client, answers };
  }

  function idsOf(state: State): string[] {
    return state.getEmbedded().map(({ data }) => (data as { id: string }).id);
  }

  describe('a client of HAL', () => {
    test('reaches everything that links lead to', async () => {
      const acme = started();
      const order = await acme.order();
      const item = { sku: 'TEA', quantity: 2, unitPrice: '12.50' };
      const { body } = await acme.send('POST', `${order.location}/items`, item);
      const label = { order: order.body.id, item: body.id, carrier: 'dhl' };
      await acme.send('POST', '/v1/shipping-labels', label, { 'idempotency-key': '"label"' });

      const { client, answers } = clientOf(acme);
      const seen = new Set<string>();
      const relations = new Set<string>();
      const actions = new Set(['cancel', 'reprice', 'recalculate'].map((name) => `rel:${name}`));
      const queue = ['/', '/v1/orders', '/v1/shipping-labels'].map((path) => client.go(path));
      for (const resource of queue) {
        if (seen.has(resource.uri)) continue;
        seen.add(resource.uri);
        const state = await resource.refresh();
        // Pages for people have style sheets, which are no documents.
        if (state.headers.get('content-type')?.startsWith('text/html') === true) continue;
        for (const each of [state, ...state.getEmbedded()]) {
          for (const link of each.links.getAll()) {
            relations.add(link.rel);
            // The address of a relation is expanded with its name, and what can be done is no document.
            if (link.rel === 'curies' || actions.has(link.rel)) continue;
            queue.push(
              link.templated ? await each.follow(link.rel) : each.client.go(absolute(link)),
            );
          }
        }
      }
      assert.deepEqual(
        answers.filter(({ status }) => status !== 200),
        [],
      );
      assert.ok(relations.isSupersetOf(actions));
      const own = ['rel:items', 'rel:order', 'rel:orderId', 'find', 'curies', 'up', 'collection'];
      const missing = own.filter((relation) => !relations.has(relation));
      assert.deepEqual(missing, []);
      const ofVersion = answers.filter(({ url }) => new URL(url).pathname.startsWith('/v1/'));
      assert.ok(ofVersion.length >= 8);
      for (const { type } of ofVersion) assert.equal(type, 'application/hal+json');
    });

    test('expands the template of a collection', async () => {
      const acme = started();
      const orders = [await acme.order({ currency: 'USD', total: '7.00' }), await acme.order()];
      const { client, answers } = clientOf(acme);
      const reference = orders[0]?.body['reference'] as string;
      const find = { reference, currency: 'USD', size: '5', sort: 'total,desc' };
      const found = await (await client.go('/v1/orders').follow('find', find)).get();
      assert.deepEqual(idsOf(found), [orders[0]?.body.id]);
      assert.ok(answers.at(-1)?.url.includes('sort=total%2Cdesc'));
    });

    test('visits each row once, forwards and backwards, by number and by cursor', async () => {
      const acme = started();
      for (let count = 0; count < 7; count += 1) await acme.order();
      const { client } = clientOf(acme);
      const all = idsOf(await client.go('/v1/orders?size=100').get());
      assert.ok(all.length >= 7);

      async function visited(path: string, relation: string) {
        const ids: string[][] = [];
        // What is cached has lost what was embedded.
        let state = await client.go(path).refresh();
        ids.push(idsOf(state));
        while (state.links.has(relation)) {
          state = await (await state.follow(relation)).refresh();
          ids.push(idsOf(state));
        }
        return { ids, end: state };
      }
      const byNumber = await visited('/v1/orders?size=3&page=1', 'next');
      assert.deepEqual(byNumber.ids.flat(), all);
      const byCursor = await visited('/v1/orders?size=3', 'next');
      assert.deepEqual(byCursor.ids.flat(), all);
      const last = await byNumber.end.follow('first').follow('last');
      const backwards = await visited(last.uri, 'prev');
      assert.deepEqual(backwards.ids.toReversed().flat(), all);
    });

    test('creates, sends back what it read, and deletes', async () => {
      const { client } = clientOf(started());
      const data = {
        reference: newReference('HA', 1),
        customerEmail: 'a@b.example',
        total: '3.00',
      };
      const created = await client.go('/v1/orders').postFollow({ data });
      const state = await created.get();
      Object.assign(state.data, { note: 'by hand' });
      // Links and all; its other headers would include some that belong to the connection.
      await created.put({
        serializeBody: () => state.serializeBody(),
        getContentHeaders: () => ({ 'content-type': 'application/hal+json' }),
      });
      const again = await created.refresh();
      assert.deepEqual(
        { note: again.data.note, revision: again.data.revision },
        { note: 'by hand', revision: 2 },
      );
      await created.delete();
      await assert.rejects(created.refresh(), { status: 404 });
    });
  });
}

function absolute({ href, context }: { readonly href: string; readonly context: string }): string {
  return new URL(href, context).href;
}
