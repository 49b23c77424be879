import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { planService, type PlanServiceInput } from '../../src/generate.ts';
import { formatBases, packText } from '../../src/plan/bases-format.ts';
import { applyPlan, readLock } from '../../src/plan/index.ts';
import { currentFormatter } from '../../src/rendering/formatting-record.ts';
import { sha256 } from '../../src/plan/text.ts';
import { temporaryDirectory, tree } from '../support/generated.ts';

const before = `service: { name: library }
resources:
  book:
    fields:
      title: { type: string, maxLength: 80, required: true }
`;
const withAuthor = `${before}      author: { type: string, maxLength: 80 }\n`;

const directories: string[] = [];
after(() => {
  for (const directory of directories) rmSync(dirname(directory), { recursive: true });
});

function newDirectory(): string {
  const directory = join(temporaryDirectory(), 'library');
  directories.push(directory);
  return directory;
}

/** A plan, and how many files were formatted for it. */
async function planned(
  text: string,
  destination: string,
  others: Pick<PlanServiceInput, 'formatter'> = {},
) {
  let formatted = 0;
  const onProgress = () => {
    formatted += 1;
  };
  const input = { text, file: 'service.yaml', destination, pinNode: false, onProgress };
  const result = await planService({ ...input, ...others });
  if (!result.ok) throw new Error(JSON.stringify(result.mistakes));
  return { formatted, plan: result.plan };
}

async function generated(text: string, destination = newDirectory()) {
  const { formatted, plan } = await planned(text, destination);
  await applyPlan(plan);
  return { destination, formatted };
}

/** Text of a file that is rendered for each service. */
const path = 'src/resources/book/book.schema.ts';
const lockOf = (destination: string) => join(destination, '.resource-service', 'lock');

function editLock(destination: string, edit: (line: string) => string): void {
  const lines = readFileSync(lockOf(destination), 'utf8').split('\n');
  const edited = lines.map((line) => (line.startsWith(`${path} `) ? edit(line) : line));
  writeFileSync(lockOf(destination), edited.join('\n'));
}

/** All files but the migrations, which tell how a service came about, and the records of them. */
function withoutHistory(destination: string): ReadonlyMap<string, string> {
  const told = /^(?:\.resource-service\/(?:lock|tables)$|src\/storage\/migrations\/)/;
  return new Map([...tree(destination)].filter(([file]) => !told.test(file)));
}

test('an unchanged service is formatted by nobody', async () => {
  const { destination, formatted } = await generated(before);
  assert.ok(formatted > 20);
  const again = await planned(before, destination);
  assert.equal(again.formatted, 0);
  assert.deepEqual(again.plan.changes, []);
});

test('a changed service has the same bytes as one that is formatted anew', async () => {
  const { destination } = await generated(before);
  const { formatted } = await generated(withAuthor, destination);
  const anew = await generated(withAuthor);
  assert.ok(formatted > 0 && formatted < anew.formatted);
  assert.deepEqual(withoutHistory(destination), withoutHistory(anew.destination));
});

test('where somebody edited a file, its base is taken', async () => {
  const { destination } = await generated(before);
  writeFileSync(join(destination, path), '// edited\n');
  const { formatted, plan } = await planned(before, destination);
  assert.equal(formatted, 0);
  assert.deepEqual(plan.obstacles, []);
  assert.equal(plan.files.find((file) => file.path === path)?.action, 'keep');
});

test('nothing is reused after the version of the generator or of prettier changed', async () => {
  const { destination, formatted } = await generated(before);
  const formatter = currentFormatter();
  for (const other of [
    { ...formatter, generator: '0.2.0' },
    { ...formatter, prettier: '4.0.0' },
  ]) {
    // The first migration is not made again.
    const again = await planned(before, destination, { formatter: other });
    assert.equal(again.formatted, formatted - 1);
  }
});

for (const [what, record] of [
  ['damaged', 'formatted:0000'],
  ['empty', 'formatted:'],
  ['that of another text', `formatted:${sha256('another')}`],
  ['not there', ''],
] as const) {
  test(`where the record is ${what}, the file is formatted`, async () => {
    const { destination } = await generated(before);
    const text = readFileSync(lockOf(destination), 'utf8');
    editLock(destination, (line) => line.replace(/ formatted:\S*$/, record && ` ${record}`));
    assert.notEqual(readFileSync(lockOf(destination), 'utf8'), text);
    const { formatted, plan } = await planned(before, destination);
    assert.equal(formatted, 1);
    assert.deepEqual(
      plan.changes.map(({ path: place, after: next }) => [place, next?.text]),
      [['.resource-service/lock', text]],
    );
  });
}

test('a text that was edited everywhere is not taken for the formatted one', async () => {
  const { destination } = await generated(before);
  const right = readFileSync(join(destination, path), 'utf8');
  const wrong = `${right}// edited\n`;
  writeFileSync(join(destination, path), wrong);
  const bases = formatBases(new Map([[sha256(wrong), packText(wrong)]]));
  writeFileSync(join(destination, '.resource-service', 'bases'), bases);
  editLock(destination, (line) => line.replace(sha256(right), sha256(wrong)));
  const lock = await readLock(destination);
  assert.equal(lock?.files.find((entry) => entry.path === path)?.sha256, sha256(wrong));
  assert.equal((await generated(before, destination)).formatted, 1);
  assert.equal(readFileSync(join(destination, path), 'utf8'), right);
});
