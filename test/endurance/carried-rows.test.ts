import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
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
import { changes, type Change } from './carried-rows/changes.ts';
import { place, turns, type Shape, type Turn } from './carried-rows/turns.ts';

/** Members of a row as clients send and see them. */
type Row = Readonly<Record<string, unknown>>;

/** A resource in a specification, in the one after it, and what its rows have. */
interface Pair {
  readonly letter: string;
  readonly turn: Turn;
  readonly changed: readonly Change[];
  /** By row, and by change; undefined: the row has no such member. */
  readonly rows: readonly (readonly unknown[])[];
}

const rowsOfEach = 6;
/** Services are made for so many pairs together: to make and to start them takes longer than all else. */
const together = 10;
const letters = [...'abcdefghij'];

const pairOf = (letter: string): fc.Arbitrary<Pair> =>
  fc
    .tuple(
      fc.constantFrom(...turns),
      fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 6 }),
    )
    .chain(([turn, changed]) => {
      const row = (index: number) =>
        fc.tuple(...changed.map(({ value }) => value.map((make) => make?.(index))));
      const rows = fc.tuple(...Array.from({ length: rowsOfEach }, (_, index) => row(index)));
      return rows.map((all) => ({ letter, turn, changed, rows: all }));
    });
const groups: fc.Arbitrary<Pair[]> = fc.tuple(...letters.slice(0, together).map(pairOf));

const before = (position: number) => `field${String(position + 1)}`;
const after = ({ isRenamed = false }: Change, position: number) =>
  isRenamed ? `other${String(position + 1)}` : before(position);
const formerName = ({ letter }: Pair) => `loan${letter}`;
const presentName = ({ letter, turn }: Pair) =>
  turn.isRenamed === true ? `lending${letter}` : `loan${letter}`;

/** What a resource is in one of the two specifications; undefined: it is not there. */
interface Described extends Shape {
  readonly name: string;
  readonly fields: readonly string[];
}

function specification(resources: readonly (Described | undefined)[]): string {
  const there = resources.filter((each) => each !== undefined);
  const section = (title: string, key: 'states' | 'endpoints') => {
    const lines = there.flatMap(({ name, [key]: value }) =>
      value === undefined ? [] : [`  ${name}: ${value}`],
    );
    return lines.length > 0 ? [`${title}:`, ...lines] : [];
  };
  return [
    'service: { name: desk }',
    'resources:',
    '  place: { fields: { name: { type: string } } }',
    ...there.map(
      ({ name, keys = '', fields }) =>
        `  ${name}: { ${keys}fields: { ${['about: { type: string }', ...fields].join(', ')} } }`,
    ),
    ...section('states', 'states'),
    ...section('endpoints', 'endpoints'),
    'authentication: { mechanisms: [none] }',
    '',
  ].join('\n');
}

function specificationBefore(pairs: readonly Pair[]): string {
  return specification(
    pairs.map((pair) => {
      const { turn, changed } = pair;
      if (turn.before === undefined) return undefined;
      const fields = changed.flatMap((change, position) =>
        change.before === undefined ? [] : [`${before(position)}: { ${change.before} }`],
      );
      return {
        ...turn.before,
        name: formerName(pair),
        fields: [...(turn.before.fields ?? []), ...fields],
      };
    }),
  );
}

/** @param saysNames whether it says what was renamed, which a new service has no use for */
function specificationAfter(pairs: readonly Pair[], saysNames: boolean): string {
  return specification(
    pairs.map((pair) => {
      const { turn, changed } = pair;
      if (turn.after === undefined) return undefined;
      const fields = changed.flatMap((change, position) => {
        if (change.after === undefined) return [];
        const isOther = saysNames && change.isRenamed === true && change.before !== undefined;
        const former = isOther && turn.before ? `, renamedFrom: ${before(position)}` : '';
        return [`${after(change, position)}: { ${change.after}${former} }`];
      });
      const { keys = '', states } = turn.after;
      const renamed = turn.isRenamed === true && saysNames;
      return {
        ...turn.after,
        ...(states === undefined
          ? {}
          : { states: saysNames ? states : states.replace(/renamedFrom: \{[^}]*\}, /, '') }),
        keys: renamed ? `renamedFrom: ${formerName(pair)}, ${keys}` : keys,
        name: presentName(pair),
        fields: [...(turn.after.fields ?? []), ...fields],
      };
    }),
  );
}

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
        entry.home = String((await send('POST', 'places', { name: 'here' }))['id']);
        for (const pair of pairs) {
          const ids: string[] = [];
          entry.ids.set(pair, ids);
          if (pair.turn.before === undefined) continue;
          const path = pathOf(formerName(pair), pair.turn.before.isChild, entry);
          for (const [row, values] of pair.rows.entries()) {
            const members = inPlace(sent(pair, row, values), entry.home);
            ids.push(String((await send('POST', path, members))['id']));
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
      migrate(service, database, migration?.losses);
      await using(service, database, async (send) => {
        for (const pair of pairs) {
          if (pair.turn.after === undefined) continue;
          const path = pathOf(presentName(pair), pair.turn.after.isChild, entry);
          const { items } = await send('GET', `${path}?size=100`);
          const found = new Map(
            (items as Row[]).map((row) => [String(row['id']), withoutSystem(row)]),
          );
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

function titleOf({ turn, changed }: Pair): string {
  return `it ${[turn, ...changed].map(({ title }) => title).join('; ')}`;
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
