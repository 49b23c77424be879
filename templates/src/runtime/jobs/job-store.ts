import { sql } from 'kysely';
import type { ProblemBody } from '../errors/problem-document.ts';
import type { Database } from '../storage/database.ts';
import { purgeStatement } from '../storage/purge-statement.ts';
import { compile, parameter, queryBuilder } from '../storage/statement.ts';
import { createStore, type Store, type Writing } from '../storage/store.ts';
import type { Table } from '../storage/table.ts';
import type { Job, JobState } from './job.ts';

/** The table, as a part of the service's own. */
export interface JobTable {
  id: string;
  created_at: string;
  updated_at: string;
  revision: number;
  action: string;
  resource: string;
  state: string;
  started_at: string | null;
  finished_at: string | null;
  problem: string | null;
  kind: string;
  row_id: string;
  input: string | null;
  client: string;
  caller: string | null;
  trace_id: string;
  language: string | null;
  attempts: number;
  next_at: string | null;
}

/** The jobs, for their endpoints and for the runner. */
export interface JobStore extends Store<Job> {
  /**
   * Begins the job that has waited longest, or one whose replica is gone, in a transaction of its own. Of several that
   * try, one gets it: its revision is theirs from then on.
   *
   * @param until when the replica that runs it counts as stopped
   */
  begin(now: Date, until: Date): Promise<Job | undefined>;
  /** @returns false if another replica has begun it since; otherwise no other one can before the transaction ends */
  holds(transaction: Writing, job: Job): Promise<boolean>;
  /**
   * Deletes, in a transaction of its own, what ended before an instant, at most `purgedAtOnce` of it.
   *
   * @returns how many
   */
  purge(before: Date): Promise<number>;
}

const name = 'jobs';

/** How a job is kept. */
export function jobTable({ values }: Pick<Database<unknown>, 'values'>): Table<JobTable, Job> {
  const { dateTime, integer, json, text, uuid } = values;
  const problem = json<ProblemBody>();
  return {
    name,
    columns: {
      id: { name: 'id', type: uuid },
      createdAt: { name: 'created_at', type: dateTime },
      updatedAt: { name: 'updated_at', type: dateTime },
      revision: { name: 'revision', type: integer },
      action: { name: 'action', type: text },
      resource: { name: 'resource', type: text },
      state: { name: 'state', type: text },
      startedAt: { name: 'started_at', type: dateTime },
      finishedAt: { name: 'finished_at', type: dateTime },
      problem: { name: 'problem', type: problem },
      kind: { name: 'kind', type: text },
      rowId: { name: 'row_id', type: uuid },
      input: { name: 'input', type: text },
      client: { name: 'client', type: text },
      caller: { name: 'caller', type: text },
      traceId: { name: 'trace_id', type: text },
      language: { name: 'language', type: text },
      attempts: { name: 'attempts', type: integer },
      nextAt: { name: 'next_at', type: dateTime },
    },
    fromRow: (row) => ({
      id: uuid.read(row.id),
      action: text.read(row.action),
      resource: text.read(row.resource),
      state: text.read(row.state) as JobState,
      ...(row.started_at === null ? {} : { startedAt: dateTime.read(row.started_at) }),
      ...(row.finished_at === null ? {} : { finishedAt: dateTime.read(row.finished_at) }),
      ...(row.problem === null ? {} : { problem: problem.read(row.problem) }),
      createdAt: dateTime.read(row.created_at),
      updatedAt: dateTime.read(row.updated_at),
      revision: integer.read(row.revision),
      kind: text.read(row.kind),
      rowId: uuid.read(row.row_id),
      ...(row.input === null ? {} : { input: text.read(row.input) }),
      client: text.read(row.client),
      ...(row.caller === null ? {} : { caller: text.read(row.caller) }),
      traceId: text.read(row.trace_id),
      ...(row.language === null ? {} : { language: text.read(row.language) }),
      attempts: integer.read(row.attempts),
      ...(row.next_at === null ? {} : { nextAt: dateTime.read(row.next_at) }),
    }),
    toRow: (job) => ({
      id: uuid.write(job.id),
      created_at: dateTime.write(job.createdAt),
      updated_at: dateTime.write(job.updatedAt),
      revision: integer.write(job.revision),
      action: text.write(job.action),
      resource: text.write(job.resource),
      state: text.write(job.state),
      started_at: dateTime.write(job.startedAt ?? null),
      finished_at: dateTime.write(job.finishedAt ?? null),
      problem: problem.write(job.problem ?? null),
      kind: text.write(job.kind),
      row_id: uuid.write(job.rowId),
      input: text.write(job.input ?? null),
      client: text.write(job.client),
      caller: text.write(job.caller ?? null),
      trace_id: text.write(job.traceId),
      language: text.write(job.language ?? null),
      attempts: integer.write(job.attempts),
      next_at: dateTime.write(job.nextAt ?? null),
    }),
  };
}

export function jobStore<Tables>(database: Database<Tables>): JobStore {
  const { engine } = database;
  const table = jobTable(database);
  const queries = queryBuilder(engine);
  const due = queries
    .selectFrom(name)
    .select('id')
    .where('next_at', '<=', parameter('now'))
    // As the index has it: see schema.ts.
    .orderBy('next_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1);
  // What another replica begins right now is not waited for.
  const free = engine === 'postgres' ? due.forUpdate().skipLocked() : due;
  const begin = compile<JobTable>(
    queries
      .with('free', () => free)
      .updateTable(name)
      .set(({ ref }) => ({
        state: 'running',
        started_at: sql`coalesce(${ref('started_at')}, ${parameter('now')})`,
        updated_at: parameter('now'),
        next_at: parameter('until'),
        attempts: sql`${ref('attempts')} + 1`,
        revision: sql`${ref('revision')} + 1`,
      }))
      .where('id', 'in', queries.selectFrom('free').select('id'))
      .returningAll()
      .$castTo<JobTable>(),
  );
  const same = queries
    .selectFrom(name)
    .select('id')
    .where('id', '=', parameter('id'))
    .where('revision', '=', parameter('revision'));
  const confirm = compile(engine === 'postgres' ? same.forUpdate() : same);
  const remove = purgeStatement(
    engine,
    { table: name, key: 'id' },
    queries.selectFrom(name).select('id').where('finished_at', '<=', parameter('before')),
  );

  return {
    ...createStore(database, table),
    async begin(now, until) {
      const instants = { now: now.toISOString(), until: until.toISOString() };
      const [row] = await database.transaction((transaction) => begin(transaction, instants));
      return row && table.fromRow(row);
    },
    holds: async (transaction, { id, revision }) =>
      (await confirm(transaction, { id, revision })).length > 0,
    purge: (before) =>
      database.transaction(
        async (transaction) => (await remove(transaction, { before: before.toISOString() })).length,
      ),
  };
}
