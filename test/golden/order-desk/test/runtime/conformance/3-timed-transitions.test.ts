import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { hasEvents, timedResources } from '../../contract.ts';
import { anonymous } from '../../../src/runtime/authentication/caller.ts';
import { unmetFields } from '../../../src/runtime/states/guards.ts';
import {
  isTimed,
  type StateMachine,
  type Transition,
} from '../../../src/runtime/states/machine.ts';
import { timerKeeping } from '../../../src/runtime/states/timers.ts';
import {
  holding,
  itemsOf,
  startConforming,
  testEngines,
  unless,
  type ConformingService,
} from '../support/conformance.ts';
import type { TimedResource } from '../support/timed-resource.ts';
import type { Json, ResourceSample } from '../support/sample.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;

interface Case {
  readonly kind: TimedResource;
  readonly name: string;
  readonly transition: Transition;
}

const cases: readonly Case[] = timedResources.flatMap((kind) =>
  Object.entries(kind.machine.transitions)
    .filter(([, transition]) => isTimed(transition) && !leadsOn(kind.machine, transition))
    .map(([name, transition]) => ({ kind, name, transition })),
);

/** Whether the next transition may be due at once: then the row does not stay in the state that it entered. */
function leadsOn({ transitions }: StateMachine, { to }: Transition): boolean {
  return Object.values(transitions).some(({ at, from }) => at !== undefined && from.includes(to));
}

/** Those of which there can be several at once. */
const several = cases.filter(({ kind: { sample } }) => holding([sample], 8).length > 0);

/** Those of which clients can change the member that says when. */
const following = cases.filter(({ kind: { sample }, transition: { at } }) => {
  const { methods, bodies, immutable } = sample;
  const isChanged = methods.includes('update') && methods.includes('read');
  return at !== undefined && isChanged && at in bodies[0] && !immutable.includes(at);
});

const removable = cases.filter(({ kind }) => kind.sample.methods.includes('delete'));

interface Placed {
  readonly path: string;
  readonly id: string;
  readonly revision: number;
  /** Whether its guard lets it happen. */
  readonly isOpen: boolean;
}

