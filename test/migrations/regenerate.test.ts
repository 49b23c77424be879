import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { planService } from '../../src/generate.ts';
import { formatSnapshot } from '../../src/migrations/snapshot.ts';
import { formerTablesOf } from '../../src/migrations/tables.ts';
import { applyPlan } from '../../src/plan/index.ts';
import { repository, temporaryDirectory } from '../support/generated.ts';
import { desk, specified } from './support.ts';

const none = 'authentication: { mechanisms: [none] }\n';
const loan = (fields: string) =>
  desk(`loan: { fields: { title: { type: string }${fields} } }`, none);

/** Generates into a directory, or says why not. */
async function generated(
  destination: string,
  text: string,
  answers: Readonly<Record<string, unknown>> = {},
) {
  const planned = await planService({
    text: ownText(destination, text),
    file: 'service.yaml',
    destination,
    pinNode: false,
    answers: new Map(Object.entries(answers)),
  });
  if (planned.ok) await applyPlan(planned.plan);
  return planned;
}

/** Edits the specification of the service, where there is one. */
function ownText(destination: string, text: string): string {
  const path = join(destination, 'service.yaml');
  if (!existsSync(path)) return text;
  const [schema = ''] = readFileSync(path, 'utf8').split('\n', 1);
  const own = `${schema}\n${text}`;
  writeFileSync(path, own);
  return own;
}

const folder = 'src/storage/migrations';
const migrationsIn = (directory: string) => readdirSync(join(directory, folder)).sort();
const textOf = (directory: string, path: string) => readFileSync(join(directory, path), 'utf8');

test('a regeneration adds one migration for what changed, never touches those that are there, and the next one adds none', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  assert.ok((await generated(directory, loan(''))).ok);
  assert.deepEqual(migrationsIn(directory), ['0001-initial.ts']);
  const first = textOf(directory, `${folder}/0001-initial.ts`);

  // What a team changes in a migration is theirs to answer for.
  appendFileSync(join(directory, folder, '0001-initial.ts'), '// ours\n');
  const added = await generated(directory, loan(', due: { type: date }'));
  assert.ok(added.ok);
  assert.deepEqual(added.migration, {
    path: `${folder}/0002-add-loans-due.ts`,
    steps: ['loans: add the column due (date)'],
    losses: [],
    rewrites: [],
  });
  assert.deepEqual(migrationsIn(directory), ['0001-initial.ts', '0002-add-loans-due.ts']);
  assert.equal(textOf(directory, `${folder}/0001-initial.ts`), `${first}// ours\n`);
  assert.match(
    textOf(directory, `${folder}/0002-add-loans-due.ts`),
    /steps: \[addColumn\('loans', 'due', \{ type: 'date' \}\)/,
  );

  const again = await generated(directory, loan(', due: { type: date }'));
  assert.ok(again.ok);
  assert.deepEqual(again.plan.changes, []);
  assert.equal(again.migration, undefined);
  const told = again.plan.files.filter(({ path }) => path.startsWith(`${folder}/`));
  assert.deepEqual(
    told.map(({ action }) => action),
    ['keep', 'unchanged'],
  );

  const removed = await generated(directory, loan(''));
  assert.ok(removed.ok);
  assert.deepEqual(removed.migration?.losses, ['loans.due']);
  assert.deepEqual(migrationsIn(directory)[2], '0003-drop-loans-due.ts');
  rmSync(directory, { recursive: true });
});

test('a migration that a person deleted stays deleted and is reported, and its number is not given again', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  assert.ok((await generated(directory, loan(''))).ok);
  assert.ok((await generated(directory, loan(', due: { type: date }'))).ok);
  rmSync(join(directory, folder, '0002-add-loans-due.ts'));
  const again = await generated(directory, loan(', due: { type: date }, note: { type: text }'));
  assert.ok(again.ok);
  const deleted = again.plan.files.filter(({ action }) => action === 'deleted-by-user');
  assert.deepEqual(
    deleted.map(({ path }) => path),
    [`${folder}/0002-add-loans-due.ts`],
  );
  assert.deepEqual(migrationsIn(directory), ['0001-initial.ts', '0003-add-loans-note.ts']);
  rmSync(directory, { recursive: true });
});

test("a team's own migration counts, and is left alone", async () => {
  const directory = join(temporaryDirectory(), 'desk');
  assert.ok((await generated(directory, loan(''))).ok);
  const own = join(directory, folder, '0002-own.ts');
  writeFileSync(own, 'export const migration = { steps: [] };\n');
  assert.ok((await generated(directory, loan(', due: { type: date }'))).ok);
  assert.deepEqual(migrationsIn(directory), [
    '0001-initial.ts',
    '0002-own.ts',
    '0003-add-loans-due.ts',
  ]);
  assert.equal(readFileSync(own, 'utf8'), 'export const migration = { steps: [] };\n');
  rmSync(directory, { recursive: true });
});

