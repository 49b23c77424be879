import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTables } from '../../src/migrations/compare/compare.ts';
import { knownChanges } from '../../src/migrations/compare/known-changes.ts';
import { describeStep } from '../../src/migrations/describe.ts';
import { formatSnapshot, parseSnapshot } from '../../src/migrations/snapshot.ts';
import { tablesOf } from '../../src/migrations/tables.ts';
import { allSteps, comparedWith, compared, desk, places, specified, steps } from './support.ts';

const loan = (fields: string, others = '') =>
  desk(`loan:\n${others}  fields:\n    title: { type: string }\n${fields}`);
const field = (name: string, description: string) => `    ${name}: { ${description} }\n`;

test('the same specification needs no migration', () => {
  const text = loan(field('due', 'type: date, unique: true'));
  assert.deepEqual(steps(text, text), []);
});

test('a new field is a column: optional, with its default, or with the fill that was asked for', () => {
  const before = loan('');
  assert.deepEqual(steps(before, loan(field('note', 'type: text'))), [
    'addColumn("loans", "note", { type: "text" })',
  ]);
  assert.deepEqual(steps(before, loan(field('count', 'type: integer, default: 3'))), [
    'addColumn("loans", "count", { type: "integer", required: true }, { fill: { value: 3 } })',
  ]);
  const required = loan(field('price', 'type: decimal, required: true'));
  const place = 'resources.loan.fields.price.fill';
  assert.deepEqual(places(before, required), [place]);
  const column = 'addColumn("loans", "price", { type: { decimal: [18, 2] }, required: true }';
  assert.deepEqual(steps(before, required, { [place]: '1.5' }), [
    `${column}, { fill: { value: "1.50" } })`,
  ]);
  assert.deepEqual(steps(before, required, { [place]: { sql: '1 + 1' } }), [
    `${column}, { fill: { sql: "1 + 1" } })`,
  ]);
  assert.deepEqual(steps(before, required, { [place]: { column: 'title' } }), [
    `${column}, { fill: { column: "title" } })`,
  ]);
  assert.deepEqual(steps(before, required, { [place]: null }), [`${column})`]);
  for (const wrong of ['many', { column: 'nothing' }, true]) {
    const [question] = compared(before, required, { [place]: wrong }).questions;
    assert.equal(typeof question?.problem, 'string');
  }
});

test('a field that is gone is a column that goes, with its indexes before it', () => {
  const before = loan(field('due', 'type: date')) + 'endpoints: { loan: { filter: [due] } }\n';
  assert.deepEqual(allSteps(before, loan('') + 'endpoints: { loan: { filter: [] } }\n'), [
    'dropIndex("loans", ["due", "id"])',
    'dropColumn("loans", "due")',
  ]);
});

test('a renamed field keeps its column, whose indexes follow it', () => {
  const before =
    loan(field('due', 'type: date, unique: true')) + 'endpoints: { loan: { filter: [due] } }\n';
  const after = (from: string) =>
    loan(field('dueOn', `type: date, unique: true${from}`)) +
    'endpoints: { loan: { filter: [dueOn] } }\n';
  const renamed = ['renameColumn("loans", "due", "due_on")'];
  assert.deepEqual(allSteps(before, after(', renamedFrom: due')), renamed);
  const place = 'resources.loan.fields.dueOn.renamedFrom';
  assert.deepEqual(places(before, after('')), [place]);
  assert.deepEqual(steps(before, after(''), { [place]: 'due' }), renamed);
  assert.equal(steps(before, after(''), { [place]: null }).length, 2);
});

test('a former name that nothing had is wrong, and one that is carried over already is not', () => {
  const after = loan(field('dueOn', 'type: date, renamedFrom: deu'));
  assert.deepEqual(compared(loan(field('due', 'type: date')), after).wrong, [
    {
      place: 'resources.loan.fields.dueOn.renamedFrom',
      message: '"loan" had no field "deu"',
    },
  ]);
  const carried = loan(field('dueOn', 'type: date, renamedFrom: due'));
  assert.deepEqual(steps(carried, carried), []);
});

