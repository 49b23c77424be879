import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type { Acme } from '../../support/acme.ts';

const options = { ignoreAttributes: false, trimValues: false } as const;
const parser = new XMLParser({
  ...options,
  parseTagValue: false,
  ignoreDeclaration: true,
  processEntities: true,
  htmlEntities: true,
});
const builder = new XMLBuilder({ ...options, suppressBooleanAttributes: false });

type Members = Record<string, unknown>;

/** What XML 1.0, section 2.2, permits, and the interface as well. A parser reads a carriage return as a line feed. */
const text = fc
  .string({
    unit: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '&lt;',
          '&#65;',
          '<',
          '>',
          '&',
          '"',
          "'",
          ']]>',
          '\t',
          '\n',
          ' ',
          'ß',
        ),
      },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
    ),
    minLength: 1,
    maxLength: 60,
  })
  .filter((value) => !/[^\P{Cc}\t\n]|[\ufffe\uffff\r]/u.test(value));

/** fast-xml-parser and its builder. */
export function xmlClient(started: () => Acme): void {
  async function read(path: string): Promise<Members> {
    const { address, key } = started();
    const response = await fetch(new URL(path, address), {
      headers: { accept: 'application/xml', 'x-api-key': key },
    });
    assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
    return parser.parse(await response.text()) as Members;
  }

  async function send(method: string, path: string, document: Members, headers = {}) {
    const { address, key } = started();
    const body = builder.build(document);
    const type = { 'content-type': 'application/xml', accept: 'application/xml' };
    const response = await fetch(new URL(path, address), {
      method,
      headers: { 'x-api-key': key, ...type, ...headers },
      body,
    });
    const answer = await response.text();
    return { status: response.status, answer, document: parser.parse(answer) as Members };
  }

  describe('a client of XML', () => {
    test('reads a resource, changes a member, and sends it back', async () => {
      const acme = started();
      const { body, location } = await acme.order({
        note: null,
        tags: ['a &amp; b', '<c>'],
        shipTo: { city: 'Łódź', street: 'Piotrkowska "1"' },
        attributes: { nested: [1, null, { '': 'no name' }] },
        loyaltyNumber: '9007199254740993',
      });
      const { order } = (await read(location)) as { order: Members };
      assert.equal(order['total'], body['total']);
      assert.equal(order['loyaltyNumber'], '9007199254740993');
      assert.deepEqual(order['tags'], { item: ['a &amp; b', '<c>'] });
      assert.deepEqual(JSON.parse(String(order['attributes'])), body['attributes']);
      assert.deepEqual(order['note'], { '@_xsi:nil': 'true' });

      const { status, answer } = await send('PUT', location, {
        order: { ...order, isGift: 'true' },
      });
      assert.equal(status, 200, answer);
      const { body: stored } = await acme.send('GET', location);
      const { updatedAt } = stored;
      assert.deepEqual(stored, { ...body, isGift: true, revision: 2, updatedAt });
    });

    test('says any text that XML can carry', async () => {
      const acme = started();
      const { location } = await acme.order();
      const { order: first } = (await read(location)) as { order: Members };
      // Every round has another state.
      const { updatedAt: _, revision: __, ...order } = first;
      await fc.assert(
        fc.asyncProperty(text, async (note) => {
          const sent = await send('PUT', location, { order: { ...order, note } });
          assert.equal(sent.status, 200, sent.answer);
          const { body } = await acme.send('GET', location);
          assert.equal(body['note'], note);
          const again = (await read(location)) as { order: Members };
          assert.equal(again.order['note'], note);
        }),
        { numRuns: 60 },
      );
    });

    test('lists, creates and is told its mistakes', async () => {
      const created = await send('POST', '/v1/orders', {
        order: {
          reference: 'XM-000001',
          customerEmail: 'ada@example.com',
          total: '5.00',
          tags: { item: ['one'] },
        },
      });
      assert.equal(created.status, 201, created.answer);
      const { orders } = (await read('/v1/orders?reference=XM-000001')) as {
        orders: { items: { order: Members }; page: Members };
      };
      assert.equal(orders.items.order['reference'], 'XM-000001');
      assert.equal(orders.page['totalItems'], '1');

      const refused = await send('POST', '/v1/orders', {
        order: { reference: '1', total: 'much' },
      });
      assert.equal(refused.status, 400);
      const { problem } = refused.document as { problem: Members & { errors: { i: Members[] } } };
      assert.equal(problem['@_xmlns'], 'urn:ietf:rfc:7807');
      assert.deepEqual(problem.errors.i.map(({ at }) => at).toSorted(), [
        '/order/customerEmail',
        '/order/reference',
        '/order/total',
      ]);
    });
  });
}
