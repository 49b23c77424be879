import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous } from '../../../templates/src/runtime/authentication/caller.ts';
import { en } from '../../../templates/src/runtime/endpoints/languages/en.ts';
import { builtIn } from '../../../templates/src/runtime/errors/built-in.ts';
import { Problem } from '../../../templates/src/runtime/errors/problem.ts';
import type { Job } from '../../../templates/src/runtime/jobs/job.ts';
import { jobRunner, type Performer } from '../../../templates/src/runtime/jobs/job-runner.ts';
import { jobStore } from '../../../templates/src/runtime/jobs/job-store.ts';
import { sealActor } from '../../../templates/src/runtime/jobs/sealed-actor.ts';
import { createSeal } from '../../../templates/src/runtime/jobs/sealed-input.ts';
import { openDatabase } from '../../../templates/src/runtime/storage/database.ts';
import { anOrder, newId, onEachEngine, type Service } from '../storage/engines.ts';
import type { Tables } from '../storage/fixture/tables.ts';

const second = 1000;
const week = 7 * 24 * 60 * 60 * second;
const noon = new Date('2026-03-01T12:00:00.000Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);
const seal = createSeal([Buffer.alloc(32, 7)]);
const { signal } = new AbortController();

type Rule = (input: object) => void;

/** The jobs of one test, as one replica sees them. */
function replicaOf({ orders, database: first }: Service, kind: string, database = first) {
  const store = jobStore(database);
  const lines: string[] = [];
  let now = noon;
  let woken = 0;
  let rule: Rule = () => undefined;

  const performer: Performer<Tables> = {
    kind,
    perform: ({ caller }, id, { input }, around) =>
      database.transaction((transaction) =>
        around(transaction, async () => {
          const order = await orders.get(transaction, id);
          assert.ok(order !== undefined);
          const note = `${JSON.stringify(input)} by ${caller.name}, ${[...caller.roles].join()}`;
          await orders.update(transaction, id, order.revision, { ...order, note });
          rule(input);
        }),
      ),
  };
  const task = jobRunner({
    database,
    store,
    seal,
    performers: [performer],
    application: {
      baseUrl: 'http://service.test',
      catalogue: new Map(),
      clock: () => now,
      textsFor: () => en,
    },
    log: {
      error: (_: object, text: string) => lines.push(text),
    } as unknown as Parameters<typeof jobRunner>[0]['log'],
    wake: () => {
      woken += 1;
    },
  });

  return {
    store,
    lines,
    get woken() {
      return woken;
    },
    set rule(next: Rule) {
      rule = next;
    },
    async runAt(instant: Date) {
      now = instant;
      while (await task.run(signal));
    },
    async accept(input?: object, instant = noon) {
      const order = anOrder();
      const id = newId();
      const job: Job = {
        id,
        createdAt: instant.toISOString(),
        updatedAt: instant.toISOString(),
        revision: 1,
        action: 'recalculate',
        resource: `/v1/orders/${order.id}`,
        state: 'pending',
        kind,
        rowId: order.id,
        ...(input === undefined ? {} : { input: seal.close({ ...input }, id) }),
        client: 'client-1',
        caller: sealActor(
          seal,
          { caller: { ...anonymous, id: 'client-1', name: 'Ada', roles: new Set(['clerk']) } },
          id,
        ),
        traceId: '0123456789abcdef0123456789abcdef',
        attempts: 0,
        nextAt: instant.toISOString(),
      };
      return first.transaction(async (transaction) => {
        await orders.insert(transaction, order);
        return store.insert(transaction, job);
      });
    },
    async jobOf({ id }: Pick<Job, 'id'>): Promise<Job> {
      const job = await store.get(first.reader, id);
      assert.ok(job !== undefined);
      return job;
    },
    async orderOf({ rowId }: Pick<Job, 'rowId'>) {
      const order = await orders.get(first.reader, rowId);
      assert.ok(order !== undefined);
      return order;
    },
  };
}

/** Ends what a test has left, so that the next one has the queue for itself. */
async function drained(service: Service): Promise<void> {
  await service.database.transaction((transaction) => transaction.deleteFrom('jobs').execute());
}

onEachEngine((service) => {
  test('a job is done once, as its client, with what was sent along; that is then gone', async () => {
    await drained(service());
    const { accept, runAt, jobOf, orderOf } = replicaOf(service(), newId());
    const accepted = await accept({ code: 'secret' });
    assert.ok(accepted.input !== undefined && !accepted.input.includes('secret'));
    await runAt(later(-1));
    assert.deepEqual(await jobOf(accepted), accepted);
    await runAt(later(second));
    const done = await jobOf(accepted);
    assert.equal(done.state, 'succeeded');
    assert.equal(done.startedAt, later(second).toISOString());
    assert.equal(done.finishedAt, later(second).toISOString());
    assert.deepEqual([done.input, done.nextAt, done.problem], [undefined, undefined, undefined]);
    await runAt(later(60 * second));
    const { note, revision } = await orderOf(accepted);
    assert.deepEqual([note, revision], ['{"code":"secret"} by Ada, clerk', 2]);
  });

  test('a problem ends it, and nothing of it is kept but the problem', async () => {
    await drained(service());
    const replica = replicaOf(service(), newId());
    replica.rule = () => {
      throw new Problem(builtIn.conflict, { detail: 'Too late.', members: { since: 3 } });
    };
    const accepted = await replica.accept({ code: 'secret' });
    await replica.runAt(later(second));
    const { state, problem, finishedAt, input } = await replica.jobOf(accepted);
    assert.deepEqual(
      [state, input, finishedAt],
      ['failed', undefined, later(second).toISOString()],
    );
    assert.deepEqual(problem, {
      type: 'http://service.test/problems/conflict',
      title: en.problems.conflict.title,
      status: 409,
      detail: 'Too late.',
      code: 'conflict',
      traceId: accepted.traceId,
      since: 3,
    });
    assert.equal((await replica.orderOf(accepted)).revision, 1);
    assert.deepEqual(replica.lines, []);
  });

  test('another error is tried again five times, later each time, and then ends it', async () => {
    await drained(service());
    const replica = replicaOf(service(), newId());
    const attempts: number[] = [];
    let instant = noon;
    replica.rule = () => {
      attempts.push((instant.getTime() - noon.getTime()) / second);
      throw new Error('no such table: secrets');
    };
    const accepted = await replica.accept();
    for (const pause of [0, 1, 5, 21, 85, 341]) {
      for (const offset of [-1, 0]) {
        instant = later(pause * second + offset);
        await replica.runAt(instant);
      }
      const { state } = await replica.jobOf(accepted);
      assert.equal(state, pause === 341 ? 'failed' : 'pending');
    }
    assert.deepEqual(attempts, [0, 1, 5, 21, 85, 341]);
    const { problem } = await replica.jobOf(accepted);
    assert.equal(problem?.code, 'internal-error');
    assert.ok(!JSON.stringify(problem).includes('secrets'));
    assert.equal((await replica.orderOf(accepted)).revision, 1);
    assert.equal(replica.lines.length, 6);
  });

  test('an error that passes leaves no trace in the end', async () => {
    await drained(service());
    const replica = replicaOf(service(), newId());
    const accepted = await replica.accept();
    replica.rule = () => {
      throw new Error('once');
    };
    await replica.runAt(noon);
    replica.rule = () => undefined;
    await replica.runAt(later(second));
    const { state, startedAt } = await replica.jobOf(accepted);
    assert.deepEqual([state, startedAt], ['succeeded', noon.toISOString()]);
    assert.equal((await replica.orderOf(accepted)).revision, 2);
  });

  test('what a replica has begun is taken over when its time is up, and then it is too late for it', async () => {
    await drained(service());
    const kind = newId();
    const replica = replicaOf(service(), kind);
    const accepted = await replica.accept();
    const begun = await replica.store.begin(noon, later(10 * second));
    assert.ok(begun !== undefined);
    assert.equal(begun.state, 'running');
    await replica.runAt(later(10 * second - 1));
    assert.equal((await replica.jobOf(accepted)).state, 'running');
    await replica.runAt(later(10 * second));
    assert.equal((await replica.jobOf(accepted)).state, 'succeeded');

    const { database } = service();
    const isHeld = await database.transaction((transaction) =>
      replica.store.holds(transaction, begun),
    );
    assert.equal(isHeld, false);
    const late = await database.transaction((transaction) =>
      replica.store.update(transaction, begun.id, begun.revision, begun),
    );
    assert.equal(late, undefined);
    assert.equal((await replica.orderOf(accepted)).revision, 2);
  });

  test('what a replica is carrying out is not taken over, however long that takes', async () => {
    await drained(service());
    const other = await openDatabase<Tables>(service().url);
    const replica = replicaOf(service(), newId());
    const accepted = await replica.accept();
    const begun = await replica.store.begin(noon, later(10 * second));
    assert.ok(begun !== undefined);
    const running = await service().database.transaction(async (transaction) => {
      assert.equal(await replica.store.holds(transaction, begun), true);
      const attempt = jobStore(other).begin(later(60 * second), later(70 * second));
      // On SQLite the other transaction cannot even begin.
      if (other.engine === 'postgres') assert.equal(await attempt, undefined);
      await replica.store.update(transaction, begun.id, begun.revision, {
        ...accepted,
        state: 'succeeded',
        nextAt: later(week).toISOString(),
      });
      return { attempt };
    });
    assert.equal(await running.attempt, undefined);
    await other.close();
  });

  test('one that ends whoever begins it fails in the end', async () => {
    await drained(service());
    const replica = replicaOf(service(), newId());
    const accepted = await replica.accept();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const now = later(attempt * 10 * second);
      assert.ok((await replica.store.begin(now, later((attempt + 1) * 10 * second))) !== undefined);
    }
    await replica.runAt(later(60 * second));
    const { state, problem } = await replica.jobOf(accepted);
    assert.deepEqual([state, problem?.code], ['failed', 'internal-error']);
    assert.equal((await replica.orderOf(accepted)).revision, 1);
  });

  test('three replicas at once do each of sixty jobs once', async () => {
    await drained(service());
    const kind = newId();
    const { accept, jobOf, orderOf } = replicaOf(service(), kind);
    const accepted: Job[] = [];
    for (let index = 0; index < 60; index += 1) accepted.push(await accept({ index }));
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase<Tables>(service().url)));
    await Promise.all(
      databases.map((database) => replicaOf(service(), kind, database).runAt(later(second))),
    );
    await Promise.all(databases.map((database) => database.close()));
    for (const [index, job] of accepted.entries()) {
      const { state, attempts } = await jobOf(job);
      assert.deepEqual([state, attempts], ['succeeded', 1]);
      const { note, revision } = await orderOf(job);
      assert.deepEqual([note, revision], [`{"index":${index}} by Ada, clerk`, 2]);
    }
  });

  test('what has ended is kept for a week', async () => {
    await drained(service());
    const replica = replicaOf(service(), newId());
    const accepted = await replica.accept();
    const open = await replica.accept(undefined, later(10 * week));
    await replica.runAt(noon);
    await replica.runAt(later(week - second));
    assert.equal((await replica.jobOf(accepted)).state, 'succeeded');
    await replica.runAt(later(week));
    assert.equal(await replica.store.get(service().database.reader, accepted.id), undefined);
    assert.equal((await replica.jobOf(open)).state, 'pending');
  });
});

test('what was sent along is opened for its job alone, and only as it was sealed', () => {
  const sealed = seal.close({ code: 'secret' }, 'one');
  assert.deepEqual(seal.open(sealed, 'one'), { code: 'secret' });
  assert.notEqual(seal.close({ code: 'secret' }, 'one'), sealed);
  assert.throws(() => seal.open(sealed, 'two'));
  const other = sealed.startsWith('A') ? 'B' : 'A';
  assert.throws(() => seal.open(other + sealed.slice(1), 'one'));
  assert.throws(() => createSeal([Buffer.alloc(32, 8)]).open(sealed, 'one'));
});