test('a type that values convert to is changed; for others an expression is asked for', () => {
  const change = (from: string, to: string, answers = {}) =>
    steps(loan(field('x', from)), loan(field('x', to)), answers);
  assert.deepEqual(change('type: integer', 'type: decimal, scale: 3'), [
    'alterColumn("loans", "x", { from: { type: "integer" }, to: { type: { decimal: [18, 3] } } })',
  ]);
  assert.deepEqual(change('type: decimal, precision: 6', 'type: decimal, precision: 9'), [
    'alterColumn("loans", "x", { from: { type: { decimal: [6, 2] } }, to: { type: { decimal: [9, 2] } } })',
  ]);
  assert.deepEqual(change('type: string', 'type: email'), [
    'checkValues("loans", "x", { type: "text", allows: { format: "email", maxLength: 254 } })',
  ]);
  const place = 'resources.loan.fields.x.convert';
  const [before, after] = [loan(field('x', 'type: number')), loan(field('x', 'type: boolean'))];
  assert.deepEqual(places(before, after), [place]);
  const altered = 'alterColumn("loans", "x", { from: { type: "number" }, to: { type: "boolean" }';
  assert.deepEqual(steps(before, after, { [place]: 'x > 0' }), [
    `${altered}, convert: { sql: "x > 0" } })`,
  ]);
  assert.deepEqual(steps(before, after, { [place]: null }), [
    `${altered}, convert: { sql: "null" } })`,
  ]);
  assert.deepEqual(
    places(
      loan(field('x', 'type: json')),
      loan('    x: { type: object, fields: { a: { type: integer } } }\n'),
    ),
    [place],
  );
});

test('a value that is required now is asked for, unless there is a default', () => {
  const before = loan(field('x', 'type: integer'));
  const required = loan(field('x', 'type: integer, required: true'));
  const place = 'resources.loan.fields.x.fill';
  assert.deepEqual(places(before, required), [place]);
  const altered =
    'alterColumn("loans", "x", { from: { type: "integer" }, to: { type: "integer", required: true }';
  assert.deepEqual(steps(before, required, { [place]: 7 }), [`${altered}, fill: { value: 7 } })`]);
  assert.deepEqual(steps(before, required, { [place]: null }), [`${altered} })`]);
  assert.deepEqual(steps(before, loan(field('x', 'type: integer, default: 1'))), [
    `${altered}, fill: { value: 1 } })`,
  ]);
  assert.deepEqual(steps(required, before).length, 1);
});

test('values of an enum that are gone become others, or stay', () => {
  const kinds = (values: string) => loan(field('kind', `type: enum, values: [${values}]`));
  const [before, after] = [kinds('book, paper, map'), kinds('book, map')];
  const place = 'resources.loan.fields.kind.removed.paper';
  assert.deepEqual(places(before, after), [place]);
  assert.deepEqual(steps(before, after, { [place]: 'book' }), [
    'replaceValues("loans", "kind", { paper: "book" })',
  ]);
  assert.deepEqual(steps(before, after, { [place]: 'paper' }), [
    'checkValues("loans", "kind", { type: "text", allows: { enum: ["book", "map"] } })',
  ]);
  assert.match(compared(before, after, { [place]: 'x' }).questions[0]?.problem ?? '', /one of/);
  assert.deepEqual(steps(after, before), []);
});