test('nothing is written while a question is open, and the answer is written into the migration', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  assert.ok((await generated(directory, loan(''))).ok);
  const text = loan(', due: { type: date, required: true }');
  const refused = await generated(directory, text);
  assert.ok(!refused.ok);
  assert.deepEqual(refused.mistakes, []);
  const place = 'resources.loan.fields.due.fill';
  assert.deepEqual(
    refused.questions?.map((each) => each.place),
    [place],
  );
  assert.deepEqual(migrationsIn(directory), ['0001-initial.ts']);
  const answered = await generated(directory, text, { [place]: '2026-01-31' });
  assert.ok(answered.ok);
  assert.match(
    textOf(directory, `${folder}/0002-add-loans-due.ts`),
    /\{ fill: \{ value: '2026-01-31' \} \}/,
  );
  rmSync(directory, { recursive: true });
});

test('a former name that is carried over can go, and one that nothing had is a mistake at its place', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  assert.ok((await generated(directory, loan(', due: { type: date }'))).ok);
  const wrong = await generated(directory, loan(', dueOn: { type: date, renamedFrom: deu }'));
  assert.ok(!wrong.ok);
  assert.match(wrong.mistakes[0]?.message ?? '', /had no field "deu"/);
  assert.equal(wrong.mistakes[0]?.line, 4);
  const right = await generated(directory, loan(', dueOn: { type: date, renamedFrom: due }'));
  assert.ok(right.ok);
  assert.deepEqual(migrationsIn(directory)[1], '0002-rename-loans-due-to-due-on.ts');
  assert.match(right.warnings[0]?.message ?? '', /the key can go/);
  const gone = await generated(directory, loan(', dueOn: { type: date }'));
  assert.ok(gone.ok);
  assert.equal(gone.migration, undefined);
  rmSync(directory, { recursive: true });
});

test('tables with the indexes of an older generator get those of this one by one migration', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  const text = desk(
    'loan: { fields: { tenant: { type: string, required: true }, state: { type: enum, values: [open, shut] } } }',
    'authentication: { mechanisms: [jwt], jwt: { issuer: https://a.example, audience: desk }, rules: [{ resource: loan, field: tenant, claim: tenant }] }\n',
  );
  const record = join(directory, '.resource-service', 'tables');
  const recorded = formatSnapshot(formerTablesOf(specified(text).model), 1, {});
  const dropped = ['created_at', 'state', 'updated_at'].map(
    (column) => `loans: drop the index on ${column}, id`,
  );
  // A generator before that kept no record: what its tables are follows from the specification.
  for (const former of [recorded, undefined]) {
    assert.ok((await generated(directory, text)).ok);
    if (former === undefined) rmSync(record);
    else writeFileSync(record, former);
    const planned = await generated(directory, text);
    assert.ok(planned.ok, JSON.stringify(planned));
    assert.equal(planned.migration?.path, `${folder}/0002-index-loans.ts`);
    assert.deepEqual(planned.migration.steps.toSorted(), dropped);
    assert.deepEqual(planned.migration.losses, []);
    const again = await generated(directory, text);
    assert.ok(again.ok);
    assert.equal(again.migration, undefined);
    rmSync(directory, { recursive: true });
  }
});

test('a service of an older generator keeps its first migration under the name that databases know, and gets the next one', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  const fixture = join(repository, 'test/fixtures/former-migrations');
  mkdirSync(join(directory, '.resource-service'), { recursive: true });
  mkdirSync(join(directory, folder), { recursive: true });
  cpSync(join(fixture, 'service.yaml'), join(directory, 'service.yaml'));
  for (const name of ['lock', 'bases']) {
    cpSync(join(fixture, name), join(directory, '.resource-service', name));
  }
  for (const name of ['0001-initial.ts', 'index.ts']) {
    cpSync(join(fixture, `${name}.txt`), join(directory, folder, name));
  }
  const initial = textOf(directory, `${folder}/0001-initial.ts`);
  const before = textOf(directory, 'service.yaml');
  const text = before.replace('due: { type: date }', 'due: { type: date-time }');
  writeFileSync(join(directory, 'service.yaml'), text);
  const planned = await planService({
    text,
    file: 'service.yaml',
    destination: directory,
    pinNode: false,
  });
  assert.ok(planned.ok, JSON.stringify(planned));
  await applyPlan(planned.plan);
  assert.deepEqual(migrationsIn(directory), ['0001-initial.ts', '0002-change-loans-due.ts']);
  assert.equal(textOf(directory, `${folder}/0001-initial.ts`), initial);
  assert.match(textOf(directory, 'src/storage/migrations.ts'), /'0001-initial-07f40037'/);
  assert.match(textOf(directory, '.resource-service/tables'), /^# initial 0001-initial-07f40037$/m);
  // What the kept migration brings in is there.
  assert.equal(existsSync(join(directory, 'src/runtime/storage/schema.ts')), true);

  const again = await planService({
    text,
    file: 'service.yaml',
    destination: directory,
    pinNode: false,
  });
  assert.ok(again.ok);
  assert.deepEqual(again.plan.changes, []);
  rmSync(directory, { recursive: true });
});

