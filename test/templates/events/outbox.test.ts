import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { cursors } from '../../../templates/src/runtime/events/cursors.ts';
import { outbox, sequencerName } from '../../../templates/src/runtime/events/outbox.ts';
import { purgedAtOnce } from '../../../templates/src/runtime/storage/purge-statement.ts';
import { eventPurge } from '../../../templates/src/runtime/events/purge.ts';
import { relayTask } from '../../../templates/src/runtime/events/relays/relay.ts';
import { sequencedAtOnce, sequencer } from '../../../templates/src/runtime/events/sequencer.ts';
import { openDatabase, type Database } from '../../../templates/src/runtime/storage/database.ts';
import { leases } from '../../../templates/src/runtime/storage/leases.ts';
import { migrate } from '../../../templates/src/runtime/storage/migrations/index.ts';
import { emptyPostgres, emptySqlite, newId, skipPostgres } from '../storage/engines.ts';
import { change, type Kind } from './fixture/changes.ts';
import type { StoredEvent } from '../../../templates/src/runtime/events/event.ts';
import { migrations, type Tables } from './fixture/tables.ts';

const engines = [
  { name: 'sqlite', empty: emptySqlite, skip: false },
  { name: 'postgres', empty: emptyPostgres, skip: skipPostgres },
];
const never = new AbortController().signal;
const day = 24 * 60 * 60 * 1000;