test('values that a narrower field takes no more are counted, by what is narrower alone', () => {
  const checks = (from: string, to: string, answers = {}) =>
    steps(loan(field('x', from)), loan(field('x', to)), answers).map((step) =>
      step.replace(/^checkValues\("loans", "x", \{ type: .*?, allows: (.*) \}\)$/, '$1'),
    );
  const texts = (keys: string, others: string) =>
    checks(`type: string${keys}`, `type: string${others}`);
  assert.deepEqual(texts(', maxLength: 50', ', maxLength: 20'), ['{ maxLength: 20 }']);
  assert.deepEqual(texts(', maxLength: 50', ', maxLength: 50, minLength: 2'), ['{ minLength: 2 }']);
  assert.deepEqual(texts('', ', pattern: "^a"'), ['{ pattern: "^a" }']);
  assert.deepEqual(texts(', pattern: "^a"', ', pattern: "^ab"'), ['{ pattern: "^ab" }']);
  assert.deepEqual(texts(', minLength: 2, pattern: "^a"', ', maxLength: 500'), []);
  assert.deepEqual(checks('type: integer, minimum: 0', 'type: integer, minimum: 1, maximum: 9'), [
    '{ minimum: 1, maximum: 9 }',
  ]);
  assert.deepEqual(checks('type: integer, minimum: 1, maximum: 9', 'type: integer'), []);
  assert.deepEqual(checks('type: integer', 'type: integer, enum: [1, 2]'), ['{ enum: [1, 2] }']);
  assert.deepEqual(checks('type: integer, enum: [1, 2]', 'type: integer, enum: [2, 1, 3]'), []);
  assert.deepEqual(checks('type: long', 'type: long, maximum: "9007199254740993"'), [
    '{ "x-maximum": "9007199254740993" }',
  ]);
  assert.deepEqual(checks('type: decimal', 'type: decimal, multipleOf: "0.05"'), [
    '{ "x-multipleOf": "0.05" }',
  ]);
  const list = (keys: string, items: string) =>
    `type: array${keys}, items: { type: string, ${items} }`;
  assert.deepEqual(
    checks(list('', 'maxLength: 9'), list(', minItems: 1, uniqueItems: true', 'maxLength: 5')),
    ['{ minItems: 1, uniqueItems: true, items: { maxLength: 5 } }'],
  );
  const group = (a: string) =>
    `type: object, fields: { a: { type: integer${a} }, b: { type: date } }`;
  assert.deepEqual(checks(group(', maximum: 9'), group(', maximum: 5, required: true')), [
    '{ properties: { a: { maximum: 5 } }, required: ["a"] }',
  ]);
  assert.deepEqual(checks(group(''), group(', required: true')), [
    '{ properties: { a: {  } }, required: ["a"] }',
  ]);
  // The column itself cannot keep what is beyond its type.
  assert.equal(checks('type: decimal, precision: 9', 'type: decimal, precision: 6').length, 1);
  assert.deepEqual(checks('type: date', 'type: string').slice(1), []);
  assert.deepEqual(checks('type: long', 'type: integer').slice(1), [
    '{ minimum: -2147483648, maximum: 2147483647 }',
  ]);
});

test('a snapshot of an older generator says nothing of what values were allowed, and nothing is counted', () => {
  const text = formatSnapshot(tablesOf(specified(loan(field('x', 'type: string'))).model), 1, {});
  const older = parseSnapshot(text.replaceAll(/,"rule":\{[^}]*\}/g, ''));
  assert.ok(older.ok);
  const { specification, model } = specified(loan(field('x', 'type: string, maxLength: 2')));
  const known = knownChanges(specification, undefined);
  assert.deepEqual(compareTables(older.snapshot.tables, model, known, new Map()).steps, []);
});

test('uniqueness, filters and sort keys are indexes', () => {
  const plain = loan(field('due', 'type: date'));
  const unique = loan(field('due', 'type: date, unique: true'));
  const listed = (sort: string) => `endpoints: { loan: { filter: [], sort: [${sort}] } }\n`;
  const none = listed('');
  assert.deepEqual(allSteps(plain + none, unique + none), ['createUniqueIndex("loans", ["due"])']);
  assert.deepEqual(allSteps(unique + none, plain + none), ['dropUniqueIndex("loans", ["due"])']);
  const sorted = plain + listed('due');
  assert.deepEqual(allSteps(plain + none, sorted), ['createIndex("loans", ["due", "id"])']);
  assert.deepEqual(allSteps(sorted, plain + none), ['dropIndex("loans", ["due", "id"])']);
});

test('a reference is added, changes what a deletion does, and gets another target', () => {
  const of = (x: string) =>
    desk(
      `shelf: { fields: { name: { type: string } } }\nroom: { fields: { name: { type: string } } }\nloan: { fields: { title: { type: string }${x} } }`,
    );
  const to = (target: string, onDelete = 'restrict') =>
    of(`, place: { type: reference, to: ${target}, onDelete: ${onDelete} }`);
  assert.deepEqual(steps(of(''), to('shelf')), [
    'addColumn("loans", "place", { type: "uuid", references: { table: "shelves", onDelete: "restrict" } })',
  ]);
  assert.deepEqual(steps(to('shelf'), to('shelf', 'set-null')), [
    'alterColumn("loans", "place", { from: { type: "uuid", references: { table: "shelves", onDelete: "restrict" } }, to: { type: "uuid", references: { table: "shelves", onDelete: "set null" } } })',
  ]);
  assert.deepEqual(places(to('shelf'), to('room')), ['resources.loan.fields.place.convert']);
});