test('who uses a version is recorded from its deprecation on, so that closing it changes no table and no migration', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  const keys = 'authentication: { mechanisms: [api-key] }\n';
  const versions = (first: string) =>
    desk(
      'loan: { fields: { title: { type: string } } }',
      `${keys}versioning:\n  versions:\n    1: { released: 2024-01-01${first} }\n    2: { released: 2025-01-01 }\n    3: { released: 2026-02-01 }\n`,
    );
  const end = ', announced: 2026-03-01, deprecated: 2026-03-01, sunset: 2027-03-01';
  assert.ok((await generated(directory, versions(''))).ok);
  const initial = textOf(directory, `${folder}/0001-initial.ts`);
  assert.doesNotMatch(initial, /version_clients/);

  const deprecated = await generated(directory, versions(end));
  assert.ok(deprecated.ok, JSON.stringify(deprecated));
  const [, second = ''] = migrationsIn(directory);
  assert.match(textOf(directory, `${folder}/${second}`), /version_clients/);
  const before = migrationsIn(directory);

  const closed = await generated(directory, versions(`${end}, closed: 2026-09-01`));
  assert.ok(closed.ok, JSON.stringify(closed));
  assert.deepEqual(migrationsIn(directory), before);
  assert.equal(textOf(directory, `${folder}/0001-initial.ts`), initial);
});

test('the rules of a resource follow it to its new name, with every line that a person wrote', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  const named = (name: string, former = '') =>
    desk(`${name}: { ${former}fields: { title: { type: string } } }`, none);
  const rules = (name: string) => `src/resources/${name}/${name}.rules.ts`;
  assert.ok((await generated(directory, named('loan'))).ok);
  const written = `import type { LoanDraft, LoanRules } from './loan.schema.ts';

/** A loan of ours: loanRules are kept in words. */
const named = (draft: LoanDraft) => ({ ...draft, title: 'loan' });
export const loanRules: LoanRules = { beforeCreate: async (draft) => named(draft) };
`;
  writeFileSync(join(directory, rules('loan')), written);
  const renamed = await generated(directory, named('lending', 'renamedFrom: loan, '));
  assert.ok(renamed.ok);
  assert.deepEqual(
    renamed.warnings.map(({ code }) => code).filter((code) => code === 'rules-move'),
    ['rules-move'],
  );
  assert.ok(!existsSync(join(directory, rules('loan'))));
  const moved = written
    .replaceAll('LoanDraft', 'LendingDraft')
    .replaceAll('LoanRules', 'LendingRules')
    .replaceAll('loanRules', 'lendingRules')
    .replace('./loan.schema.ts', './lending.schema.ts');
  assert.equal(textOf(directory, rules('lending')), moved);
  // And once more: what moved is theirs, and is not taken for generated.
  assert.ok((await generated(directory, named('credit', 'renamedFrom: lending, '))).ok);
  assert.equal(
    textOf(directory, rules('credit')),
    moved
      .replaceAll('Lending', 'Credit')
      .replaceAll('lendingRules', 'creditRules')
      .replace('./lending.', './credit.'),
  );
});

test('a rules file without edits is generated anew under the new name', async () => {
  const directory = join(temporaryDirectory(), 'desk');
  const one = desk('loan: { fields: { title: { type: string } } }', none);
  const other = desk('lending: { renamedFrom: loan, fields: { title: { type: string } } }', none);
  assert.ok((await generated(directory, one)).ok);
  const renamed = await generated(directory, other);
  assert.ok(renamed.ok && renamed.warnings.every(({ code }) => code !== 'rules-move'));
  const text = textOf(directory, 'src/resources/lending/lending.rules.ts');
  assert.match(text, /Rules of lendings/);
  assert.doesNotMatch(text, /loan/i);
});
