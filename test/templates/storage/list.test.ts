import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListQuery } from '../../../templates/src/runtime/storage/list.ts';
import { anOrder, newId, onEachEngine, type Service } from './engines.ts';
import type { Order } from './fixture/order.store.ts';

type Query = ListQuery<keyof Order & string>;

/** Each test has a status of its own, so that it lists its own orders only. */
async function seed({ database, orders }: Service, status: string, members: Partial<Order>[]) {
  return database.transaction(async (transaction) => {
    const rows: Order[] = [];
    for (const each of members) {
      rows.push(await orders.insert(transaction, anOrder({ ...each, status })));
    }
    return rows;
  });
}

function list({ database, orders }: Service, status: string, query: Partial<Query> = {}) {
  const { filters = [], ...rest } = query;
  const all = { sort: [], offset: 0, limit: 100, total: false, ...rest };
  return orders.list(database.reader, {
    ...all,
    filters: [{ member: 'status', anyOf: [status] }, ...filters],
  });
}

async function listed<Member extends keyof Order>(
  service: Service,
  status: string,
  member: Member,
  query: Partial<Query>,
): Promise<Order[Member][]> {
  const { rows } = await list(service, status, query);
  return rows.map((row) => row[member]);
}

onEachEngine((service) => {
  test('without a sort, rows come in the order of their keys', async () => {
    const rows = await seed(service(), 'unsorted', [{}, {}, {}]);
    assert.deepEqual((await list(service(), 'unsorted')).rows, rows);
  });

  test('null comes first ascending and last descending', async () => {
    await seed(service(), 'nulls', [{ quantity: 2 }, { quantity: null }, { quantity: 1 }]);
    const quantities = (direction: 'asc' | 'desc') =>
      listed(service(), 'nulls', 'quantity', { sort: [{ member: 'quantity', direction }] });
    assert.deepEqual(await quantities('asc'), [null, 1, 2]);
    assert.deepEqual(await quantities('desc'), [2, 1, null]);
  });

  const text = [
    '',
    ' ',
    '10',
    '9',
    'A',
    'B',
    'Z',
    '_',
    'a',
    'b',
    'ä',
    'é',
    'ö',
    'ﬀ',
    '\uFFFD',
    '🙂',
  ];
  test('text is ordered by code point', async () => {
    await seed(
      service(),
      'collation',
      text.toReversed().map((note) => ({ note })),
    );
    const sort = [{ member: 'note', direction: 'asc' } as const];
    assert.deepEqual(await listed(service(), 'collation', 'note', { sort }), text);

    const query: Partial<Query> = {
      sort,
      filters: [
        { member: 'note', operator: '>', value: 'Z' },
        { member: 'note', operator: '<=', value: 'ä' },
      ],
    };
    assert.deepEqual(await listed(service(), 'collation', 'note', query), ['_', 'a', 'b', 'ä']);
  });

  test('exact numbers are ordered and compared as numbers', async () => {
    const totals = ['-10.00', '-9.99', '0.00', '2.50', '9.99', '10.00', '9007199254740993.00'];
    const serials = ['-10', '-9', '0', '2', '9', '10', '9007199254740993'];
    const members = totals.map((total, index) => ({ total, serial: serials[index] ?? null }));
    await seed(service(), 'exact', members.toReversed());

    for (const [member, values] of [
      ['total', totals],
      ['serial', serials],
    ] as const) {
      const sort = [{ member, direction: 'asc' } as const];
      assert.deepEqual(await listed(service(), 'exact', member, { sort }), values);
      const filters = [
        { member, operator: '>', value: values[1] } as const,
        { member, operator: '<', value: values[6] } as const,
      ];
      assert.deepEqual(
        await listed(service(), 'exact', member, { sort, filters }),
        values.slice(2, 6),
      );
    }
  });

  test('instants are compared whatever offset the request has', async () => {
    const instants = ['2026-03-01T10:00:00.000Z', '2026-03-01T11:00:00.000Z'];
    await seed(
      service(),
      'instants',
      instants.map((placedAt) => ({ placedAt })),
    );
    const filters = [
      { member: 'placedAt', operator: '>=', value: '2026-03-01T11:30:00+01:00' } as const,
    ];
    assert.deepEqual(
      await listed(service(), 'instants', 'placedAt', { filters }),
      instants.slice(1),
    );
  });

  const ranges = [
    ['>', [3]],
    ['>=', [2, 3]],
    ['<', [1]],
    ['<=', [1, 2]],
  ] as const;
  for (const [operator, expected] of ranges) {
    test(`a range ${operator} leaves out null`, async () => {
      const status = `range ${operator}`;
      await seed(
        service(),
        status,
        [1, 2, 3, null].map((quantity) => ({ quantity })),
      );
      const filters = [{ member: 'quantity', operator, value: 2 } as const];
      assert.deepEqual(await listed(service(), status, 'quantity', { filters }), expected);
    });
  }

  test('a filter takes any number of values, among them none', async () => {
    await seed(
      service(),
      'any',
      [1, 2, 3, 4, 5, 6].map((quantity) => ({ quantity })),
    );
    const quantities = (...anyOf: number[]) =>
      listed(service(), 'any', 'quantity', { filters: [{ member: 'quantity', anyOf }] });
    assert.deepEqual(await quantities(), []);
    assert.deepEqual(await quantities(3), [3]);
    assert.deepEqual(await quantities(2, 4), [2, 4]);
    assert.deepEqual(await quantities(6, 1, 99, 3, 3), [1, 3, 6]);
  });

  test('every type can be filtered', async () => {
    const members: Partial<Order> = {
      note: 'x',
      quantity: 5,
      serial: '7',
      weight: 0.1,
      total: '1.10',
      rate: '0.100000000000000000',
      paid: false,
      dueOn: '2026-03-01',
      opensAt: '08:00:00',
      placedAt: '2026-03-01T08:00:00.000Z',
      attachment: 'AP+A',
      customerId: newId(),
    };
    await seed(service(), 'types', [members, {}]);
    for (const [member, value] of Object.entries(members)) {
      const filters = [{ member: member as keyof Order, anyOf: [value] }];
      const { rows } = await list(service(), 'types', { filters });
      assert.equal(rows.length, 1, member);
    }
  });

  test('sorts by several members, and pages without gap or repetition where they are equal', async () => {
    const members = Array.from({ length: 25 }, (_, index) => ({
      quantity: index % 2,
      note: 'same',
    }));
    const rows = await seed(service(), 'ties', members);
    for (const direction of ['asc', 'desc'] as const) {
      const sort = [
        { member: 'note', direction: 'asc' } as const,
        { member: 'quantity', direction } as const,
      ];
      const pages: Order[] = [];
      for (let offset = 0; offset < 25; offset += 10) {
        pages.push(...(await list(service(), 'ties', { sort, offset, limit: 10 })).rows);
      }
      const even = rows.filter(({ quantity }) => quantity === 0);
      const odd = rows.filter(({ quantity }) => quantity === 1);
      const expected = [...even, ...odd];
      assert.deepEqual(pages, direction === 'asc' ? expected : expected.toReversed());
    }
  });

  test('counts only when asked, and rightly on every page', async () => {
    await seed(
      service(),
      'counted',
      Array.from({ length: 5 }, () => ({})),
    );
    assert.equal('total' in (await list(service(), 'counted')), false);
    for (const [offset, limit] of [
      [0, 2],
      [0, 5],
      [0, 10],
      [4, 2],
      [5, 2],
      [100, 2],
      [0, 0],
    ] as const) {
      const page = await list(service(), 'counted', { offset, limit, total: true });
      assert.equal(page.total, 5, `offset ${offset}, limit ${limit}`);
    }
    assert.equal((await list(service(), 'no such', { total: true })).total, 0);
  });
});
