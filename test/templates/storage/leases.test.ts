import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { leases } from '../../../templates/src/runtime/storage/leases.ts';
import { anOrder, newId, onEachEngine } from './engines.ts';
import type { Tables } from './fixture/tables.ts';

const program = new URL('./fixture/compete.ts', import.meta.url).pathname;
const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);

async function compete(url: string, owner: string, now: Date): Promise<{ token?: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    url,
    owner,
    now.toISOString(),
  ]);
  return JSON.parse(stdout) as { token?: number };
}

onEachEngine((service) => {
  test('of four processes one gets it; after its time another one does, with a greater token', async () => {
    const { url } = service();
    const round = async (now: Date) => {
      const owners = ['a', 'b', 'c', 'd'];
      const all = await Promise.all(owners.map((owner) => compete(url, owner + String(now), now)));
      return all.flatMap(({ token }) => token ?? []);
    };
    assert.deepEqual(await round(noon), [1]);
    assert.deepEqual(await round(later(29_999)), []);
    assert.deepEqual(await round(later(30_000)), [2]);
  });

  test('of 50 that ask at once, on two pools, one gets it', async () => {
    const { database, url } = service();
    const other = await openDatabase<Tables>(url);
    const pools = [leases(database), leases(other)];
    const name = newId();
    const tokens = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        pools[index % 2]?.acquire(name, `owner ${index}`, noon, 1000),
      ),
    );
    await other.close();
    assert.deepEqual(
      tokens.filter((token) => token !== undefined),
      [1],
    );
  });

  test('it is held until the instant at which it expires, by the clock that is passed in', async () => {
    const { acquire } = leases(service().database);
    const name = newId();
    assert.equal(await acquire(name, 'a', noon, 1000), 1);
    assert.equal(await acquire(name, 'b', later(999), 1000), undefined);
    assert.equal(await acquire(name, 'b', later(1000), 1000), 2);
    assert.equal(await acquire(name, 'a', later(1000), 1000), undefined);
    assert.equal(await acquire(newId(), 'a', later(1000), 1000), 1);
  });

  test('its owner prolongs it and keeps the token, unless it was free meanwhile', async () => {
    const { acquire } = leases(service().database);
    const name = newId();
    assert.equal(await acquire(name, 'a', noon, 1000), 1);
    assert.equal(await acquire(name, 'a', later(900), 1000), 1);
    assert.equal(await acquire(name, 'b', later(1899), 1000), undefined);
    assert.equal(await acquire(name, 'a', later(1900), 1000), 2);
  });

  test('the token renews it while it holds, and never again', async () => {
    const { acquire, renew } = leases(service().database);
    const name = newId();
    const token = (await acquire(name, 'a', noon, 1000)) ?? 0;
    assert.equal(await renew(name, token, later(999), 1000), true);
    assert.equal(await renew(name, token, later(1998), 1000), true);
    assert.equal(await renew(name, token, later(2998), 1000), false);
    const next = (await acquire(name, 'b', later(2998), 1000)) ?? 0;
    assert.equal(await renew(name, token, later(3000), 1000), false);
    assert.equal(await renew(name, next, later(3000), 1000), true);
  });

  test('what is released is free at once; a lost one releases nothing', async () => {
    const { acquire, release } = leases(service().database);
    const name = newId();
    const first = (await acquire(name, 'a', noon, 1000)) ?? 0;
    await release(name, first);
    assert.equal(await acquire(name, 'b', noon, 1000), 2);
    await release(name, first);
    assert.equal(await acquire(name, 'c', noon, 1000), undefined);
  });

  test('a transaction of a holder that was replaced learns of it', async () => {
    const { database } = service();
    const { acquire, holds } = leases(database);
    const name = newId();
    const first = (await acquire(name, 'a', noon, 1000)) ?? 0;
    const held = (token: number, now: Date) =>
      database.transaction((transaction) => holds(transaction, name, token, now));
    assert.equal(await held(first, later(999)), true);
    assert.equal(await held(first, later(1000)), false);
    const second = (await acquire(name, 'b', later(1000), 1000)) ?? 0;
    assert.equal(await held(first, later(1001)), false);
    assert.equal(await held(second, later(1001)), true);
  });

  test('nobody takes it over before the transaction that it was confirmed in ends', async () => {
    const { database, orders, url } = service();
    const replica = await openDatabase<Tables>(url);
    const { acquire, holds } = leases(database);
    const name = newId();
    const token = (await acquire(name, 'a', noon, 1000)) ?? 0;
    const order = anOrder();
    const taking = await database.transaction(async (transaction) => {
      assert.equal(await holds(transaction, name, token, noon), true);
      const attempt = leases(replica).acquire(name, 'b', later(1000), 1000);
      assert.equal(await Promise.race([attempt, setTimeout(50, 'waiting')]), 'waiting');
      await orders.insert(transaction, order);
      return { attempt };
    });
    assert.equal(await taking.attempt, 2);
    await replica.close();
  });
});
