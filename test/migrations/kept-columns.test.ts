import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTables } from '../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../src/migrations/compare/known-changes.ts';
import { lossesOf } from '../../src/migrations/describe.ts';
import type { Table } from '../../src/migrations/table.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { buildModel } from '../../src/model/build.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { composed } from '../evolution/support.ts';

const desk = (fields: object, ...labels: readonly string[]) => ({
  service: { name: 'desk' },
  resources: { person: { fields } },
  versioning: { versions: Object.fromEntries(labels.map((label) => [label, {}])) },
});
const text = { type: 'string' };
const first = desk({ nick: text, alias: text }, '1');

/** What a generation of the last of these versions does to the tables that the one before it left. */
function changed(versions: readonly object[], steps: readonly object[], former?: readonly Table[]) {
  const composition = composed(versions, steps);
  if (!composition.ok) throw new Error(JSON.stringify(composition.mistakes, null, 1));
  const model = buildModel(composition.newest, composition.older);
  const reading = readSpecification(JSON.stringify(versions.at(-1)), 'service.yaml');
  if (!reading.ok) throw new Error(JSON.stringify(reading.mistakes, null, 1));
  const { from: _, to: __, ...step } = (steps.at(-1) ?? {}) as { from?: string; to?: string };
  const known = knownChanges(reading.specification, step);
  return compareTables(former ?? tablesOf(model), model, known, new Map());
}
const { tables } = changed([first], []);
const told = ({ steps }: ReturnType<typeof changed>) =>
  steps.map((step) =>
    Object.values(step)
      .filter((value) => typeof value === 'string')
      .join(' '),
  );

test('a column that a live version shows stays when the newest one loses the field', () => {
  const second = desk({ alias: text }, '1', '2');
  const operations = [{ remove: { field: 'nick' } }];
  const step = { from: '1', to: '2', resources: { person: { operations } } };
  const comparison = changed([first, second], [step], tables);
  assert.deepEqual(told(comparison), []);
  // Nor does it go with the next version but one.
  const third = desk({ alias: text }, '1', '2', '3');
  const later = changed([first, second, third], [step, { from: '2', to: '3' }], comparison.tables);
  assert.deepEqual(told(later), []);
});

test('it makes room for another field that gets its name, and is found again', () => {
  const second = desk({ nick: text }, '1', '2');
  const operations = [{ remove: { field: 'nick' } }, { rename: { from: 'alias', to: 'nick' } }];
  const step = { from: '1', to: '2', resources: { person: { operations } } };
  const comparison = changed([first, second], [step], tables);
  assert.deepEqual(told(comparison), [
    'renameColumn people nick nick__kept',
    'renameColumn people alias nick',
  ]);
  assert.deepEqual(lossesOf(comparison.steps), []);
  assert.deepEqual(told(changed([first, second], [step], comparison.tables)), []);
});

test('a field that no version shows goes with its values, which the plan names', () => {
  const comparison = changed([desk({ alias: text }, '1')], [], tables);
  assert.deepEqual(told(comparison), ['dropColumn people nick']);
  assert.deepEqual(lossesOf(comparison.steps), ['people.nick']);
});

test('what the step calls new is not asked whether it is what the step calls gone', () => {
  const second = desk({ alias: text, title: text }, '1', '2');
  const operations = [{ remove: { field: 'nick' } }, { add: { field: 'title' } }];
  const step = { from: '1', to: '2', resources: { person: { operations } } };
  const comparison = changed([first, second], [step], tables);
  assert.deepEqual(comparison.questions, []);
  assert.deepEqual(told(comparison), ['addColumn people title']);
});

test('of what a function of the team makes of others, what rows get is asked', () => {
  const second = desk({ alias: text, first: text, last: text }, '1', '2');
  const operations = [{ split: { field: 'nick', into: ['first', 'last'], by: 'hook' } }];
  const step = { from: '1', to: '2', resources: { person: { operations } } };
  const { questions } = changed([first, second], [step], tables);
  assert.deepEqual(
    questions.map(({ place }) => place),
    ['resources.person.fields.first.fill', 'resources.person.fields.last.fill'],
  );
  assert.match(questions[0]?.text ?? '', /which a function of yours makes of others/);
});
