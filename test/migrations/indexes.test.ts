import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql, type CompiledQuery } from 'kysely';
import { createSteps } from '../../src/migrations/create.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { buildModel } from '../../src/model/build.ts';
import type { ResourceModel, ServiceModel } from '../../src/model/model.ts';
import { createStore } from '../../templates/src/runtime/storage/store.ts';
import { migrate } from '../../templates/src/runtime/storage/migrations/index.ts';
import type { Filter } from '../../templates/src/runtime/storage/filters.ts';
import type { RowFilter } from '../../templates/src/runtime/storage/row-filter.ts';
import type { SortKey } from '../../templates/src/runtime/storage/order.ts';
import { composedVersions, resolved } from '../evolution/support.ts';
import { repository } from '../support/generated.ts';
import { migrationsOf } from '../templates/storage/migrations-of.ts';
import {
  onBothEngines,
  type AnyDatabase,
  type Fresh,
} from '../templates/storage/migrations/support.ts';
import { newId } from '../templates/storage/engines.ts';
import { queriesOf } from '../templates/storage/recording.ts';
import { asExecuted } from './executed.ts';
import { desk, specified } from './support.ts';

const fields = (others = '') =>
  `fields: { tenant: { type: string, required: true }, owner: { type: string, required: true }, colour: { type: string }, size: { type: string }${others} }`;
const token = 'mechanisms: [jwt], jwt: { issuer: https://a.example, audience: desk }';
const endpoint = (name: string) => `${name}: { filter: [colour], sort: [size] }`;
const byTenant = '{ resource: loan, field: tenant, claim: tenant }';
const byOwner = '{ resource: loan, field: owner, claim: sub, unless: [admin] }';

/** What the statements of a list of loans are constrained to, for each kind of caller. */
interface Case {
  readonly text: string;
  readonly lists: readonly RowFilter[];
  /** What reads the rows that go with another one, in the order of their keys, whoever asks for it. */
  readonly cascade?: RowFilter;
}

const allowed = (...members: readonly string[]): RowFilter => ({
  allowed: Object.fromEntries(members.map((name) => [name, ['x']])),
});

const cases: Readonly<Record<string, Case>> = {
  'everybody reads the same rows': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { mechanisms: [none] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [{}],
  },
  'every caller has a tenant': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, rules: [${byTenant}] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [allowed('tenant')],
  },
  'a list is filtered by the tenant that every caller has': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, rules: [${byTenant}] }\nendpoints: { loan: { filter: [tenant, colour], sort: [size] } }`,
    ),
    lists: [allowed('tenant')],
  },
  'some callers read their own rows alone': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, roles: [admin], rules: [${byOwner}] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [{}, allowed('owner')],
  },
  'every caller has a tenant, and some read their own rows alone': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, roles: [admin], rules: [${byTenant}, ${byOwner}] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [allowed('tenant'), allowed('tenant', 'owner')],
  },
  'two rules have the same exceptions': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, roles: [admin], rules: [{ resource: loan, field: tenant, claim: tenant, unless: [admin] }, ${byOwner}] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [{}, allowed('tenant', 'owner')],
  },
  'loans live in a shelf': {
    text: desk(
      `shelf: { fields: { name: { type: string } } }\nloan: { parent: shelf, ${fields()} }`,
      `authentication: { ${token}, rules: [${byTenant}] }\nendpoints: { ${endpoint('loan')} }`,
    ),
    lists: [{ parents: [newId()], ...allowed('tenant') }],
    cascade: { parents: [newId()] },
  },
  'nobody lists': {
    text: desk(
      `loan: { ${fields()} }`,
      `authentication: { ${token}, rules: [${byTenant}] }\nendpoints: { loan: { methods: [create, read] } }`,
    ),
    lists: [],
  },
  'a filter is unique within its tenant': {
    text: desk(
      `loan: { ${fields(', code: { type: string, unique: true }')} }`,
      `authentication: { ${token}, rules: [${byTenant}] }\nendpoints: { loan: { filter: [code], sort: [code, size] } }`,
    ),
    lists: [allowed('tenant')],
  },
};

/** The tables of a specification, and what runs the statements of a list on them. */
async function planned<Result>(
  fresh: Fresh,
  model: ServiceModel,
  work: (database: AnyDatabase) => Promise<Result>,
): Promise<Result> {
  return fresh(async (database) => {
    const steps = asExecuted(createSteps(tablesOf(model)));
    await migrate(database, migrationsOf({ '0001-initial': steps }));
    return work(database);
  });
}

function storeOf(database: AnyDatabase, { fields: all, table, parents }: ResourceModel) {
  const { text, uuid } = database.values;
  const columns = Object.fromEntries([
    ['id', { name: 'id', type: uuid }],
    ...all.map(({ name, column }) => [name, { name: column, type: text }] as const),
    ...['createdAt', 'updatedAt'].map(
      (name) => [name, { name: name.replace('A', '_a'), type: text }] as const,
    ),
  ]);
  return createStore<object, { id: string; revision: number } & Record<string, unknown>>(database, {
    name: table,
    columns: columns as never,
    parents: parents.map(({ table: above, name }) => ({ table: above, column: `${name}_id` })),
    fromRow: () => ({ id: '', revision: 1 }),
    toRow: (row) => row,
  });
}

/** Every page that clients can ask for: as it is, by each filter, and by each sort in both directions. */
function pagesOf({ endpoint: { filter, sort } }: ResourceModel) {
  const page = (
    member: string | undefined,
    query: { filters?: Filter<string>[]; sort?: SortKey<string>[] },
  ) => ({
    member,
    query: { filters: [], sort: [], offset: 0, limit: 20, total: false, ...query },
  });
  return [
    page(undefined, {}),
    ...filter.map((member) => page(member, { filters: [{ member, anyOf: ['x'] }] })),
    ...sort.flatMap((member) =>
      (['asc', 'desc'] as const).map((direction) =>
        page(undefined, { sort: [{ member, direction }] }),
      ),
    ),
  ];
}

/** @param mayNeedSorting where a unique index finds the one row, which has nothing to be sorted with */
async function planOf(
  database: AnyDatabase,
  query: CompiledQuery,
  mayNeedSorting: boolean,
): Promise<string> {
  return database.transaction(async (transaction) => {
    if (database.engine === 'postgres') {
      // The table is empty, where reading and sorting all of it would be the cheapest.
      const ways = [
        'enable_seqscan',
        'enable_bitmapscan',
        ...(mayNeedSorting ? [] : ['enable_sort']),
      ];
      for (const setting of ways) {
        await sql`set local ${sql.raw(setting)} = off`.execute(transaction);
      }
    }
    const verb = database.engine === 'sqlite' ? 'explain query plan' : 'explain';
    const { rows } = await transaction.executeQuery({ ...query, sql: `${verb} ${query.sql}` });
    return JSON.stringify(rows).replaceAll('\\"', '');
  });
}

const ruled: ReadonlySet<string> = new Set(['tenant', 'owner']);

/** Enough rows for PostgreSQL to know which columns have many values. */
async function fill(database: AnyDatabase, { fields: all, parents }: ResourceModel): Promise<void> {
  if (database.engine === 'sqlite' || parents.length > 0) return;
  const columns = all.map(({ column }) => column);
  await database.transaction(async (transaction) => {
    await sql`insert into loans (id, created_at, updated_at, revision, ${sql.join(columns.map((column) => sql.ref(column)))})
      select gen_random_uuid(), now(), now(), 1, ${sql.join(columns.map((column) => (ruled.has(column) ? sql`left('x' || n % 5, 1 + least(n % 5, 1))` : sql`'x' || n`)))}
      from generate_series(1, 500) as n`.execute(transaction);
    await sql`analyze loans`.execute(transaction);
  });
}

const indexIn = (plan: string) => /\b(?:loans__\w+__(?:idx|key)|loans_pkey)\b/.exec(plan)?.[0];

async function indexesOf(database: AnyDatabase): Promise<string[]> {
  const { rows } = await (
    database.engine === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from sqlite_master where type = 'index' and tbl_name = 'loans' and sql is not null`
      : sql<{
          name: string;
        }>`select indexname as name from pg_indexes where schemaname = 'tables' and tablename = 'loans' and indexname not like '%_pkey'`
  ).execute(database.reader);
  return rows.map(({ name }) => name).toSorted();
}

