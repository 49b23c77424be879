import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { BoundedMap } from '../../../templates/src/runtime/storage/bounded-map.ts';
import { createIdentifiers } from '../../../templates/src/runtime/storage/identifiers.ts';
import { indexName } from '../../../templates/src/runtime/storage/index-name.ts';
import { Mutex } from '../../../templates/src/runtime/storage/mutex.ts';
import {
  compile,
  parameter,
  queryBuilder,
} from '../../../templates/src/runtime/storage/statement.ts';
import { queriesOf } from './recording.ts';

describe('a bounded map', () => {
  test('keeps what was used last, and at most as many again', () => {
    const map = new BoundedMap<string, number>(2);
    let created = 0;
    const get = (key: string) =>
      map.getOrCreate(key, () => {
        created += 1;
        return created;
      });
    assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'd', 'e', 'b'].map(get), [1, 2, 1, 3, 1, 4, 5, 6]);
    assert.ok(map.size <= 4);
  });

  test('never holds more than two generations, and never without the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(12)), (limit, keys) => {
        const map = new BoundedMap<number, number>(limit);
        keys.forEach((key, at) => {
          map.getOrCreate(key, () => key);
          const last = new Set(keys.slice(0, at + 1).toReversed());
          for (const used of [...last].slice(0, limit)) assert.equal(map.get(used), used);
          assert.ok(map.size <= 2 * limit);
        });
      }),
    );
  });
});

describe('a mutex', () => {
  test('skips those who no longer wait', async () => {
    const mutex = new Mutex(20);
    await mutex.acquire();
    const impatient = mutex.acquire();
    await assert.rejects(impatient, /20 ms/);
    const patient = mutex.acquire();
    mutex.release();
    await patient;
    mutex.release();
    await mutex.acquire();
  });
});

describe('identifiers', () => {
  const layout = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('hold the milliseconds first', () => {
    const identifier = createIdentifiers(() => new Date(0x0123456789ab))();
    assert.match(identifier, layout);
    assert.equal(identifier.slice(0, 13), '01234567-89ab');
  });

  test('only ever grow, while the clock stands still or goes back', () => {
    const times = [1000, 1000, 999, 5, 1001];
    let calls = 0;
    const next = createIdentifiers(
      () => new Date(times[Math.floor((calls += 1) / 10_000)] ?? 2000),
    );
    let last = '';
    for (let index = 0; index < 60_000; index += 1) {
      const identifier = next();
      assert.ok(identifier > last, `${identifier} after ${last}`);
      assert.match(identifier, layout);
      last = identifier;
    }
  });
});

describe('a name of an index', () => {
  test('says what it is for', () => {
    assert.equal(indexName('orders', ['status', 'id'], 'idx'), 'orders__status__id__idx');
  });

  test('is never longer than PostgreSQL keeps, nor the same for two indexes', () => {
    const long = 'a_rather_long_name_of_a_column_';
    const indexes = [
      ['t', ['a__b', 'c']],
      ['t', ['a', 'b__c']],
      ['t', ['a_', 'b']],
      ['t', ['a', '_b']],
      ['t', [`${long}1`, `${long}2`]],
      ['t', [`${long}1`, `${long}3`]],
    ] as const;
    const names = indexes.map(([table, columns]) => indexName(table, columns, 'key'));
    assert.equal(new Set(names).size, indexes.length);
    for (const name of names) assert.ok(name.length <= 63 && name.endsWith('__key'), name);
  });
});

describe('a statement', () => {
  test('takes its values by name, beside those that are part of it', async () => {
    const query = queryBuilder('postgres')
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'open')
      .where('note', '=', parameter('note'));
    const statement = compile(query);
    const [executed] = await queriesOf((connection) =>
      statement(connection, { note: null, other: 1 }),
    );
    assert.deepEqual(executed?.parameters, ['open', null]);
  });

  test('does not run without one of its values', async () => {
    const query = queryBuilder('sqlite')
      .selectFrom('orders')
      .select('id')
      .where('id', '=', parameter('id'));
    const statement = compile(query);
    await assert.rejects(
      queriesOf((connection) => statement(connection, {})),
      /parameter id/,
    );
  });
});
