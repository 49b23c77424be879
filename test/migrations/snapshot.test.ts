import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSnapshot, parseSnapshot, type Snapshot } from '../../src/migrations/snapshot.ts';
import type { Table } from '../../src/migrations/table.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { desk, specified } from './support.ts';

const tables = (fields: string) =>
  tablesOf(specified(desk(`loan: { fields: { title: { type: string }${fields} } }`)).model);

function parsed(text: string): Snapshot {
  const reading = parseSnapshot(text);
  assert.ok(reading.ok, reading.ok ? '' : reading.problem);
  return reading.snapshot;
}

/** What git makes of two branches with `merge=union`: the lines of both. */
function united(one: string, other: string): string {
  return [...new Set([...one.split('\n'), ...other.split('\n')])].join('\n');
}

function columnsOf(found: readonly Table[], name: string): string[] {
  return [...(found.find((table) => table.name === name)?.columns.keys() ?? [])].sort();
}

test('a snapshot comes back as it was written, and its lines are sorted', () => {
  const text = formatSnapshot(tables(', due: { type: date, unique: true }'), 1, {
    formerInitial: '0001-initial-0a1b2c3d',
  });
  const snapshot = parsed(text);
  assert.equal(snapshot.formerInitial, '0001-initial-0a1b2c3d');
  assert.equal(
    formatSnapshot(snapshot.tables, 7, {
      former: snapshot,
      formerInitial: '0001-initial-0a1b2c3d',
    }),
    text,
  );
  const lines = text.split('\n').slice(3, -1);
  assert.deepEqual(lines, lines.toSorted());
});

test('the lines of two branches together are the tables of both, without what one of them removed', () => {
  const start = parsed(formatSnapshot(tables(', a: { type: date }, c: { type: date }'), 1, {}));
  const removed = formatSnapshot(tables(', a: { type: date }'), 2, { former: start });
  const added = formatSnapshot(
    tables(', a: { type: date }, b: { type: date }, c: { type: date }'),
    2,
    { former: start },
  );
  for (const text of [united(removed, added), united(added, removed)]) {
    const columns = columnsOf(parsed(text).tables, 'loans');
    assert.equal(columns.includes('b'), true);
    assert.equal(columns.includes('c'), false);
  }
});

test('conflict markers are passed over', () => {
  const text = formatSnapshot(tables(''), 1, {});
  const [first = '', ...rest] = text.split('\n');
  const marked = [first, '<<<<<<< ours', '=======', ...rest.slice(0, -1), '>>>>>>> theirs', ''];
  assert.deepEqual(parsed(marked.join('\n')).tables.length, parsed(text).tables.length);
});

test('a column that two branches changed in different ways is refused by name, and so is one of a table that is gone', () => {
  const start = parsed(formatSnapshot(tables(', a: { type: date }'), 1, {}));
  const one = formatSnapshot(tables(', a: { type: text }'), 2, { former: start });
  const other = formatSnapshot(tables(', a: { type: boolean }'), 2, { former: start });
  const both = parseSnapshot(united(one, other));
  assert.ok(!both.ok);
  assert.match(both.problem, /two branches changed "loans column a"/);
  const without = formatSnapshot(
    start.tables.filter(({ name }) => name !== 'loans'),
    2,
    { former: start },
  );
  const more = formatSnapshot(tables(', a: { type: date }, b: { type: date }'), 2, {
    former: start,
  });
  const orphan = parseSnapshot(united(without, more));
  assert.ok(!orphan.ok);
  assert.match(orphan.problem, /belongs to no table/);
});

test('what cannot be read is refused with its line', () => {
  assert.deepEqual(parseSnapshot('tables'), {
    ok: false,
    line: 1,
    problem: 'the first line is not "# resource-service tables 1"',
  });
  const broken = parseSnapshot('# resource-service tables 1\n\nloans column a 1 {');
  assert.ok(!broken.ok);
  assert.equal(broken.line, 3);
});
