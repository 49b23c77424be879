import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { startService } from '../../scripts/demo/start-service.ts';
import { planService, type PlannedService } from '../../src/generate.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { openDatabase } from '../../templates/src/runtime/storage/database.ts';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';
import { partOf } from '../support/share.ts';
import {
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  type EmptyDatabase,
} from '../templates/storage/engines.ts';
import { catalogueOf } from '../templates/storage/migrations/catalogue.ts';
import { groups, titleOf, together, type Pair } from './carried-rows/pairs.ts';
import {
  after,
  before,
  formerName,
  presentName,
  specificationAfter,
  specificationBefore,
} from './carried-rows/specifications.ts';
import { place, tenants, type Tenant } from './carried-rows/turns.ts';

/** Members of a row as clients send and see them. */
type Row = Readonly<Record<string, unknown>>;

/** With the place that a database has. */
function inPlace(members: Row, id: string): Row {
  return JSON.parse(JSON.stringify(members).replaceAll(place, id)) as Row;
}

function sent({ turn, changed }: Pair, row: number, values: readonly unknown[]): Row {
  const members = changed.flatMap((change, position) =>
    change.before === undefined || values[position] === undefined
      ? []
      : [[before(position), values[position]] as const],
  );
  return { about: 'a loan', ...turn.members?.(row), ...Object.fromEntries(members) };
}

function expected({ turn, changed }: Pair, row: number, values: readonly unknown[]): Row {
  const members = changed.flatMap((change, position) => {
    const value = change.after === undefined ? undefined : change.carried(values[position]);
    return value === undefined ? [] : [[after(change, position), value] as const];
  });
  return { about: 'a loan', ...turn.carried?.(row), ...Object.fromEntries(members) };
}

/** What only a person knows, by place. */
function answersTo(pairs: readonly Pair[]): ReadonlyMap<string, unknown> {
  const known = new Map<string, unknown>();
  for (const pair of pairs) {
    const { turn, changed } = pair;
    const resource = `resources.${presentName(pair)}`;
    for (const [key, answer] of Object.entries(turn.answers ?? {})) {
      known.set(`${resource}.${key}`, answer);
    }
    for (const [key, answer] of Object.entries(turn.stateAnswers ?? {})) {
      known.set(`states.${presentName(pair)}.${key}`, answer);
    }
    // That it is new, and no other name of something that is gone.
    if (turn.before === undefined) known.set(`${resource}.renamedFrom`, null);
    for (const [position, change] of changed.entries()) {
      const field = `${resource}.fields.${after(change, position)}`;
      for (const [key, answer] of Object.entries(change.answers ?? {})) {
        known.set(`${field}.${key}`, answer);
      }
      if (change.before === undefined) known.set(`${field}.renamedFrom`, null);
    }
  }
  return known;
}

/** Plans the second generation, and answers what only a person knows; nothing else may be asked. */
async function plannedAfter(
  pairs: readonly Pair[],
  destination: string,
): Promise<Extract<PlannedService, { ok: true }>> {
  const known = answersTo(pairs);
  const answers = new Map<string, unknown>();
  for (;;) {
    const text = specificationAfter(pairs, true);
    const file = 'service.yaml';
    const planned = await planService({ text, file, destination, pinNode: false, answers });
    if (planned.ok) return planned;
    const { mistakes, questions = [] } = planned;
    assert.deepEqual(mistakes, []);
    assert.ok(questions.length > 0);
    for (const { place: asks, text: asked, problem } of questions) {
      assert.ok(known.has(asks) && problem === undefined, `${asks}: ${asked} ${problem ?? ''}`);
      answers.set(asks, known.get(asks));
    }
  }
}

const engines = [
  { name: 'SQLite', empty: emptySqlite },
  ...(skipPostgres === false ? [{ name: 'PostgreSQL', empty: emptyPostgres }] : []),
];

type Send = (
  method: string,
  path: string,
  more?: { readonly body?: Row; readonly tenant?: Tenant | undefined },
) => Promise<Row>;

let keys = 0;

/** Makes an API key, which says of whom it is where a rule asks. */
function keyOf(tenant: Tenant, service: string, { url }: EmptyDatabase): string {
  const isAsked = readFileSync(join(service, 'service.yaml'), 'utf8').includes('rules:');
  keys += 1;
  const claim = isAsked ? ['--claim', `tenant=${tenant}`] : [];
  const made = run(
    service,
    'node',
    ['scripts/key.ts', 'make', `${tenant}-${String(keys)}`, ...claim],
    { DATABASE_URL: url },
  );
  return expectSuccess(made).split('\n')[0] ?? '';
}