for (const engine of testEngines()) {
  describe(`part 3, timed transitions on ${engine.name}`, { skip: engine.missing ?? false }, () => {
    let service: ConformingService;
    let latest = 0;

    before(async () => {
      service = await startConforming(engine);
    });
    after(() => service.stop());

    /** Keeps a row that has entered a state from which the transition is due at an instant. */
    async function placed({ kind, name, transition }: Case, due: Date): Promise<Placed> {
      const { sample, machine } = kind;
      const { after: delay = 0, at, from } = transition;
      const collection = await service.make.collection(sample);
      const when = at === undefined ? {} : { [at]: written(sample, at, due) };
      const isSent = at !== undefined && !sample.readOnly.includes(at);
      // What another test has placed, and has a value that is unique, goes; what this one has placed stays.
      const body = await service.make.body(sample, 0, isSent ? when : {});
      const { id } = await service.make.insert(sample, collection, body);
      const store = kind.store(service.database);
      const changed = await service.database.transaction(async (transaction) => {
        const stored = await store.get(transaction, id);
        assert.ok(stored !== undefined);
        const row = { ...stored, ...when, [machine.field]: from[0] };
        const entered = await store.update(transaction, id, stored.revision, row);
        assert.ok(entered !== undefined);
        const actor = { caller: anonymous, now: new Date(due.getTime() - delay) };
        const change = { kind: 'entered', after: entered } as const;
        await timerKeeping(service.database, kind.name, machine).changed(
          transaction,
          actor,
          change,
        );
        return entered;
      });
      await leaveOnly(name, id);
      const isOpen =
        unmetFields(transition.when, Object.fromEntries(Object.entries(changed))).length === 0;
      return { path: `${collection}/${id}`, id, revision: changed.revision, isOpen };
    }

    /** Another transition of the same row may be due before, or at the same instant: it is not what is looked at. */
    async function leaveOnly(name: string, id: string): Promise<void> {
      await service.database.transaction((transaction) =>
        transaction
          .deleteFrom('timers')
          .where('row_id', '=', id)
          .where('transition', '!=', name)
          .execute(),
      );
    }

    /** State and revision of a row, as it is kept. */
    async function found({ kind }: Case, { id }: Placed): Promise<readonly [unknown, number]> {
      const stored = await kind.store(service.database).get(service.database.reader, id);
      assert.ok(stored !== undefined);
      return [
        new Map<string, unknown>(Object.entries(stored)).get(kind.machine.field),
        stored.revision,
      ];
    }

    /** A midnight that is to come: a day begins at it as well. Each is another one, because the member may be unique. */
    function soon(): Date {
      latest = Math.max(latest + day, Math.ceil(service.now.getTime() / day + 1) * day);
      return new Date(latest);
    }

    /** The transitions that are kept of a row: as clients read them, where any may. */
    async function transitionsOf(
      { sample: { idParameter } }: TimedResource,
      { segment, sample }: NonNullable<TimedResource['history']>,
      { path, id }: Placed,
    ): Promise<readonly Json[]> {
      if (sample.methods.includes('list')) {
        return itemsOf(await service.request('GET', `${path}/${segment}`));
      }
      const rows = await sample.rows(service.database);
      const kept: Json[] = rows.map((row) => Object.fromEntries(Object.entries(row)));
      return kept.filter((row) => row[idParameter] === id);
    }

    async function assertMadeOnce(each: Case, row: Placed): Promise<void> {
      const { kind, name, transition } = each;
      assert.deepEqual(await found(each, row), [transition.to, row.revision + 1]);
      if (kind.history !== undefined) {
        const made = await transitionsOf(kind, kind.history, row);
        assert.deepEqual(
          made.map((each) => [each['transition'], each['to'], each['client'] ?? null]),
          [[name, transition.to, null]],
        );
      }
      if (!hasEvents) return;
      const announced = [transition.to, 'updated'].find((event) => kind.events.includes(event));
      const kept = await sql<{ type: string }>`
        select type from events where row_id = ${row.id}
      `.execute(service.database.reader);
      assert.deepEqual(
        kept.rows.map(({ type }) => type),
        announced === undefined ? [] : [`${kind.name}.${announced}`],
      );
    }

    test(
      'C-019 a timed transition happens at its instant, and not before',
      unless(cases, 'clock', 'database', 'server'),
      async () => {
        for (const each of cases) {
          const due = soon();
          const row = await placed(each, due);
          const before = [each.transition.from[0], row.revision];
          service.now = new Date(due.getTime() - second);
          await service.app.background.run();
          assert.deepEqual(await found(each, row), before, each.name);
          service.now = due;
          await service.app.background.run();
          if (row.isOpen) await assertMadeOnce(each, row);
          else assert.deepEqual(await found(each, row), before, each.name);
          const then = await found(each, row);
          service.now = new Date(due.getTime() + second);
          await service.app.background.run();
          assert.deepEqual(await found(each, row), then, each.name);
        }
      },
    );

    test(
      'C-019 C-097 however many replicas see that its time has come, it happens once',
      unless(several, 'clock', 'database', 'server'),
      async () => {
        for (const each of several) {
          const rows: Placed[] = [];
          for (let index = 0; index < 8; index += 1) rows.push(await placed(each, soon()));
          service.now = new Date(latest);
          const replicas = [service.app, service.createReplica(), service.createReplica()];
          await Promise.all(replicas.map(({ background }) => background.run()));
          // What one replica was at, the others have left alone.
          await service.app.background.run();
          for (const row of rows.filter(({ isOpen }) => isOpen)) await assertMadeOnce(each, row);
        }
      },
    );

    test(
      'C-019 a transition follows the member that says when',
      unless(following, 'clock', 'database', 'server'),
      async () => {
        for (const each of following) {
          const { kind, transition } = each;
          const due = soon();
          const row = await placed(each, due);
          const later = new Date(due.getTime() + day);
          const { at = '' } = transition;
          const moved = { [at]: written(kind.sample, at, later) };
          const { status, text } = await service.request('PATCH', row.path, { body: moved });
          assert.equal(status, 200, text);
          await leaveOnly(each.name, row.id);
          const before = await found(each, row);
          service.now = due;
          await service.app.background.run();
          assert.deepEqual(await found(each, row), before, text);
          service.now = later;
          await service.app.background.run();
          if (row.isOpen) assert.deepEqual(await found(each, row), [transition.to, before[1] + 1]);
        }
      },
    );

    test(
      'C-019 what is gone does not happen',
      unless(removable, 'clock', 'database', 'server'),
      async () => {
        for (const each of removable) {
          const due = soon();
          const row = await placed(each, due);
          const { status, text } = await service.request('DELETE', row.path);
          assert.equal(status, 204, text);
          const left = await service.database.reader
            .selectFrom('timers')
            .select('transition')
            .where('row_id', '=', row.id)
            .execute();
          assert.deepEqual(left, []);
          service.now = due;
          await service.app.background.run();
        }
      },
    );

    test(
      'C-019 clients cannot request a timed transition',
      unless(cases, 'database', 'server'),
      async () => {
        for (const each of cases) {
          const row = await placed(each, soon());
          const { status } = await service.request('POST', `${row.path}/${each.name}`);
          assert.equal(status, 404, each.name);
          assert.deepEqual(await found(each, row), [each.transition.from[0], row.revision]);
        }
      },
    );
  });
}

/** An instant as the member says it: whole, or its day. */
function written({ types }: ResourceSample, member: string, instant: Date): string {
  const text = instant.toISOString();
  return types[member] === 'date' ? text.slice(0, 10) : text;
}
