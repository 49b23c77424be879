import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { anonymous } from '../../../templates/src/runtime/authentication/caller.ts';
import { builtIn } from '../../../templates/src/runtime/errors/built-in.ts';
import { Problem } from '../../../templates/src/runtime/errors/problem.ts';
import type { Task } from '../../../templates/src/runtime/service/background.ts';
import {
  timedTransitions,
  timersAtOnce,
  type TimedResource,
} from '../../../templates/src/runtime/states/timed-transitions.ts';
import { timerKeeping } from '../../../templates/src/runtime/states/timers.ts';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { anOrder, newId, onEachEngine, type Service } from '../storage/engines.ts';
import type { Order } from '../storage/fixture/order.store.ts';
import type { Tables } from '../storage/fixture/tables.ts';

const hour = 60 * 60 * 1000;
const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);

const always = { when: {}, input: Type.Object({}) };
const machine = {
  field: 'status',
  initial: 'open',
  transitions: {
    submit: { ...always, from: ['open'], to: 'submitted' },
    expire: { ...always, from: ['open'], to: 'expired', after: hour },
    remind: { ...always, from: ['expired'], to: 'expired', after: hour },
    lapse: { ...always, from: ['open', 'submitted'], to: 'lapsed', at: 'placedAt' },
    close: { ...always, from: ['submitted'], to: 'closed', at: 'dueOn' },
  },
};
const caller = { ...anonymous, id: 'client', name: 'client' };

type Fire = TimedResource<Tables>['fire'];

/** A service with a clock that the test sets, as it is seen by one replica. */
function replicaOf({ database, orders }: Service, resource: string, own = database) {
  const timers = timerKeeping(own, resource, machine);
  const fired: string[] = [];
  const lines: string[] = [];
  const note = (level: string) => (_: object, text: string) => lines.push(`${level}: ${text}`);
  const log = { warn: note('warn'), error: note('error') };
  let woken = 0;

  const fire: Fire = async (transaction, { id, transition, now }) => {
    const order = await orders.get(transaction, id);
    assert.ok(order !== undefined);
    const to = { expire: 'expired', remind: 'expired', lapse: 'lapsed', close: 'closed' };
    const status = to[transition as keyof typeof to];
    const changed = await orders.update(transaction, id, order.revision, { ...order, status });
    assert.ok(changed !== undefined);
    await timers.changed(transaction, { caller, now }, { kind: 'entered', after: changed });
    fired.push(`${transition} ${id}`);
    return 'done';
  };

  return {
    timers,
    fired,
    lines,
    get woken() {
      return woken;
    },
    fire,
    task: (now: Date, how: Fire = fire): Task =>
      timedTransitions({
        database: own,
        resources: [{ name: resource, table: 'orders', fire: how }],
        clock: () => now,
        log: log as unknown as Parameters<typeof timedTransitions>[0]['log'],
        wake: () => {
          woken += 1;
        },
      }),
    insert: (members: Partial<Order>, now: Date = noon) =>
      database.transaction(async (transaction) => {
        const order = await orders.insert(transaction, anOrder(members));
        await timers.changed(transaction, { caller, now }, { kind: 'created', after: order });
        return order;
      }),
    change: (order: Order, members: Partial<Order>) =>
      database.transaction(async (transaction) => {
        const next = { ...order, ...members };
        const changed = await orders.update(transaction, order.id, order.revision, next);
        assert.ok(changed !== undefined);
        await timers.changed(
          transaction,
          { caller, now: noon },
          { kind: 'updated', after: changed },
        );
        return changed;
      }),
  };
}

const { signal } = new AbortController();

async function runAll(task: Task): Promise<number> {
  let runs = 1;
  while (await task.run(signal)) runs += 1;
  return runs;
}

async function timersOf({ database }: Service, id: string) {
  const rows = await database.reader
    .selectFrom('timers')
    .select(['transition', 'due_at', 'next_at', 'failures'])
    .where('row_id', '=', id)
    .orderBy('transition')
    .execute();
  return rows.map((row) => ({ ...row }));
}

const awake = (transition: string, due: Date) => ({
  transition,
  due_at: due.toISOString(),
  next_at: due.toISOString(),
  failures: 0,
});