test('a resource is added, removed and renamed', () => {
  const one = 'shelf: { fields: { name: { type: string } } }';
  const two = `${one}\nloan: { parent: shelf, fields: { title: { type: string, required: true } } }`;
  const created = steps(desk(one), desk(two));
  assert.equal(created.length, 1);
  assert.match(created[0] ?? '', /^createTable\("loans", /);
  assert.deepEqual(steps(desk(two), desk(one)), ['dropTable("loans")']);
  const renamed = two
    .replace('shelf: { fields', 'rack: { renamedFrom: shelf, fields')
    .replace('parent: shelf', 'parent: rack');
  assert.deepEqual(steps(desk(two), desk(renamed)), [
    'renameTable("shelves", "racks")',
    'renameColumn("loans", "shelf_id", "rack_id")',
  ]);
  assert.deepEqual(places(desk(two), desk(renamed.replace('renamedFrom: shelf, ', ''))), [
    'resources.rack.renamedFrom',
  ]);
});

test('a resource moves to another parent, whose row is asked for', () => {
  const of = (parent: string) =>
    desk(
      `shelf: { fields: { name: { type: string } } }\nloan: { ${parent}fields: { title: { type: string }, shelf: { type: reference, to: shelf } } }`,
    );
  const [before, after] = [of(''), of('parent: shelf, ')];
  const place = 'resources.loan.parent';
  assert.deepEqual(places(before, after), [place]);
  assert.deepEqual(steps(before, after, { [place]: { column: 'shelf' } }), [
    'addColumn("loans", "shelf_id", { type: "uuid", required: true, references: { table: "shelves", onDelete: "cascade" } }, { fill: { column: "shelf" } })',
  ]);
  assert.deepEqual(steps(after, before), ['dropColumn("loans", "shelf_id")']);
});

const machine = (states: string, others = '') =>
  loan('') +
  `states: { loan: { initial: open${others}, transitions: { end: { from: open, to: ${states} } } } }\n`;

test('states are added, removed and renamed, in the history too where they only have another name', () => {
  const added = steps(loan(''), machine('closed'));
  assert.deepEqual(added, [
    'addColumn("loans", "status", { type: "text", required: true }, { fill: { value: "open" } })',
  ]);
  const place = 'states.loan.removed.closed';
  assert.deepEqual(places(machine('closed'), machine('done')), [place]);
  assert.deepEqual(steps(machine('closed'), machine('done'), { [place]: 'done' }), [
    'replaceValues("loans", "status", { closed: "done" })',
  ]);
  const kept = ', history: true';
  assert.deepEqual(
    steps(machine('closed', kept), machine('done', `${kept}, renamedFrom: { done: closed }`)),
    [
      'replaceValues("loans", "status", { closed: "done" })',
      'replaceValues("loan_transitions", "from", { closed: "done" })',
      'replaceValues("loan_transitions", "to", { closed: "done" })',
    ],
  );
});

test('a history that is switched on is a table, and one that is switched off goes', () => {
  const on = machine('closed', ', history: true');
  const created = steps(machine('closed'), on);
  assert.equal(created.length, 1);
  assert.match(created[0] ?? '', /^createTable\("loan_transitions"/);
  assert.deepEqual(steps(on, machine('closed')), ['dropTable("loan_transitions")']);
});

test('a rule about tenants changes what is unique and what lists are read by', () => {
  const fields = loan(
    field('tenant', 'type: string, required: true') + field('code', 'type: string, unique: true'),
  );
  const rules =
    'authentication: { mechanisms: [jwt], jwt: { issuer: https://a.example, audience: desk }, rules: [{ resource: loan, field: tenant, claim: tenant }] }\n';
  const open =
    'authentication: { mechanisms: [jwt], jwt: { issuer: https://a.example, audience: desk } }\n';
  assert.deepEqual(allSteps(fields + open, fields + rules), [
    'dropUniqueIndex("loans", ["code"])',
    'dropIndex("loans", ["created_at", "id"])',
    'dropIndex("loans", ["updated_at", "id"])',
    'createUniqueIndex("loans", ["tenant", "code"])',
    'createIndex("loans", ["tenant", "id"])',
    'createIndex("loans", ["tenant", "created_at", "id"])',
    'createIndex("loans", ["tenant", "updated_at", "id"])',
  ]);
});

test('features bring their tables and take them away', () => {
  const events = 'events: { deliver: [webhook] }\n';
  const on = steps(loan(''), loan('') + events);
  assert.deepEqual(
    on.map((code) => /^createTable\("(\w+)"/.exec(code)?.[1] ?? code),
    [
      'secrets',
      'webhook_endpoints',
      'webhook_secrets',
      'webhook_replays',
      'webhook_deliveries',
      'events',
      'event_cursors',
    ].filter((name) => on.some((code) => code.includes(`createTable("${name}"`))),
  );
  const off = steps(loan('') + events, loan(''));
  assert.equal(
    off.every((code) => code.startsWith('dropTable(')),
    true,
  );
  const dropped = off.map((code) => /"(\w+)"/.exec(code)?.[1] ?? '');
  // What refers to another table goes before it.
  assert.ok(dropped.indexOf('webhook_deliveries') < dropped.indexOf('webhook_endpoints'));
});

test('rows that do not comply stay, and the words of the step say what would refuse them', () => {
  const step = {
    kind: 'checkValues',
    table: 'loans',
    column: 'title',
    type: 'text',
    allows: { maxLength: 3 },
  } as const;
  assert.equal(
    describeStep(step),
    'loans: count the rows whose title is not allowed any more (maxLength 3); they stay as they are, unless the step says mustHold: true',
  );
});

test('stored events, deliveries and subscriptions follow the names of resources and states', () => {
  const service = (resource: string, state: string, former = '') =>
    desk(
      `${resource}:\n  fields: { title: { type: string } }\n`,
      `states: { ${resource}: { field: status, initial: open, final: [${state}]${former}, transitions: { lose: { from: open, to: ${state} } } } }\n` +
        `events: { emit: [${resource}.created, ${resource}.${state}], deliver: [webhook] }\n`,
    );
  const all = allSteps(
    service('loan', 'lost'),
    service('hire', 'missing', ', renamedFrom: { missing: lost }').replace(
      'hire:\n',
      'hire:\n    renamedFrom: loan\n',
    ),
  );
  const values = '{ "loan.created": "hire.created", "loan.lost": "hire.missing" }';
  for (const step of [
    `replaceValues("events", "type", ${values})`,
    `replaceValues("webhook_deliveries", "event_type", ${values})`,
    `carryRows("webhook_endpoints", { events: "json" }, [{ map: "events[]", values: ${values} }])`,
  ]) {
    assert.ok(all.includes(step), `${step} in\n${all.join('\n')}`);
  }
  assert.deepEqual(allSteps(service('loan', 'lost'), service('loan', 'lost')), []);
});

test('stored events follow the name of a state once, however often it is generated', () => {
  const service = (state: string, former = '') =>
    desk(
      'loan:\n  fields: { title: { type: string } }\n',
      `states: { loan: { field: status, initial: open, final: [${state}]${former}, transitions: { lose: { from: open, to: ${state} } } } }\n` +
        `events: { emit: [loan.${state}], deliver: [webhook] }\n`,
    );
  const renaming = service('missing', ', renamedFrom: { missing: lost }');
  const first = compared(service('lost'), renaming);
  assert.ok(first.steps.some(({ kind }) => kind === 'carryRows'));
  const again = comparedWith(first.tables, renaming);
  assert.deepEqual(again.steps, []);
  // The next name is another one, and so is the first one where it comes back.
  const back = comparedWith(again.tables, service('lost', ', renamedFrom: { lost: missing }'));
  assert.ok(back.steps.some(({ kind }) => kind === 'carryRows'));
});
