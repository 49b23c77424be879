import assert from 'node:assert/strict';
import { test } from 'node:test';
import { release, type Frozen } from '../../src/lifecycle/index.ts';
import { freezeSpecification, readFrozen } from '../../src/evolution/contracts/frozen.ts';
import { editSpecification, readSpecification, type Edit } from '../../src/specification/index.ts';
import { command, rulesOf, text, textOf } from './support.ts';

const draft = text.replace('3: { released: 2024-01-01 }', '3: {}');

/** What is frozen of a text, as it is read again. */
function frozen(given: string, label = '3', number = '3.0.0'): Frozen {
  const reading = readSpecification(given, 'service.yaml');
  assert.ok(reading.ok);
  const read = readFrozen(freezeSpecification(reading.resolved));
  assert.ok(read.ok);
  return { label, release: number, specification: read.specification };
}

const fields = ['resources', 'person', 'fields'] as const;
const changed = (...edits: readonly Edit[]) => editSpecification(text, edits);

test('a draft is released today and frozen with its first number', () => {
  const released = release(command({ text: draft }), {}, []);
  assert.ok(released.ok);
  assert.equal(released.text, draft.replace('3: {}', "3: { released: '2026-06-01' }"));
  assert.deepEqual(released.freezing, { label: '3', release: '3.0.0' });
});

test('a version that is released without a contract is frozen as it is', () => {
  const released = release(command(), {}, []);
  assert.ok(released.ok);
  assert.equal(released.text, text);
  assert.deepEqual(released.freezing, { label: '3', release: '3.0.0' });
});

test('nothing was added: nothing is frozen, whatever happened to versions meanwhile', () => {
  const later = changed({
    path: ['versioning', 'versions', 1, 'migrationGuide'],
    value: 'https://acme.example',
  });
  const released = release(command({ text: later }), {}, [frozen(text)]);
  assert.ok(released.ok);
  assert.deepEqual([released.text, released.freezing, released.changes], [later, undefined, []]);
});

test('what was added makes a minor release, after the last of that version', () => {
  const more = changed({ path: [...fields, 'nickname'], value: { type: 'string' } });
  const before = [frozen(text, '2', '2.7.0'), frozen(text), frozen(text, '3', '3.1.0')];
  const released = release(command({ text: more }), {}, before);
  assert.ok(released.ok);
  assert.deepEqual(released.freezing, { label: '3', release: '3.2.0' });
});

const breaking: readonly (readonly [what: string, where: string, edit: Edit])[] = [
  [
    'a field is gone',
    'resources.person.fields.name',
    { path: [...fields], value: { title: { type: 'string' } } },
  ],
  [
    'a required field is new',
    'resources.person.fields.email',
    { path: [...fields, 'email'], value: { type: 'email', required: true } },
  ],
  [
    'a type is another',
    'resources.person.fields.name.type',
    { path: [...fields, 'name'], value: { type: 'integer' } },
  ],
  [
    'a bound is tighter',
    'resources.person.fields.name.maxLength',
    { path: [...fields, 'name', 'maxLength'], value: 10 },
  ],
  [
    'a method is gone',
    'endpoints.person.methods.delete',
    { path: ['endpoints', 'person', 'methods'], value: ['list', 'read'] },
  ],
  [
    'callers are asked who they are in another way',
    'authentication.mechanisms.api-key',
    { path: ['authentication', 'mechanisms'], value: ['basic'] },
  ],
];

for (const [what, where, edit] of breaking) {
  test(`no minor release where ${what}`, () => {
    const edited = release(command({ text: changed(edit) }), {}, [frozen(text)]);
    assert.ok(rulesOf(edited).every((rule) => rule === 'breaking-change'));
    assert.ok(
      !edited.ok && edited.refusals.some((refusal) => refusal.where === where),
      JSON.stringify(edited),
    );
  });
}

test('a change that breaks is what the next version is for', () => {
  const edit = { path: [...fields, 'name', 'maxLength'], value: 10 };
  const released = release(command({ text: changed(edit) }), { next: '4' }, [frozen(text)]);
  assert.ok(released.ok);
  assert.equal(released.freezing, undefined);
  assert.match(textOf(released), /\n {4}4: \{\}\n$/);
});

test('looser bounds and new values are released with a remark', () => {
  const edit = { path: [...fields, 'name', 'maxLength'], value: 1000 };
  const released = release(command({ text: changed(edit) }), {}, [frozen(text)]);
  assert.ok(released.ok);
  assert.deepEqual(released.freezing, { label: '3', release: '3.1.0' });
  assert.match(released.remarks.join('\n'), /resources\.person\.fields\.name\.maxLength/);
});

test('versions that are dates are numbered by their date', () => {
  const dated = text
    .replace('versioning:\n', 'versioning:\n  strategy: date\n')
    .replace(/ {4}1:[^]*$/, "    '2026-03-01': { released: 2026-03-01 }\n");
  const first = release(command({ text: dated }), {}, []);
  assert.ok(first.ok);
  assert.deepEqual(first.freezing, { label: '2026-03-01', release: '2026-03-01' });
  const more = editSpecification(dated, [
    { path: [...fields, 'nickname'], value: { type: 'string' } },
  ]);
  const second = release(command({ text: more }), { next: '2026-09-01' }, [
    frozen(dated, '2026-03-01', '2026-03-01'),
  ]);
  assert.ok(second.ok, JSON.stringify(second));
  assert.deepEqual(second.freezing, { label: '2026-03-01', release: '2026-03-01.1' });
  assert.match(second.text, /\n {4}'2026-09-01': \{\}\n$/);
});

test('a second version within a year is released with a warning', () => {
  const soon = draft
    .replace('maintained: 2024-01-01', 'maintained: 2026-02-01')
    .replace('released: 2022-01-01\n', 'released: 2026-01-01\n');
  const released = release(command({ text: soon }), {}, []);
  assert.ok(released.ok, JSON.stringify(released));
  assert.match(released.remarks.join('\n'), /one-major-a-year/);
});
