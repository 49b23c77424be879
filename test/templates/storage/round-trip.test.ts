import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { InvalidValue } from '../../../templates/src/runtime/storage/errors.ts';
import {
  anOrder,
  emptyPostgres,
  emptySqlite,
  onEachEngine,
  skipPostgres,
  startService,
  type Service,
} from './engines.ts';
import type { Order } from './fixture/order.store.ts';

async function stored({ database, orders }: Service, members: Partial<Order>): Promise<Order> {
  const { id } = await database.transaction((transaction) =>
    orders.insert(transaction, anOrder(members)),
  );
  const order = await orders.get(database.reader, id);
  assert.ok(order);
  return order;
}

/** Of 18 digits. */
const longest = { min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n };

const decimal = (scale: number) =>
  fc.bigInt(longest).map((units) => {
    const digits = String(units)
      .replace('-', '')
      .padStart(scale + 1, '0');
    const sign = units < 0n ? '-' : '';
    return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  });

onEachEngine((service) => {
  const kept: Partial<Order>[] = [
    { note: '' },
    { note: `"'\`;--\\ \t\r\n 🙂 ﬀ ß İ ı é é \u{10FFFF} \uFFFE` },
    { quantity: Number.MAX_SAFE_INTEGER },
    { quantity: Number.MIN_SAFE_INTEGER },
    { serial: '9223372036854775807' },
    { serial: '-9223372036854775808' },
    { serial: '9007199254740993' },
    { weight: Number.MAX_VALUE },
    { weight: Number.MIN_VALUE },
    { weight: 0.1 + 0.2 },
    { total: '9999999999999999.99' },
    { total: '-9999999999999999.99' },
    { total: '-0.01' },
    { total: '0.00' },
    { rate: '0.999999999999999999' },
    { rate: '-0.000000000000000001' },
    { paid: true },
    { paid: false },
    { dueOn: '0000-02-29' },
    { dueOn: '0001-01-01' },
    { dueOn: '9999-12-31' },
    { opensAt: '00:00:00' },
    { opensAt: '23:59:59' },
    { placedAt: '0000-01-01T00:00:00.000Z' },
    { placedAt: '0001-01-01T00:00:00.001Z' },
    { placedAt: '9999-12-31T23:59:59.999Z' },
    { placedAt: '1969-12-31T23:59:59.990Z' },
    { options: { b: 1, a: [null, true, '\u0000 \ud800', 1e308] } },
    { options: 'text' },
    { options: [] },
    { attachment: '' },
    { attachment: 'AP+A' },
    { customerId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  ];
  for (const members of kept) {
    test(`${JSON.stringify(members)} comes back as it is`, async () => {
      const order = await stored(service(), members);
      assert.deepEqual({ ...order, ...members }, order);
    });
  }

  const changed: [Partial<Order>, Partial<Order>][] = [
    [{ weight: -0 }, { weight: 0 }],
    [{ serial: '-0' }, { serial: '0' }],
    [{ serial: '+007' }, { serial: '7' }],
    [{ total: '7' }, { total: '7.00' }],
    [{ total: '-0' }, { total: '0.00' }],
    [{ total: '+01.5000' }, { total: '1.50' }],
    [{ placedAt: '2026-03-01T00:30:00+01:00' }, { placedAt: '2026-02-28T23:30:00.000Z' }],
    [{ placedAt: '2026-03-01T00:30:00.1239999Z' }, { placedAt: '2026-03-01T00:30:00.123Z' }],
    [
      { customerId: 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' },
      { customerId: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' },
    ],
    [{ note: 'a lone \ud800 surrogate' }, { note: 'a lone \ufffd surrogate' }],
  ];
  for (const [given, expected] of changed) {
    test(`${JSON.stringify(given)} is kept as ${JSON.stringify(expected)}`, async () => {
      const order = await stored(service(), given);
      assert.deepEqual({ ...order, ...expected }, order);
    });
  }

  const refused: Partial<Order>[] = [
    { note: 'with \0 inside' },
    { serial: '9223372036854775808' },
    { serial: '1.5' },
    { total: '0.001' },
    { total: '1e3' },
    { rate: '10' },
    { placedAt: 'tomorrow' },
    { placedAt: '9999-12-31T23:59:59-01:00' },
  ];
  for (const members of refused) {
    test(`${JSON.stringify(members)} is refused as an invalid value`, async () => {
      await assert.rejects(stored(service(), members), InvalidValue);
    });
  }
});

describe('both engines', { skip: skipPostgres }, () => {
  let services: Service[];
  before(async () => {
    services = [await startService(emptySqlite), await startService(emptyPostgres)];
  });
  after(() => Promise.all(services.map((service) => service.close())));

  const instant = fc
    .date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString());

  const members = fc.record({
    note: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
    quantity: fc.maxSafeInteger(),
    serial: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    weight: fc.double({ noNaN: true, noDefaultInfinity: true }).map((weight) => weight + 0),
    total: decimal(2),
    rate: decimal(18),
    paid: fc.boolean(),
    dueOn: instant.map((text) => text.slice(0, 10)),
    opensAt: instant.map((text) => text.slice(11, 19)),
    placedAt: instant,
    options: fc.json().map((text): unknown => JSON.parse(text)),
    attachment: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    customerId: fc.uuid(),
  });

  test('give back the same wire values, which are those that were written', async () => {
    const property = fc.asyncProperty(members, async (given) => {
      for (const service of services) {
        const order = await stored(service, given);
        assert.deepEqual({ ...order, ...given }, order);
      }
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