onEachEngine((service) => {
  test('a transition happens that long after the row has entered its state, once', async () => {
    const { insert, task, fired } = replicaOf(service(), newId());
    const { id } = await insert({});
    assert.deepEqual(await timersOf(service(), id), [awake('expire', later(hour))]);
    await runAll(task(later(hour - 1)));
    assert.deepEqual(fired, []);
    await runAll(task(later(hour)));
    assert.deepEqual(fired, [`expire ${id}`]);
    await runAll(task(later(hour + 1)));
    assert.deepEqual(fired, [`expire ${id}`]);
  });

  test('a state that is entered again counts anew, from when that really happened', async () => {
    const { insert, task, fired } = replicaOf(service(), newId());
    const { id } = await insert({});
    await runAll(task(later(2 * hour)));
    assert.deepEqual(await timersOf(service(), id), [awake('remind', later(3 * hour))]);
    await runAll(task(later(3 * hour)));
    assert.deepEqual(fired, [`expire ${id}`, `remind ${id}`]);
    assert.deepEqual(await timersOf(service(), id), [awake('remind', later(4 * hour))]);
  });

  test('a change within the state moves no time that is counted from entering it', async () => {
    const { insert, change } = replicaOf(service(), newId());
    const order = await insert({});
    await change(order, { note: 'new' });
    assert.deepEqual(await timersOf(service(), order.id), [awake('expire', later(hour))]);
  });

  test('an instant in a member is followed: set, moved, and none any more', async () => {
    const { insert, change, task, fired } = replicaOf(service(), newId());
    const order = await insert({ status: 'submitted' });
    const due = async () => timersOf(service(), order.id);
    assert.deepEqual(await due(), []);
    const placed = await change(order, { placedAt: '2026-03-01T16:00:00+02:00' });
    assert.deepEqual(await due(), [awake('lapse', later(2 * hour))]);
    const moved = await change(placed, { placedAt: later(3 * hour).toISOString() });
    assert.deepEqual(await due(), [awake('lapse', later(3 * hour))]);
    const none = await change(moved, { placedAt: null });
    assert.deepEqual(await due(), []);
    await change(none, { placedAt: later(-hour).toISOString() });
    await runAll(task(noon));
    assert.deepEqual(fired, [`lapse ${order.id}`]);
  });

  test('a date is its beginning in UTC', async () => {
    const { insert } = replicaOf(service(), newId());
    const { id } = await insert({ status: 'submitted', dueOn: '2026-03-02' });
    const midnight = new Date('2026-03-02T00:00:00.000Z');
    assert.deepEqual(await timersOf(service(), id), [awake('close', midnight)]);
  });

  test('a state that is left takes its timers along, and so does the row', async () => {
    const { database, orders } = service();
    const { insert, timers } = replicaOf(service(), newId());
    const order = await insert({ placedAt: later(hour).toISOString(), dueOn: '2026-03-02' });
    const names = async () =>
      (await timersOf(service(), order.id)).map(({ transition }) => transition);
    assert.deepEqual(await names(), ['expire', 'lapse']);
    await database.transaction(async (transaction) => {
      const next = { ...order, status: 'submitted' };
      const changed = (await orders.update(transaction, order.id, 1, next)) ?? order;
      await timers.changed(
        transaction,
        { caller, now: later(1000) },
        { kind: 'entered', after: changed },
      );
    });
    assert.deepEqual(await names(), ['close', 'lapse']);
    await database.transaction((transaction) =>
      timers.changed(transaction, { caller, now: noon }, { kind: 'deleted', after: order }),
    );
    assert.deepEqual(await names(), []);
  });

  test('one whose guard does not hold sleeps until the row changes', async () => {
    const { insert, change, fire, task, fired } = replicaOf(service(), newId());
    const order = await insert({});
    let attempts = 0;
    const guarded: Fire = async (transaction, occasion) => {
      attempts += 1;
      const { note } = (await service().orders.get(transaction, occasion.id)) ?? order;
      return note === null ? 'waiting' : fire(transaction, occasion);
    };
    for (const now of [later(hour), later(2 * hour)]) await runAll(task(now, guarded));
    assert.equal(attempts, 1);
    const [sleeping] = await timersOf(service(), order.id);
    assert.equal(sleeping?.next_at, null);

    const changed = await change(order, { quantity: 1 });
    assert.deepEqual(await timersOf(service(), order.id), [awake('expire', later(hour))]);
    await runAll(task(later(2 * hour), guarded));
    assert.equal(attempts, 2);
    await change(changed, { note: 'ready' });
    await runAll(task(later(2 * hour), guarded));
    assert.deepEqual(fired, [`expire ${order.id}`]);
  });

  test('one that the row is not in the state for is dropped', async () => {
    const { insert, task } = replicaOf(service(), newId());
    const { id } = await insert({});
    await runAll(task(later(hour), async () => 'impossible'));
    assert.deepEqual(await timersOf(service(), id), []);
  });

  test('one whose row went away with its parent is dropped, without a word', async () => {
    const { database, orders } = service();
    const { insert, task, fired, lines } = replicaOf(service(), newId());
    const { id } = await insert({});
    await database.transaction((transaction) => orders.remove(transaction, id));
    await runAll(task(later(hour)));
    assert.deepEqual(await timersOf(service(), id), []);
    assert.deepEqual([...fired, ...lines], []);
  });

  test('one that fails is tried again, later each time, and keeps no other from happening', async () => {
    const { insert, fire, task, fired, lines } = replicaOf(service(), newId());
    const bad = await insert({});
    const good = await insert({}, later(1));
    let problem: Error = new Error('rule with a fault');
    const attempts: number[] = [];
    const failing = (now: Date) =>
      task(now, async (transaction, occasion) => {
        const outcome = await fire(transaction, occasion);
        if (occasion.id === bad.id) {
          attempts.push(now.getTime() - later(2 * hour).getTime());
          throw problem;
        }
        return outcome;
      });
    await runAll(failing(later(2 * hour)));
    assert.deepEqual(fired, [`expire ${bad.id}`, `expire ${good.id}`]);
    assert.equal((await service().orders.get(service().database.reader, bad.id))?.revision, 1);
    problem = new Problem(builtIn.conflict);
    for (const pause of [999, 1000, 2999, 3000, 6999, 7000]) {
      await runAll(failing(later(2 * hour + pause)));
    }
    assert.deepEqual(attempts, [0, 1000, 3000, 7000]);
    assert.deepEqual(lines, [
      'error: a timed transition failed',
      ...Array.from({ length: 3 }, () => 'warn: a timed transition failed'),
    ]);
    // The pause is never longer than an hour, and a change of the row ends it.
    await service().database.transaction((transaction) =>
      sql`update timers set failures = 40, next_at = due_at where row_id = ${bad.id}`.execute(
        transaction,
      ),
    );
    await runAll(failing(later(10 * hour)));
    const [timer] = await timersOf(service(), bad.id);
    assert.equal(timer?.next_at, later(11 * hour).toISOString());
  });

  test('thousands that are due at once happen in the order in which they are due, in small steps', async () => {
    const replica = replicaOf(service(), newId());
    const { database, orders } = service();
    const count = 2000;
    const expected: string[] = [];
    await database.transaction(async (transaction) => {
      for (let index = 0; index < count; index += 1) {
        const order = await orders.insert(transaction, anOrder());
        // Inserted from the last one to the first.
        const now = later(count - index);
        await replica.timers.changed(
          transaction,
          { caller, now },
          { kind: 'created', after: order },
        );
        expected.unshift(`expire ${order.id}`);
      }
    });
    const runs = await runAll(replica.task(later(hour + count)));
    assert.deepEqual(replica.fired, expected);
    assert.ok(runs >= count / timersAtOnce);
    assert.equal(replica.woken, count / timersAtOnce);
  });

  test('three replicas at once carry out each of them once', async () => {
    const resource = newId();
    const first = replicaOf(service(), resource);
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) ids.push((await first.insert({})).id);
    const databases = await Promise.all(
      Array.from({ length: 3 }, () => openDatabase<Tables>(service().url)),
    );
    const replicas = databases.map((database) => replicaOf(service(), resource, database));
    for (let left = true; left;) {
      await Promise.all(replicas.map(({ task }) => runAll(task(later(hour)))));
      left = (await Promise.all(ids.map((id) => timersOf(service(), id)))).some((timers) =>
        timers.some(({ transition }) => transition === 'expire'),
      );
    }
    await Promise.all(databases.map((database) => database.close()));
    const { database, orders } = service();
    for (const id of ids) {
      const order = await orders.get(database.reader, id);
      assert.deepEqual([order?.status, order?.revision], ['expired', 2]);
    }
  });

  test('a row that somebody is changing is left alone until that is committed', async () => {
    const { database, orders, url } = service();
    const other = await openDatabase<Tables>(url);
    const { insert, timers, task, fired } = replicaOf(service(), newId(), other);
    const order = await insert({});
    const running = await database.transaction(async (transaction) => {
      const next = { ...order, status: 'submitted' };
      const changed = await orders.update(transaction, order.id, 1, next);
      const attempt = task(later(hour)).run(signal);
      // On SQLite the other transaction cannot even begin.
      if (database.engine === 'postgres') assert.equal(await attempt, false);
      await timers.changed(
        transaction,
        { caller, now: noon },
        { kind: 'entered', after: changed ?? order },
      );
      return { attempt };
    });
    await running.attempt;
    await runAll(task(later(2 * hour)));
    await other.close();
    assert.deepEqual(fired, []);
    assert.equal((await orders.get(database.reader, order.id))?.status, 'submitted');
  });

  test('it ends between two when it is told to', async () => {
    const { insert, fire, task, fired } = replicaOf(service(), newId());
    for (let index = 0; index < 3; index += 1) await insert({});
    const stopping = new AbortController();
    const last: Fire = async (...input) => {
      stopping.abort();
      return fire(...input);
    };
    assert.equal(await task(later(hour), last).run(stopping.signal), false);
    assert.equal(fired.length, 1);
  });
});
