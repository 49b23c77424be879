import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  freezeSpecification,
  formatChecksums,
  parseContracts,
  type ContractFile,
  type Contracts,
} from '../../src/evolution/index.ts';
import { extend, releaseVersion } from '../../src/lifecycle/index.ts';
import { editSpecification, readSpecification } from '../../src/specification/index.ts';
import { command, rulesOf, text, textOf } from './support.ts';

/** The contracts of versions that were all frozen as the same. */
function contractsOf(...labels: readonly string[]): Contracts {
  const reading = readSpecification(text, 'service.yaml');
  assert.ok(reading.ok);
  const { resolved } = reading;
  const files = labels.map((label): ContractFile => ({
    path: `contracts/v${label}/${label}.0.0/specification.json`,
    text: freezeSpecification(resolved),
  }));
  const sums = { path: 'contracts/SHA256SUMS', text: formatChecksums(files) };
  const parsed = parseContracts([...files, sums]);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.contracts;
}

const frozen = contractsOf('1', '2', '3');
const nickname = { resource: 'person', field: 'nickname' };
const withNickname = (type: object = { type: 'string' }) =>
  editSpecification(text, [{ path: ['resources', 'person', 'fields', 'nickname'], value: type }]);

test('a version gets a field of the newest, and so do those between the two', () => {
  const given = command({ text: withNickname() });
  const extended = extend(given, { label: '1', additions: [nickname] }, frozen);
  assert.ok(extended.ok, JSON.stringify(extended));
  const reading = readSpecification(extended.text, 'service.yaml');
  assert.ok(reading.ok);
  const { versions } = reading.resolved.versioning;
  const listed = Object.values(versions).map(({ additions }) => additions);
  assert.deepEqual(listed, [[nickname], [nickname], undefined]);
  assert.match(extended.text, /# Told by mail as well\./);
  assert.deepEqual(extended.changes, [
    'Version 1 gets person.nickname.',
    'Version 2 gets person.nickname.',
  ]);
});

test('its minor release takes the list away and freezes it with the field, and with nothing else of the newest', () => {
  const given = command({ text: withNickname() });
  const more = editSpecification(
    textOf(extend(given, { label: '2', additions: [nickname] }, frozen)),
    [{ path: ['resources', 'person', 'fields', 'age'], value: { type: 'integer' } }],
  );
  const released = releaseVersion(command({ text: more }), { label: '2' }, frozen);
  assert.ok(released.ok, JSON.stringify(released));
  assert.doesNotMatch(released.text, /additions/);
  const { label, release, older } = released.freezing ?? {};
  assert.deepEqual([label, release], ['2', '2.1.0']);
  assert.deepEqual(Object.keys(older?.resources['person']?.fields ?? {}), ['name', 'nickname']);
  assert.match(released.remarks.join(), /Version 3 has more .*version release 3/);
});

const nameFilter = { resource: 'person', field: 'name', parameter: 'filter' } as const;

test('a version gets a filter by a field that comes with it, whatever is said first', () => {
  const filter = { ...nickname, parameter: 'filter' } as const;
  const given = editSpecification(withNickname(), [
    { path: ['endpoints', 'person', 'filter'], value: ['nickname'] },
  ]);
  const additions = [filter, nickname];
  const extended = extend(command({ text: given }), { label: '1', additions }, frozen);
  assert.ok(extended.ok, JSON.stringify(extended));
  const reading = readSpecification(extended.text, 'service.yaml');
  assert.ok(reading.ok);
  const { versions } = reading.resolved.versioning;
  assert.deepEqual(versions['2']?.additions, [nickname, filter]);
  assert.match(extended.text, /addedFilters: \[person\.nickname\]/);
  assert.deepEqual(extended.changes, [
    'Version 1 gets person.nickname, the filter person.nickname.',
    'Version 2 gets person.nickname, the filter person.nickname.',
  ]);
  const released = releaseVersion(command({ text: extended.text }), { label: '2' }, frozen);
  assert.ok(released.ok, JSON.stringify(released));
  assert.deepEqual(released.freezing?.older?.endpoints['person']?.filter, ['nickname']);
  const left = readSpecification(released.text, 'service.yaml');
  assert.ok(left.ok);
  assert.equal(left.resolved.versioning.versions['2']?.additions, undefined);
});

test('refused: a filter that the newest version does not have', () => {
  const extended = extend(command(), { label: '2', additions: [nameFilter] }, frozen);
  assert.deepEqual(rulesOf(extended), ['not-addable']);
});

test('a version to which nothing was added has no minor release', () => {
  const released = releaseVersion(command(), { label: '2' }, frozen);
  assert.ok(released.ok);
  assert.deepEqual([released.text, released.freezing, released.changes], [text, undefined, []]);
});

test('the newest version by its label is released as without it', () => {
  const released = releaseVersion(command({ text: withNickname() }), { label: '3' }, frozen);
  assert.ok(released.ok);
  assert.deepEqual(released.freezing, { label: '3', release: '3.1.0' });
});

const sunset = editSpecification(withNickname(), [
  {
    path: ['versioning', 'versions', 1],
    value: { released: '2020-01-01', deprecated: '2024-01-01', sunset: '2025-01-01' },
  },
]);
const refusals: readonly (readonly [
  what: string,
  rule: string,
  label: string,
  given: string,
  field?: string,
])[] = [
  ['a version that there is not', 'unknown-version', '7', withNickname()],
  ['the newest version', 'newest-version', '3', withNickname()],
  ['a version that has ended', 'sunset-final', '1', sunset],
  ['a field that no version has', 'not-addable', '2', withNickname(), 'nicknames'],
  ['a field that it has already', 'not-addable', '2', withNickname(), 'name'],
  ['a required field', 'not-addable', '2', withNickname({ type: 'string', required: true })],
];
for (const [what, rule, label, given, field = 'nickname'] of refusals) {
  test(`refused: ${what}`, () => {
    const additions = [{ resource: 'person', field }];
    const extended = extend(command({ text: given }), { label, additions }, frozen);
    assert.deepEqual(rulesOf(extended), [rule]);
  });
}

test('refused: a version of which nothing is frozen', () => {
  const given = command({ text: withNickname() });
  const extended = extend(given, { label: '2', additions: [nickname] }, contractsOf('3'));
  assert.deepEqual(rulesOf(extended), ['not-frozen']);
});

test('a minor release of an older version opens no draft', () => {
  const released = releaseVersion(command(), { label: '2', next: '4' }, frozen);
  assert.deepEqual(rulesOf(released), ['version-label']);
});