async function using<T>(
  service: string,
  database: EmptyDatabase,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const keyBy = new Map(tenants.map((tenant) => [tenant, keyOf(tenant, service, database)]));
  const environment = { DATABASE_URL: database.url, FIRST_CREDENTIAL: 'off' };
  const running = await startService(service, undefined, environment);
  try {
    return await work(async (method, path, { body, tenant = 'north' } = {}) => {
      const answer = await fetch(`${running.address}/v1/${path}`, {
        method,
        headers: {
          'x-api-key': keyBy.get(tenant) ?? '',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${method} ${path} ${JSON.stringify(body)}: ${text}`);
      return JSON.parse(text) as Row;
    });
  } finally {
    await running.stop();
  }
}

async function tablesAt({ url }: EmptyDatabase) {
  const database = await openDatabase(url);
  try {
    return await catalogueOf(database);
  } finally {
    await database.close();
  }
}

function migrate(service: string, { url }: EmptyDatabase, losses: readonly string[] = []): void {
  const options = losses.flatMap((name) => ['--accept-loss', name]);
  expectSuccess(run(service, 'node', ['scripts/migrate.ts', ...options], { DATABASE_URL: url }));
}

/** Rows that stay although requests could not write them any more, by `table.column`, as the plan counts them. */
function countedLegacies(service: string, { url }: EmptyDatabase): ReadonlyMap<string, number> {
  const plan = expectSuccess(
    run(service, 'node', ['scripts/migrate.ts', '--plan'], { DATABASE_URL: url }),
  );
  const lines = plan.matchAll(
    /stays as it is: (\d+) rows? of (\w+) ha(?:s|ve) a value in (\w+) that is not allowed any more/g,
  );
  return new Map([...lines].map(([, rows, table, column]) => [`${table}.${column}`, Number(rows)]));
}

function expectedLegacies(pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const counts = pairs.flatMap((pair) => {
    const { turn, changed, rows } = pair;
    if (turn.before === undefined || turn.after === undefined) return [];
    return changed.flatMap((change, position): [string, number][] => {
      const count = rows.filter((values) =>
        change.isLegacy?.(change.carried(values[position])),
      ).length;
      return count === 0 ? [] : [[`${presentName(pair)}s.${after(change, position)}`, count]];
    });
  });
  return new Map(counts);
}

/** What the former release needs is no part of the tables. */
function finish(service: string, { url }: EmptyDatabase): void {
  expectSuccess(run(service, 'node', ['scripts/migrate.ts', '--finish'], { DATABASE_URL: url }));
}

function withoutSystem(row: Row): Row {
  const { id: _, createdAt: __, updatedAt: ___, revision: ____, ...members } = row;
  return members;
}

interface Kept {
  readonly database: EmptyDatabase;
  /** For the tables of a new service. */
  readonly made: EmptyDatabase;
  /** The only place. */
  home: string;
  /** Of the rows, by pair. */
  readonly ids: Map<Pair, string[]>;
}

const pathOf = (name: string, isChild: boolean | undefined, { home }: Kept) =>
  isChild === true ? `places/${home}/${name}s` : `${name}s`;

async function assertCarried(
  pairs: readonly Pair[],
  service: string,
  fresh: string,
): Promise<void> {
  await generate(specificationBefore(pairs), service);
  install(service);
  const kept: Kept[] = [];
  try {
    for (const { empty } of engines) {
      const entry: Kept = {
        database: await empty(),
        made: await empty(),
        home: '',
        ids: new Map(),
      };
      kept.push(entry);
      await using(service, entry.database, async (send) => {
        entry.home = String((await send('POST', 'places', { body: { name: 'here' } }))['id']);
        for (const pair of pairs) {
          const ids: string[] = [];
          entry.ids.set(pair, ids);
          if (pair.turn.before === undefined) continue;
          const path = pathOf(formerName(pair), pair.turn.before.isChild, entry);
          for (const [row, values] of pair.rows.entries()) {
            const body = inPlace(sent(pair, row, values), entry.home);
            const tenant = pair.turn.before.hasTenants ? (body['tenant'] as Tenant) : undefined;
            ids.push(String((await send('POST', path, { body, tenant }))['id']));
          }
        }
      });
    }
    const { plan, migration } = await plannedAfter(pairs, service);
    assert.deepEqual(plan.obstacles, []);
    await applyPlan(plan);
    await generate(specificationAfter(pairs, false), fresh);
    install(fresh);
    for (const entry of kept) {
      const { database, made, home, ids } = entry;
      const legacies = countedLegacies(service, database);
      assert.deepEqual(new Map([...legacies].sort()), new Map([...expectedLegacies(pairs)].sort()));
      migrate(service, database, migration?.losses);
      await using(service, database, async (send) => {
        for (const pair of pairs) {
          if (pair.turn.after === undefined) continue;
          const path = pathOf(presentName(pair), pair.turn.after.isChild, entry);
          const found = new Map<string, Row>();
          for (const tenant of pair.turn.after.hasTenants ? tenants : [undefined]) {
            const { items } = await send('GET', `${path}?size=100`, { tenant });
            for (const row of items as Row[]) {
              if (tenant !== undefined) assert.equal(row['tenant'], tenant);
              found.set(String(row['id']), withoutSystem(row));
            }
          }
          const wanted = (ids.get(pair) ?? []).map(
            (id, row) => [id, inPlace(expected(pair, row, pair.rows[row] ?? []), home)] as const,
          );
          assert.deepEqual(found, new Map(wanted), `${presentName(pair)}: ${titleOf(pair)}`);
        }
      });
      migrate(fresh, made);
      finish(service, database);
      assert.deepEqual(await tablesAt(database), await tablesAt(made));
    }
  } finally {
    for (const { database, made } of kept) {
      await database.drop();
      await made.drop();
    }
  }
}

describe('rows of one specification, carried to another', () => {
  const first = Number(process.env['CARRIED_FROM'] ?? '1');
  const seeds = Array.from({ length: 200 / together }, (_, index) => first + index);
  for (const seed of partOf(seeds, 'carried rows')) {
    const [pairs] = fc.sample(groups, { seed, numRuns: 1 });
    if (pairs === undefined) continue;
    test(`${String(together)} pairs of the seed ${String(seed)}`, async (t) => {
      for (const pair of pairs) t.diagnostic(`${formerName(pair)}: ${titleOf(pair)}`);
      const directory = temporaryDirectory();
      try {
        await assertCarried(pairs, join(directory, 'service'), join(directory, 'fresh'));
      } catch (error) {
        const rows = JSON.stringify(pairs.map((pair) => pair.rows));
        const what = `${specificationBefore(pairs)}\n${specificationAfter(pairs, true)}\n${rows}`;
        throw new Error(`${what}\n${String(error)}`, { cause: error });
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    });
  }
});
