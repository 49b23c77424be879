import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSpecifications } from '../../../src/evolution/compare/index.ts';
import { hintsOf } from '../../../src/evolution/hints.ts';
import { readSpecification } from '../../../src/specification/index.ts';

const older = `service: { name: desk }
resources:
  person:
    fields:
      name: { type: string, required: true }
  parcel:
    parent: person
    fields:
      title: { type: string, maxLength: 60, required: true }
      sender: { type: reference, to: person }
      due: { type: date-time }
    unique: [[title, sender]]
states:
  parcel:
    initial: open
    history: true
    transitions:
      ship: { from: open, to: sent, when: { title: { not: none } }, input: { title: { type: string } } }
      lose: { from: sent, to: lost, at: due }
endpoints:
  parcel:
    filter: [title, status]
    sort: [title]
    actions: { weigh: { when: { status: open } } }
authentication:
  mechanisms: [jwt]
  jwt: { issuer: https://id.example, audience: desk }
  roles: [clerk]
  rules: [{ resource: parcel, field: title, claim: branch }]
  allow:
    person: { read: [clerk] }
    parcel: { read: [clerk], ship: [clerk], weigh: [clerk] }
events: { emit: [person.created, parcel.created, parcel.sent] }
`;

function changesTo(newer: string) {
  const [was, is] = [readSpecification(older, 'old.yaml'), readSpecification(newer, 'new.yaml')];
  assert.ok(was.ok, JSON.stringify(was));
  assert.ok(is.ok, JSON.stringify(is));
  const { specification, resolved } = is;
  return compareSpecifications(was.resolved, resolved, hintsOf(specification, was.resolved)).map(
    ({ id, path }) => `${id} ${path}`,
  );
}

test('a resource that is renamed is one change, and those of its address and its events', () => {
  const renamed = older
    .replaceAll('person', 'client')
    .replace('  client:\n', '  client:\n    renamedFrom: person\n');
  assert.deepEqual(changesTo(renamed), [
    'V03 events.emit.client.created',
    'R14 resources.client',
    'R05 resources.client.plural',
  ]);
});

test('a renamed resource takes its states, its history and its rules along', () => {
  const renamed = older
    .replaceAll('parcel', 'package')
    .replace('  package:\n', '  package:\n    renamedFrom: parcel\n');
  assert.deepEqual(changesTo(renamed), [
    'V03 events.emit.package.created',
    'V03 events.emit.package.sent',
    'R14 resources.package',
    'R05 resources.package.plural',
  ]);
});

test('fields that are renamed are renamed in filters, conditions, inputs, rules and unique values', () => {
  const renamed = older
    .replaceAll('title', 'heading')
    .replace('heading: { type: string,', 'heading: { renamedFrom: title, type: string,')
    .replaceAll('sender', 'from')
    .replace('from: { type: reference,', 'from: { renamedFrom: sender, type: reference,')
    .replaceAll('due', 'end')
    .replace('end: { type', 'end: { renamedFrom: due, type');
  assert.deepEqual(changesTo(renamed), [
    'F20 resources.parcel.fields.end',
    'L04 resources.parcel.fields.from',
    'F20 resources.parcel.fields.heading',
  ]);
});

test('states that are renamed are renamed in transitions, conditions and events', () => {
  const renamed = older
    .replaceAll(/\bopen\b/g, 'fresh')
    .replaceAll(/\bsent\b/g, 'gone')
    .replace('initial: fresh', 'initial: fresh\n    renamedFrom: { fresh: open, gone: sent }');
  assert.deepEqual(changesTo(renamed), [
    'V03 events.emit.parcel.gone',
    'S27 states.parcel.states.fresh',
    'S27 states.parcel.states.gone',
  ]);
});

test('what a renamed field changes besides is a change of its own', () => {
  const renamed = older
    .replaceAll('title', 'heading')
    .replace(
      'heading: { type: string, maxLength: 60',
      'heading: { renamedFrom: title, type: string, maxLength: 50',
    );
  assert.deepEqual(changesTo(renamed), [
    'F20 resources.parcel.fields.heading',
    'C02 resources.parcel.fields.heading.maxLength',
    'C02 states.parcel.transitions.ship.input.heading.maxLength',
  ]);
});

test('a former name that the older version does not have says nothing', () => {
  const kept = older.replace('title: { type', 'title: { renamedFrom: caption, type');
  assert.deepEqual(changesTo(kept), []);
});
