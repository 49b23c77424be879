import assert from 'node:assert/strict';
import { it } from 'node:test';
import { composeService, formatChecksums } from '../../src/evolution/index.ts';
import { contractFiles, contractsOf, resolved } from './support.ts';

const text = { type: 'string' };
const desk = (fields: object, endpoint: object, versions: object) => ({
  service: { name: 'desk' },
  resources: { order: { fields } },
  endpoints: { order: endpoint },
  versioning: { versions },
});
const first = { released: '2021-01-01', maintained: '2022-01-01' };
const second = { released: '2022-01-01' };
const step = {
  from: '1',
  to: '2',
  resources: { order: { operations: [{ rename: { from: 'a', to: 'b' } }] } },
};

it('a version whose step is frozen gets what is added to it, and the older one does not', () => {
  const older = [
    desk({ a: text }, { methods: ['list', 'read'] }, { 1: { released: '2021-01-01' } }),
    desk({ b: text }, { methods: ['list', 'read'] }, { 1: first, 2: second }),
  ];
  const files = contractFiles(older, [step]).filter(({ path }) => !path.endsWith('SUMS'));
  const sums = { path: 'contracts/SHA256SUMS', text: formatChecksums(files) };
  const contracts = contractsOf([...files, sums]);
  const newest = (more: object, endpoint: object) =>
    composeService(
      resolved(desk({ b: text, ...more }, endpoint, { 1: first, 2: second })),
      contracts,
    );

  const added = newest({ note: text }, { methods: ['list', 'read', 'create'], filter: ['b'] });
  assert.ok(added.ok, JSON.stringify(added));
  const [version] = added.older;
  const [resource] = version?.resources ?? [];
  const members = resource?.down.map(({ name }) => name) ?? [];
  assert.ok(members.includes('a') && !members.includes('note'), members.join());
  assert.deepEqual(version?.steps[0]?.changes.resources?.['order']?.absent, ['create']);

  // What needs an answer is no addition, and nothing can be written into a frozen step.
  const refused = newest({ due: { type: 'date', required: true } }, {});
  const [mistake] = refused.ok ? [] : refused.mistakes;
  assert.match(
    mistake?.message ?? '',
    /version 2 is released and its step is frozen.*version release --next/,
  );
  assert.doesNotMatch(mistake?.message ?? '', /version draft/);
  assert.equal(mistake?.suggestion, undefined);
});

it('additions collect while the steps of later versions are frozen, too', () => {
  const third = {
    1: first,
    2: { ...second, maintained: '2023-01-01' },
    3: { released: '2023-01-01' },
  };
  const list = { methods: ['list', 'read'] };
  const older = [
    desk({ a: text }, list, { 1: { released: '2021-01-01' } }),
    // As it was frozen with its own additions: 2.1.0.
    desk({ b: text, note: text }, list, { 1: first, 2: second }),
    desk({ c: text, note: text }, list, third),
  ];
  const later = {
    from: '2',
    to: '3',
    resources: { order: { operations: [{ rename: { from: 'b', to: 'c' } }] } },
  };
  const files = contractFiles(older, [step, later]).filter(({ path }) => !path.endsWith('SUMS'));
  const contracts = contractsOf([
    ...files,
    { path: 'contracts/SHA256SUMS', text: formatChecksums(files) },
  ]);
  const composition = composeService(
    resolved(desk({ c: text, note: text, more: text }, { ...list, filter: ['c'] }, third)),
    contracts,
  );
  assert.ok(composition.ok, JSON.stringify(composition));
  const members = composition.older.map(({ resources: [resource] }) =>
    (resource?.down ?? []).map(({ name }) => name).filter((name) => name.length < 5),
  );
  assert.deepEqual(
    members.map((names) => names.filter((name) => name !== 'id')),
    [['a'], ['b', 'note']],
  );
});
