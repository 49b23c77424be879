import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { composeAll } from '../../src/generate/compose.ts';
import { formatChecksums, type ContractFile } from '../../src/evolution/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { contractFiles, contractsOf, down, put, resourceOf, up, type Values } from './support.ts';

const text = { type: 'string' };
const dates = [
  { released: '2021-01-01', maintained: '2022-01-01' },
  { released: '2022-01-01', maintained: '2023-01-01' },
  { released: '2023-01-01' },
] as const;

/** A book of persons, whom the third version calls contacts. */
function book(
  resource: string,
  fields: object,
  versions: readonly object[],
  others: object = {},
): object {
  return {
    service: { name: 'book' },
    resources: { [resource]: { fields }, team: { fields: { name: text } } },
    versioning: { versions: Object.fromEntries(versions.map((each, at) => [at + 1, each])) },
    ...others,
  };
}

const older = [
  book('person', { name: text }, dates.slice(0, 1)),
  book('person', { fullName: text, first: text, last: text }, dates.slice(0, 2)),
  book('contact', { fullName: text, name: text, alias: { ...text, maxLength: 20 } }, dates),
];
const steps = [
  {
    from: '1',
    to: '2',
    resources: {
      person: {
        operations: [
          { rename: { from: 'name', to: 'fullName' } },
          { add: { field: 'first' } },
          { add: { field: 'last' } },
        ],
      },
    },
  },
  {
    from: '2',
    to: '3',
    resources: {
      contact: {
        renamedFrom: 'person',
        operations: [
          { merge: { fields: ['first', 'last'], into: 'name', separator: ' ' } },
          { add: { field: 'alias' } },
        ],
      },
    },
    events: [
      { rename: { from: 'person.created', to: 'contact.created' } },
      { rename: { from: 'person.updated', to: 'contact.updated' } },
      { rename: { from: 'person.deleted', to: 'contact.deleted' } },
    ],
  },
];

/** What was frozen of all three versions, steps included. */
function frozenContracts() {
  const files = contractFiles(older, steps).filter(({ path }) => !path.endsWith('SUMS'));
  return contractsOf([...files, sumsOf(files)]);
}

function sumsOf(files: readonly ContractFile[]): ContractFile {
  return { path: 'contracts/SHA256SUMS', text: formatChecksums(files) };
}

/** The service with further fields of the newest version, and with additions of the second. */
function composedWith(
  additions: readonly string[],
  fields: object = {},
  contracts = frozenContracts(),
) {
  const [first, second, third] = dates;
  const all = { fullName: text, name: text, alias: { ...text, maxLength: 20 }, ...fields };
  const newest = book('contact', all, [
    first,
    additions.length === 0 ? second : { ...second, additions },
    third,
  ]);
  const read = readSpecification(JSON.stringify(newest), 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read));
  return composeAll(read, contracts);
}

describe('an optional field that a released version gets beside the newest one', () => {
  const system: Values = {
    id: '019bc0fd-89c0-7000-8000-000000000001',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    revision: 3,
  };
  const row: Values = { ...system, fullName: 'Ada Lovelace', name: 'Ada Byron', nickname: 'Ada' };

  function versions(
    additions: readonly string[],
    fields: object = {},
    contracts = frozenContracts(),
  ) {
    const composed = composedWith(additions, fields, contracts);
    assert.ok(composed.ok, JSON.stringify(composed));
    const [first, second] = composed.older.map((version) => resourceOf(version, 'contact'));
    assert.ok(first !== undefined && second !== undefined);
    return { first, second };
  }

  it('is shown, taken and kept by that version, and by none before it', () => {
    const { first, second } = versions(['person.nickname'], { nickname: text });
    assert.equal(down(second, row)['nickname'], 'Ada');
    assert.equal(up(second, { fullName: 'Ada Lovelace', nickname: 'Lady' })['nickname'], 'Lady');
    assert.equal(put(second, { ...down(second, row), nickname: 'Lady' }, row)['nickname'], 'Lady');

    assert.ok(!('nickname' in down(first, row)));
    assert.ok(!('nickname' in up(first, { name: 'Ada Lovelace', nickname: 'Lady' })));
    assert.equal(put(first, down(first, row), row)['nickname'], 'Ada');
  });

  it('is not shown by a version that does not get it', () => {
    const { second } = versions([], { nickname: text });
    assert.ok(!('nickname' in down(second, row)));
    assert.equal(put(second, down(second, row), row)['nickname'], 'Ada');
  });

  it('may be one that the newest version had from its first day, and that the frozen step adds', () => {
    const { first, second } = versions(['person.alias']);
    assert.equal(down(second, { ...row, alias: 'A.' })['alias'], 'A.');
    assert.equal(up(second, { alias: 'A.' })['alias'], 'A.');
    assert.ok(!('alias' in down(first, { ...row, alias: 'A.' })));
  });

  it('goes on once a minor release has frozen it, without being listed', () => {
    const files = frozenContracts().files.filter(({ path }) => !path.endsWith('SUMS'));
    const grown = book(
      'person',
      { fullName: text, first: text, last: text, alias: text },
      dates.slice(0, 2),
    );
    const [, minor] = contractFiles([older[0] ?? {}, grown], []);
    const path = 'contracts/v2/2.1.0/specification.json';
    const all = [...files, { path, text: minor?.text ?? '' }];
    const { first, second } = versions([], {}, contractsOf([...all, sumsOf(all)]));
    assert.equal(down(second, { ...row, alias: 'A.' })['alias'], 'A.');
    assert.ok(!('alias' in down(first, { ...row, alias: 'A.' })));
  });

  it('may refer to something, by the name that the version has for it', () => {
    const { second } = versions(['person.team', 'person.friend'], {
      team: { type: 'reference', to: 'team' },
      friend: { type: 'reference', to: 'contact' },
    });
    assert.equal(up(second, { team: system['id'], friend: null })['team'], system['id']);
  });
});

