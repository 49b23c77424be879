import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import { changes, type Change } from './carried-rows/changes.ts';

/** Members of a row as clients send and see them. */
type Row = Readonly<Record<string, unknown>>;

/** A specification, the one after it, and what rows of the first have. */
interface Pair {
  readonly changed: readonly Change[];
  readonly isRenamed: boolean;
  /** By row, and by change; undefined: the row has no such member. */
  readonly rows: readonly (readonly unknown[])[];
}

const count = 6;

const pairs: fc.Arbitrary<Pair> = fc
  .tuple(fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 6 }), fc.boolean())
  .chain(([changed, isRenamed]) => {
    const row = (index: number) =>
      fc.tuple(...changed.map(({ value }) => value.map((make) => make?.(index))));
    const rows = fc.tuple(...Array.from({ length: count }, (_, index) => row(index)));
    return rows.map((all) => ({ changed, isRenamed, rows: all }));
  });

const before = (position: number) => `field${String(position + 1)}`;
const after = ({ isRenamed = false }: Change, position: number) =>
  isRenamed ? `other${String(position + 1)}` : before(position);

function specification(name: string, keys: string, fields: readonly string[]): string {
  return [
    'service: { name: desk }',
    'resources:',
    `  ${name}: { ${keys}fields: { ${['about: { type: string }', ...fields].join(', ')} } }`,
    'authentication: { mechanisms: [none] }',
    '',
  ].join('\n');
}

function specificationBefore({ changed }: Pair): string {
  const fields = changed.flatMap((change, position) =>
    change.before === undefined ? [] : [`${before(position)}: { ${change.before} }`],
  );
  return specification('loan', '', fields);
}

/** @param saysNames whether it says what was renamed, which a new service has no use for */
function specificationAfter({ changed, isRenamed }: Pair, saysNames: boolean): string {
  const fields = changed.flatMap((change, position) => {
    if (change.after === undefined) return [];
    const isOther = saysNames && change.isRenamed === true;
    const former = isOther ? `, renamedFrom: ${before(position)}` : '';
    return [`${after(change, position)}: { ${change.after}${former} }`];
  });
  if (!isRenamed) return specification('loan', '', fields);
  return specification('lending', saysNames ? 'renamedFrom: loan, ' : '', fields);
}

function sent({ changed }: Pair, values: readonly unknown[]): Row {
  const members = changed.flatMap((change, position) =>
    change.before === undefined || values[position] === undefined
      ? []
      : [[before(position), values[position]] as const],
  );
  return { about: 'a loan', ...Object.fromEntries(members) };
}

function expected({ changed }: Pair, values: readonly unknown[]): Row {
  const members = changed.flatMap((change, position) => {
    const value = change.after === undefined ? undefined : change.carried(values[position]);
    return value === undefined ? [] : [[after(change, position), value] as const];
  });
  return { about: 'a loan', ...Object.fromEntries(members) };
}

/** Plans the second generation, and answers what only a person knows; nothing else may be asked. */
async function plannedAfter(
  pair: Pair,
  destination: string,
): Promise<Extract<PlannedService, { ok: true }>> {
  const resource = pair.isRenamed ? 'lending' : 'loan';
  const known = new Map<string, unknown>();
  for (const [position, change] of pair.changed.entries()) {
    const place = `resources.${resource}.fields.${after(change, position)}`;
    for (const [key, answer] of Object.entries(change.answers ?? {})) {
      known.set(`${place}.${key}`, answer);
    }
    // That it is new, and no other name of something that is gone.
    if (change.before === undefined) known.set(`${place}.renamedFrom`, null);
  }
  const answers = new Map<string, unknown>();
  for (;;) {
    const text = specificationAfter(pair, true);
    const file = 'service.yaml';
    const planned = await planService({ text, file, destination, pinNode: false, answers });
    if (planned.ok) return planned;
    const { mistakes, questions = [] } = planned;
    assert.deepEqual(mistakes, []);
    assert.ok(questions.length > 0);
    for (const { place, text: asked, problem } of questions) {
      assert.ok(known.has(place) && problem === undefined, `${place}: ${asked} ${problem ?? ''}`);
      answers.set(place, known.get(place));
    }
  }
}

const engines = [
  { name: 'SQLite', empty: emptySqlite },
  ...(skipPostgres === false ? [{ name: 'PostgreSQL', empty: emptyPostgres }] : []),
];

async function using<T>(
  service: string,
  { url }: EmptyDatabase,
  work: (send: (method: string, path: string, body?: Row) => Promise<Row>) => Promise<T>,
): Promise<T> {
  const running = await startService(service, undefined, { DATABASE_URL: url });
  try {
    return await work(async (method, path, body) => {
      const answer = await fetch(`${running.address}/v1/${path}`, {
        method,
        ...(body && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
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

function withoutSystem(row: Row): Row {
  const { id: _, createdAt: __, updatedAt: ___, revision: ____, ...members } = row;
  return members;
}

async function assertCarried(pair: Pair, service: string, fresh: string): Promise<void> {
  await generate(specificationBefore(pair), service);
  install(service);
  const kept: { database: EmptyDatabase; ids: readonly string[]; made: EmptyDatabase }[] = [];
  try {
    for (const { empty } of engines) {
      const database = await empty();
      const entry = { database, ids: [] as string[], made: await empty() };
      kept.push(entry);
      await using(service, database, async (send) => {
        for (const values of pair.rows) {
          entry.ids.push(String((await send('POST', 'loans', sent(pair, values)))['id']));
        }
      });
    }
    const { plan, migration } = await plannedAfter(pair, service);
    assert.deepEqual(plan.obstacles, []);
    await applyPlan(plan);
    await generate(specificationAfter(pair, false), fresh);
    install(fresh);
    for (const { database, ids, made } of kept) {
      migrate(service, database, migration?.losses);
      await using(service, database, async (send) => {
        const collection = pair.isRenamed ? 'lendings' : 'loans';
        const { items } = await send('GET', `${collection}?size=100`);
        const found = new Map(
          (items as Row[]).map((row) => [String(row['id']), withoutSystem(row)]),
        );
        const wanted = pair.rows.map(
          (values, index) => [ids[index] ?? '', expected(pair, values)] as const,
        );
        assert.deepEqual(found, new Map(wanted));
      });
      migrate(fresh, made);
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
  const seeds = Array.from({ length: 200 }, (_, index) => first + index);
  for (const seed of partOf(seeds, 'carried rows')) {
    const [pair] = fc.sample(pairs, { seed, numRuns: 1 });
    if (pair === undefined) continue;
    const titles = pair.changed.map(({ title }) => title).join('; ');
    test(`${String(seed)}: ${titles}`, async () => {
      const directory = temporaryDirectory();
      try {
        await assertCarried(pair, join(directory, 'service'), join(directory, 'fresh'));
      } catch (error) {
        const what = `${specificationBefore(pair)}\n${specificationAfter(pair, true)}\n${JSON.stringify(pair.rows)}`;
        throw new Error(`${what}\n${String(error)}`, { cause: error });
      } finally {
        rmSync(dirname(join(directory, 'service')), { recursive: true, force: true });
      }
    });
  }
});