for (const { name, empty, skip } of engines) {
  describe(name, { skip }, () => {
    let database: Database<Tables>;
    let drop: () => Promise<void>;

    before(async () => {
      const made = await empty();
      ({ drop } = made);
      database = await openDatabase<Tables>(made.url);
      await migrate(database, migrations);
    });
    after(async () => {
      await database.close();
      await drop();
    });
    beforeEach(() =>
      database.transaction(async (transaction) => {
        for (const table of ['events', 'event_cursors', 'leases', 'documents', 'records'] as const)
          await transaction.deleteFrom(table).execute();
      }),
    );

    const events = () => outbox(database, { newId, keep: day, keepsDeciding: true });
    const sequence = () => sequencer(database, () => {}).run(never);
    const relayOf = (
      owner: string,
      clock: () => Date,
      send: (events: readonly StoredEvent[]) => Promise<void>,
    ) =>
      relayTask({
        broker: { name: 'nats', send, close: async () => {} },
        database,
        outbox: events(),
        cursors: cursors(database),
        leases: leases(database),
        owner,
        clock,
      });
    const make = (kind: Kind, id = newId()) =>
      database.transaction(async (transaction) => {
        await change(transaction, events(), kind, id);
        return id;
      });
    const read = async (from = 0, limit = 100) =>
      (await events().read(database.reader, from, limit)).map(({ rowId, position, data }) => ({
        rowId,
        position,
        revision: data.revision,
      }));

    test('an event is there when its change is, and not otherwise', async () => {
      await assert.rejects(
        database.transaction(async (transaction) => {
          await change(transaction, events(), 'created', newId());
          throw new Error('changed its mind');
        }),
        /changed its mind/,
      );
      const id = await make('created');
      await sequence();
      assert.deepEqual(await read(), [{ rowId: id, position: 1, revision: 1 }]);
    });

    test('what is committed has no position before the sequencer has seen it', async () => {
      await make('created');
      assert.deepEqual(await read(), []);
    });

    test('what is rolled back leaves no gap between the positions', async () => {
      for (let number = 0; number < 5; number += 1) {
        await make('created');
        await assert.rejects(
          database.transaction(async (transaction) => {
            await change(transaction, events(), 'created', newId());
            throw new Error('changed its mind');
          }),
        );
        if (number % 2 === 0) await sequence();
      }
      await sequence();
      assert.deepEqual(
        (await read()).map(({ position }) => position),
        [1, 2, 3, 4, 5],
      );
    });

    test(
      'a transaction that took its number first and commits last is not passed by',
      {
        skip: name === 'sqlite' && 'only one transaction writes at a time',
      },
      async () => {
        const late = Promise.withResolvers<void>();
        const inserted = Promise.withResolvers<void>();
        const lateId = newId();
        const committed = database.transaction(async (transaction) => {
          await change(transaction, events(), 'created', lateId);
          inserted.resolve();
          await late.promise;
        });
        await inserted.promise;
        const soonId = await make('created');
        await make('updated', soonId);
        await sequence();
        const seen = await read();
        assert.deepEqual(
          seen.map(({ rowId }) => rowId),
          [soonId, soonId],
        );
        late.resolve();
        await committed;
        await make('updated', soonId);
        await make('updated', lateId);
        await sequence();
        // By the sequence, the late one would have stood before what was read already.
        assert.deepEqual(await read(seen.at(-1)?.position), [
          { rowId: lateId, position: 3, revision: 1 },
          { rowId: soonId, position: 4, revision: 3 },
          { rowId: lateId, position: 5, revision: 2 },
        ]);
      },
    );

    test('of transactions that change one row at once, the events have the order of the changes', async () => {
      const id = await make('created');
      await Promise.all([
        ...Array.from({ length: 40 }, () => make('updated', id)),
        ...Array.from({ length: 10 }, sequence),
      ]);
      while (await sequence());
      const found = await read();
      assert.deepEqual(
        found.map(({ revision }) => revision),
        Array.from({ length: 41 }, (_, index) => index + 1),
      );
      assert.deepEqual(
        found.map(({ position }) => position),
        Array.from({ length: 41 }, (_, index) => index + 1),
      );
    });

    test(
      'one replica gives positions at a time, and nobody waits for it',
      {
        skip: name === 'sqlite' && 'only one transaction writes at a time',
      },
      async () => {
        await make('created');
        await sequence();
        await make('created');
        const locked = Promise.withResolvers<void>();
        const done = Promise.withResolvers<void>();
        const other = database.transaction(async (transaction) => {
          const counter = transaction.selectFrom('event_cursors').selectAll().forUpdate();
          await counter.where('consumer', '=', sequencerName).execute();
          locked.resolve();
          await done.promise;
        });
        await locked.promise;
        try {
          assert.equal(await sequence(), false);
          assert.equal((await read()).length, 1);
        } finally {
          done.resolve();
          await other;
        }
        await sequence();
        assert.equal((await read()).length, 2);
      },
    );

    test('more than a step is done in several', async () => {
      await database.transaction(async (transaction) => {
        for (let number = 0; number <= sequencedAtOnce; number += 1)
          await change(transaction, events(), 'created', newId());
      });
      assert.equal(await sequence(), true);
      assert.equal(await sequence(), false);
      assert.equal(await events().last(database.reader), sequencedAtOnce + 1);
      assert.deepEqual(
        (await read(sequencedAtOnce - 1)).map(({ position }) => position),
        [sequencedAtOnce, sequencedAtOnce + 1],
      );
    });

    test('positions go on where they were, whatever was deleted', async () => {
      await make('created');
      await sequence();
      await database.transaction((transaction) => transaction.deleteFrom('events').execute());
      const id = await make('created');
      await sequence();
      assert.deepEqual(await read(1), [{ rowId: id, position: 2, revision: 1 }]);
    });

    test('an event is found by its id, and nothing by what is none', async () => {
      await make('created');
      const { id } = await database.reader
        .selectFrom('events')
        .select('id')
        .executeTakeFirstOrThrow();
      assert.equal(await events().find(database.reader, id), undefined);
      await sequence();
      const found = await events().find(database.reader, id);
      assert.deepEqual([found?.id, found?.position], [id, 1]);
      for (const wrong of [newId(), 'x', '', `${id}x`, '\0'])
        assert.equal(await events().find(database.reader, wrong), undefined);
    });

    test('a reader can choose by type and by time', async () => {
      const id = await make('created');
      await make('updated', id);
      await make('updated', id);
      await make('deleted', id);
      await sequence();
      const all = await events().read(database.reader, 0, 10);
      const positions = async (filter: object) =>
        (await events().read(database.reader, 0, 10, filter)).map(({ position }) => position);
      assert.deepEqual(await positions({ types: ['document.updated'] }), [2, 3]);
      assert.deepEqual(
        await positions({ types: ['document.created', 'document.deleted', 'x.y'] }),
        [1, 4],
      );
      const to = all[2]?.time ?? '';
      const before = all.filter(({ time }) => time < to).map(({ position }) => position);
      assert.deepEqual(await positions({ to }), before);
      assert.deepEqual(
        await positions({ from: to }),
        all.map(({ position }) => position).slice(before.length),
      );
    });

    test('a cursor is moved from where it was read alone', async () => {
      const all = cursors(database);
      const advance = (from: number, to: number) =>
        database.transaction((transaction) => all.advance(transaction, 'nats', from, to));
      assert.equal(await all.read(database.reader, 'nats'), 0);
      const first = await Promise.all([advance(0, 3), advance(0, 5), advance(0, 4)]);
      assert.equal(first.filter(Boolean).length, 1);
      const at = await all.read(database.reader, 'nats');
      assert.equal(await advance(0, 9), false);
      assert.equal(await advance(at, at - 1), false, 'never back');
      assert.equal(await advance(at, 9), true);
      await database.transaction((transaction) => all.advance(transaction, 'kafka', 0, 2));
      assert.equal(await all.lowest(database.reader, ['nats', 'kafka']), 2);
      assert.equal(await all.lowest(database.reader, ['nats', 'other']), 0);
      assert.equal(await all.lowest(database.reader, []), undefined);
    });

    test('a relay that was overtaken while it published moves nothing', async () => {
      for (let number = 0; number < 3; number += 1) await make('created');
      await sequence();
      const state = { now: new Date() };
      const published: string[] = [];
      const fast = relayOf(
        'fast',
        () => state.now,
        async (batch) => {
          published.push(...batch.map(({ position }) => `fast ${String(position)}`));
        },
      );
      const slow = relayOf(
        'slow',
        () => state.now,
        async (batch) => {
          assert.equal(await fast.run(never), false, 'the lease keeps it away');
          assert.equal(published.length, 0);
          state.now = new Date(state.now.getTime() + 60_001);
          await fast.run(never);
          published.push(...batch.map(({ position }) => `slow ${String(position)}`));
        },
      );
      assert.equal(await slow.run(never), false);
      assert.deepEqual(published, ['fast 1', 'fast 2', 'fast 3', 'slow 1', 'slow 2', 'slow 3']);
      assert.equal(await cursors(database).read(database.reader, 'nats'), 3);
    });

    test('a relay whose receiver fails comes again with the same events', async () => {
      await make('created');
      await sequence();
      const received: number[] = [];
      let failures = 2;
      const task = relayOf(
        'one',
        () => new Date(),
        async (batch) => {
          received.push(...batch.map(({ position }) => position));
          if ((failures -= 1) >= 0) throw new Error('gone');
        },
      );
      await assert.rejects(task.run(never), /gone/);
      await assert.rejects(task.run(never), /gone/);
      await task.run(never);
      await task.run(never);
      assert.deepEqual(received, [1, 1, 1]);
    });

    test('events are kept as long as it is said, and longer while somebody needs them', async () => {
      for (let number = 0; number < 6; number += 1) await make('created');
      await sequence();
      await make('created');
      let needed: number | undefined = 4;
      const state = { now: new Date(Date.now() + day - 60_000) };
      const purge = eventPurge(
        database,
        events(),
        [async () => needed, async () => undefined],
        () => state.now,
      );
      const left = async () =>
        (
          await database.reader
            .selectFrom('events')
            .select('position')
            .orderBy('sequence')
            .execute()
        ).map(({ position }) => position);
      assert.equal(await purge.run(never), false);
      assert.equal((await left()).length, 7, 'none is old enough');
      state.now = new Date(Date.now() + day + 60_000);
      await purge.run(never);
      assert.deepEqual(await left(), [5, 6, null], 'the rest is needed, or was told to nobody');
      needed = undefined;
      await purge.run(never);
      assert.equal((await left()).length, 3, 'it does not look all the time');
      state.now = new Date(state.now.getTime() + 60_000);
      await purge.run(never);
      assert.deepEqual(await left(), [null]);
    });

    test('many old events are deleted in several steps', async () => {
      await database.transaction(async (transaction) => {
        for (let number = 0; number <= purgedAtOnce; number += 1)
          await change(transaction, events(), 'created', newId());
      });
      await sequence();
      const now = new Date(Date.now() + 2 * day);
      const purge = eventPurge(database, events(), [], () => now);
      assert.equal(await purge.run(never), true);
      assert.equal(await purge.run(never), false);
      const { rows } = await sql`select 1 from events`.execute(database.reader);
      assert.equal(rows.length, 0);
    });
  });
}
