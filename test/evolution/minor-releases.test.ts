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

  // What needs an answer is no addition.
  assert.equal(newest({ due: { type: 'date', required: true } }, {}).ok, false);
});