const refused: readonly (readonly [string, string, object, RegExp])[] = [
  [
    'a resource that it has not',
    'contact.note',
    { note: text },
    /version 2 has no resource "contact"/,
  ],
  [
    'a field that the version after it has not',
    'person.notes',
    { note: text },
    /version 3, which comes after it, has no field "notes" of "contact"; write the field into its resource first/,
  ],
  [
    'a field that it has already',
    'person.fullName',
    {},
    /version 2 has a field "fullName" of "person" already/,
  ],
  [
    'a required field',
    'person.due',
    { due: { type: 'date', required: true } },
    /"due" is required in version 3, and clients of version 2 do not send it/,
  ],
  [
    'a field that the step makes of others',
    'person.name',
    {},
    /contracts\/2-to-3\.yaml makes "name" of other fields \(merge\)/,
  ],
];
for (const [what, addition, fields, message] of refused) {
  test(`a version does not get ${what}`, () => {
    const composed = composedWith([addition], fields);
    const [mistake, ...others] = composed.ok ? [] : composed.mistakes;
    assert.match(mistake?.message ?? '', message);
    assert.deepEqual(mistake?.path, ['versioning', 'versions', '2', 'additions', 0]);
    assert.deepEqual(others, []);
  });
}

/** The same with parameters of lists: of the newest version, and of those that the second gets. */
function withParameters(endpoint: object, added: object) {
  const [first, second, third] = dates;
  const fields = { fullName: text, name: text, alias: { ...text, maxLength: 20 } };
  const newest = book('contact', fields, [first, { ...second, ...added }, third], {
    endpoints: { contact: endpoint },
  });
  const read = readSpecification(JSON.stringify(newest), 'service.yaml');
  assert.ok(read.ok, JSON.stringify(read));
  return composeAll(read, frozenContracts());
}

describe('a parameter of lists that a released version gets beside the newest one', () => {
  it('is offered by the name that the version has for its field', () => {
    const composed = withParameters(
      { filter: ['fullName'], sort: ['fullName'] },
      { addedFilters: ['person.fullName'], addedSorts: ['person.fullName'] },
    );
    assert.ok(composed.ok, JSON.stringify(composed));
    const lists = composed.older.map((version) => resourceOf(version, 'contact')?.list);
    assert.deepEqual(
      lists.map((list) => list?.filter),
      [[], ['fullName']],
    );
    assert.ok(lists[1]?.sort.includes('fullName') && lists[0]?.sort.includes('fullName') === false);
  });

  const mistakes: readonly (readonly [string, object, object, RegExp])[] = [
    [
      'that the version after it has not',
      {},
      { addedFilters: ['person.fullName'] },
      /clients of version 3, which comes after it, cannot filter "contact" by "fullName"; write it into endpoints\.contact\.filter first/,
    ],
    [
      'by a part of what one field has now',
      { filter: ['name'] },
      { addedFilters: ['person.last'] },
      /contracts\/2-to-3\.yaml makes "last" of version 2 in a way that a list cannot be asked for/,
    ],
    [
      'by a field that it has not',
      { sort: ['alias'] },
      { addedSorts: ['person.alias'] },
      /version 2 has no field "alias" of "person"/,
    ],
    [
      'of a resource that it has not',
      { filter: ['fullName'] },
      { addedFilters: ['contact.fullName'] },
      /version 2 has no resource "contact"/,
    ],
    [
      'that it has already',
      {},
      { addedSorts: ['person.createdAt'] },
      /clients of version 2 can sort "person" by "createdAt" already/,
    ],
  ];
  for (const [what, endpoint, added, message] of mistakes) {
    it(`is none ${what}`, () => {
      const composed = withParameters(endpoint, added);
      const [mistake, ...others] = composed.ok ? [] : composed.mistakes;
      assert.match(mistake?.message ?? '', message);
      const [key] = Object.keys(added);
      assert.deepEqual(mistake?.path, ['versioning', 'versions', '2', key, 0]);
      assert.deepEqual(others, []);
    });
  }
});

test('nothing is added to a version of which nothing is frozen', () => {
  const composed = composedWith(['person.nickname'], { nickname: text }, contractsOf([]));
  assert.match(
    composed.ok ? '' : (composed.mistakes[0]?.message ?? ''),
    /nothing is frozen of version 2/,
  );
});
