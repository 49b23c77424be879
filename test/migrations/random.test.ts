import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { compareTables } from '../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../src/migrations/compare/known-changes.ts';
import type { Question } from '../../src/evolution/asking.ts';
import { createSteps } from '../../src/migrations/create.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { finishMigrations, migrate } from '../../templates/src/runtime/storage/migrations/index.ts';
import { catalogueOf } from '../templates/storage/migrations/catalogue.ts';
import { migrationsOf } from '../templates/storage/migrations-of.ts';
import { onBothEngines } from '../templates/storage/migrations/support.ts';
import { asExecuted } from './executed.ts';
import { specified, stored } from './support.ts';

/** Fields of a random resource, by name: a few names and many types, so that two specifications have some in common. */
const field = fc.oneof(
  fc.constantFrom(
    '{ type: string }',
    '{ type: string, required: true }',
    '{ type: string, unique: true }',
    '{ type: integer }',
    '{ type: integer, default: 3 }',
    '{ type: long, nullable: true }',
    '{ type: number }',
    '{ type: decimal, precision: 9, scale: 3 }',
    '{ type: boolean, default: true }',
    '{ type: date }',
    '{ type: date-time, required: true }',
    '{ type: enum, values: [a, b, c] }',
    '{ type: enum, values: [b, d], default: d }',
    '{ type: json }',
    '{ type: array, items: { type: integer } }',
    '{ type: reference, to: shelf }',
    '{ type: reference, to: shelf, onDelete: cascade }',
    '{ type: reference, to: room, onDelete: set-null }',
  ),
);

const resource = fc.record({
  fields: fc.dictionary(fc.constantFrom('one', 'two', 'three', 'four'), field, { minKeys: 1 }),
  parent: fc.constantFrom('', 'parent: shelf, '),
  plural: fc.constantFrom('', 'plural: things, '),
});

const specification = fc
  .record({
    loan: resource,
    other: fc.option(resource, { nil: undefined }),
    states: fc.constantFrom(
      '',
      'states: { loan: { initial: open, transitions: { end: { from: open, to: closed } } } }\n',
      'states: { loan: { initial: fresh, history: true, transitions: { end: { from: fresh, to: gone } } } }\n',
    ),
    events: fc.constantFrom(
      '',
      'events: { deliver: [webhook] }\n',
      'events: { deliver: [stream] }\n',
    ),
    mechanism: fc.constantFrom('none', 'api-key', 'basic'),
  })
  .map(({ loan, other, states, events, mechanism }) => {
    const one = (name: string, { fields, parent, plural }: typeof loan, isPlural: boolean) =>
      `  ${name}: { ${parent}${isPlural ? plural : ''}fields: { ${Object.entries(fields)
        .map(([key, value]) => `${key}: ${value}`)
        .join(', ')} } }\n`;
    return (
      'service: { name: desk }\nresources:\n' +
      '  shelf: { fields: { name: { type: string } } }\n  room: { fields: { name: { type: string } } }\n' +
      one('loan', loan, true) +
      (other === undefined ? '' : one('other', other, false)) +
      states +
      (mechanism === 'none'
        ? 'authentication: { mechanisms: [none] }\n'
        : `authentication: { mechanisms: [${mechanism}] }\n`) +
      (mechanism === 'none' ? events.replace('webhook', 'stream') : events)
    );
  });

/** Answers that are always right: what is gone is gone, and rows are empty. */
function answerOf({ choices }: Question): unknown {
  return (choices.find(({ value }) => value === null) ?? choices[0])?.value;
}

/** The steps from one specification to another, with all questions answered. */
function stepsBetween(before: string, after: string) {
  const former = stored(tablesOf(specified(before).model));
  const { specification: written, model } = specified(after);
  const answers = new Map<string, unknown>();
  for (;;) {
    const comparison = compareTables(former, model, knownChanges(written, undefined), answers);
    if (comparison.questions.length === 0) return comparison.steps;
    for (const question of comparison.questions) answers.set(question.place, answerOf(question));
  }
}

const initial = (text: string) => asExecuted(createSteps(tablesOf(specified(text).model)));

onBothEngines((fresh) => {
  test('whatever changes, the tables are those of a new service afterwards', async () => {
    const pairs = fc.tuple(specification, specification);
    await fc.assert(
      fc.asyncProperty(pairs, async ([before, after]) => {
        const migrated = await fresh(async (database) => {
          const first = { '0001-initial': initial(before) };
          await migrate(database, migrationsOf(first));
          const next = { ...first, '0002-change': asExecuted(stepsBetween(before, after)) };
          await migrate(database, migrationsOf(next));
          // Until then a former release may write rows.
          await finishMigrations(database, migrationsOf(next));
          return catalogueOf(database);
        });
        const made = await fresh(async (database) => {
          await migrate(database, migrationsOf({ '0001-initial': initial(after) }));
          return catalogueOf(database);
        });
        assert.deepEqual(migrated, made);
      }),
      { numRuns: Number(process.env['PAIRS'] ?? 12) },
    );
  });
});