/** Conditions of the index, as each engine shows them: `tenant=?` and `(tenant = 'x'::text)`. */
const narrows = (plan: string, column: string) =>
  new RegExp(String.raw`(?:SEARCH [^"]*|Index Cond: [^"]*)\b${column} ?=`).test(plan);

onBothEngines((fresh) => {
  for (const [title, { text, lists, cascade }] of Object.entries(cases)) {
    test(`where ${title}, each page is a range of one index, and there is no other index`, async () => {
      const { model } = specified(text);
      const resource = model.resources.find(({ name }) => name === 'loan');
      assert.ok(resource);
      await planned(fresh, model, async (database) => {
        const store = storeOf(database, resource);
        const used = new Set<string>();
        await fill(database, resource);
        const pages = lists.flatMap((rowFilter) =>
          pagesOf(resource).map((page) => ({ ...page, rowFilter })),
        );
        const [first] = pagesOf(resource);
        if (cascade !== undefined && first) pages.push({ ...first, rowFilter: cascade });
        for (const { member, query, rowFilter } of pages) {
          const [list] = await queriesOf((connection) =>
            store.list(connection, { ...query, rowFilter }),
          );
          assert.ok(list);
          const plan = await planOf(
            database,
            list,
            resource.fields.some(({ field }) => field.unique),
          );
          const index = indexIn(plan);
          if (index !== undefined && index !== 'loans_pkey') used.add(index);
          // A value that is unique leaves nothing to sort but rows without it.
          if (index?.endsWith('__key') !== true) {
            assert.doesNotMatch(plan, /Sort|TEMP B-TREE/i, `${list.sql} ${plan}`);
          }
          const constrained = [
            ...(rowFilter.parents === undefined ? [] : ['shelf_id']),
            ...Object.keys(rowFilter.allowed ?? {}),
            ...(member === undefined ? [] : [member]),
          ];
          for (const column of constrained) {
            assert.ok(narrows(plan, column), `${column} of ${list.sql} ${plan}`);
          }
        }
        assert.deepEqual(await indexesOf(database), [...used].toSorted());
      });
    });
  }
});

test('an index is there for what lists of older versions offer, in the columns that keep it now', () => {
  const fixture = (path: string) =>
    readFileSync(join(repository, 'test', 'fixtures', 'evolving', path), 'utf8');
  const versions = ['v1.yaml', 'v2.yaml', 'v3.yaml', 'v4.yaml'].map(fixture);
  const steps = ['1-to-2', '2-to-3', '3-to-4'].map((name) => fixture(`contracts/${name}.yaml`));
  const newest = resolved(versions.at(-1) ?? '');
  const indexes = (older: Parameters<typeof buildModel>[1]) =>
    tablesOf(buildModel(newest, older)).find(({ name }) => name === 'orders')?.indexes ?? [];
  const alone = new Set(indexes([]).map((key) => key.join()));
  const added = indexes(composedVersions(versions, steps)).filter((key) => !alone.has(key.join()));
  // The first version sorts by customerName, which is two fields since the third.
  assert.deepEqual(added, [['first_name', 'last_name', 'id']]);
});
