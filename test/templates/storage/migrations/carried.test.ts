import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareTables } from '../../../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../../../src/migrations/compare/known-changes.ts';
import type { Table } from '../../../../src/migrations/table.ts';
import { tablesOf } from '../../../../src/migrations/tables.ts';
import { buildModel } from '../../../../src/model/build.ts';
import { readSpecification } from '../../../../src/specification/index.ts';
import { carryRows } from '../../../../templates/src/runtime/storage/migrations/carry-rows.ts';
import { migrate } from '../../../../templates/src/runtime/storage/migrations/index.ts';
import type { ComposedVersion } from '../../../../src/evolution/compose/chain.ts';
import type { Step } from '../../../../src/evolution/steps/schema.ts';
import { pieces, versionsOf, type Piece } from '../../../evolution/pieces.ts';
import { composed, composedVersions, resourceOf, up } from '../../../evolution/support.ts';
import { asExecuted } from '../../../migrations/executed.ts';
import { stored } from '../../../migrations/support.ts';
import { migrationsOf } from '../migrations-of.ts';
import {
  id,
  insertRows,
  makeTables,
  onBothEngines,
  readRows,
  takeSteps,
  type AnyDatabase,
  type Definitions,
} from './support.ts';

/** What the generation of a version does to the tables of the one before. */
function generated(piece: Piece, count: number, former: readonly Table[]) {
  const all = versionsOf([piece]);
  const versions = all.versions.slice(0, count);
  const steps = all.steps.slice(0, count - 1);
  const composition = composed(versions, steps);
  assert.ok(composition.ok, JSON.stringify(composition));
  const model = buildModel(composition.newest, composition.older);
  const reading = readSpecification(JSON.stringify(versions.at(-1)), 'service.yaml');
  assert.ok(reading.ok);
  const { from: _, to: __, ...step } = steps.at(-1) as Step;
  const known = knownChanges(reading.specification, step);
  const { steps: taken, questions, tables } = compareTables(former, model, known, new Map());
  return { steps: taken, questions, tables: stored(tables) };
}

/** The version before, as the step to this one leads from it. */
function stepVersion(piece: Piece, count: number): ComposedVersion {
  const { versions, steps } = versionsOf([piece]);
  const two = versions.slice(count - 2, count).map((each, index) => ({
    ...each,
    versioning: { versions: index === 0 ? { 1: {} } : { 1: {}, 2: {} } },
  }));
  const [version] = composedVersions(two, [{ ...steps[count - 2], from: '1', to: '2' }]);
  assert.ok(version);
  return version;
}

/** The tables of the first version. */
function tablesAlone(piece: Piece): readonly Table[] {
  const [first] = versionsOf([piece]).versions;
  const reading = readSpecification(JSON.stringify(first), 'service.yaml');
  assert.ok(reading.ok);
  return stored(tablesOf(buildModel(reading.resolved)));
}

function definitionsOf(tables: readonly Table[]): Definitions {
  const things = tables.filter(({ resource }) => resource !== undefined);
  return Object.fromEntries(
    things.map(({ name, columns }) => [
      name,
      {
        columns: Object.fromEntries(
          [...columns].map(([column, { definition }]) => [column, definition]),
        ),
      },
    ]),
  );
}

const system = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

async function rowsNow(database: AnyDatabase, tables: readonly Table[]) {
  const { things = [] } = await readRows(database, definitionsOf(tables));
  const own = tables.find(({ name }) => name === 'things');
  const fields = [...(own?.columns ?? [])].flatMap(([column, { source }]) =>
    source !== undefined && 'field' in source && source.isKept === undefined
      ? [[column, source.field] as const]
      : [],
  );
  return things.map((row) =>
    withoutNothing(Object.fromEntries(fields.map(([column, field]) => [field, row[column]]))),
  );
}

/** Without what has no value: a column has null where a body has nothing. */
function withoutNothing(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

onBothEngines((fresh) => {
  for (const piece of pieces) {
    test(`rows have what a client of the older version would have sent: ${piece.name}`, async () => {
      const older = fc.sample(piece.older, { seed: 7, numRuns: 30 });
      let tables = tablesAlone(piece);
      const columns = [...(tables.find(({ name }) => name === 'things')?.columns ?? [])];
      const rows = older.map((values, number) => ({
        id: id(number),
        ...system,
        revision: 1,
        ...Object.fromEntries(
          columns.flatMap(([column, { source }]) => {
            if (source === undefined || !('field' in source)) return [];
            return [[column, (values as Record<string, unknown>)[source.field] ?? null]];
          }),
        ),
      }));
      await fresh(async (database) => {
        await makeTables(database, definitionsOf(tables));
        await insertRows(database, definitionsOf(tables), { things: rows });
        let expected = older.map((values) => withoutNothing(values));
        const done: [string, ReturnType<typeof asExecuted>][] = [];
        for (const count of [2, 3]) {
          const next = generated(piece, count, tables);
          assert.deepEqual(next.questions, []);
          done.push([`000${String(count)}-next`, asExecuted(next.steps)]);
          await migrate(
            database,
            migrationsOf({ '0001-initial': [], ...Object.fromEntries(done) }),
          );
          tables = next.tables;
          const version = resourceOf(stepVersion(piece, count), 'thing');
          expected = expected.map((values) => withoutNothing(up(version, values)));
          assert.deepEqual(await rowsNow(database, tables), expected, `version ${String(count)}`);
        }
      });
    });
  }

  test('more rows than are read at once', async () => {
    const text = { type: 'text' } as const;
    const definitions: Definitions = {
      things: { columns: { id: { type: 'uuid', required: true }, who: text, given: text } },
    };
    const things = Array.from({ length: 1203 }, (_, number) => ({
      id: id(number),
      who: `a${String(number)} b`,
      given: null,
    }));
    await fresh(async (database) => {
      await makeTables(database, definitions);
      await insertRows(database, definitions, { things });
      const operation = {
        split: 'who',
        into: ['given', 'who'],
        separator: ' ',
        missing: [null, null],
      };
      await takeSteps(database, definitions, [
        carryRows('things', { who: 'text', given: 'text' }, [operation]),
      ]);
      const rows = await readRows(database, definitions);
      assert.deepEqual(
        rows['things']?.map(({ given, who }) => [given, who]),
        things.map((_, number) => [`a${String(number)}`, 'b']),
      );
    });
  });
});
