import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import { composedVersions, resolved } from '../evolution/support.ts';

const versions = [
  { 1: { released: '2024-01-01' } },
  { 1: { released: '2024-01-01' }, 2: {} },
  { 1: { released: '2024-01-01' }, 2: { released: '2025-06-01' } },
];
const service = (field: string, position: number) => ({
  service: { name: 'desk' },
  resources: { order: { fields: { [field]: { type: 'string', required: true } } } },
  events: { deliver: ['webhook', 'stream'] },
  versioning: { versions: versions[position] },
});

async function pages(position: number): Promise<Record<string, string>> {
  const newest = service('recipient', position);
  const steps = [
    {
      from: '1',
      to: '2',
      resources: { order: { operations: [{ rename: { from: 'addressee', to: 'recipient' } }] } },
    },
  ];
  const older = composedVersions([service('addressee', 0), newest], steps);
  const runtime = { pinNode: false };
  const files = await render(buildModel(resolved(newest), older), { runtime, isFormatted: false });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

test('while the next version is a draft, pages for clients describe the released one at its addresses', async () => {
  const { 'README.md': readme = '', 'INTERFACE.md': page = '' } = await pages(1);
  for (const text of [readme, page]) {
    assert.match(text, /\/v1\/orders/);
    assert.doesNotMatch(text, /\/v2\//);
    assert.match(text, /Version 2 is a draft/);
  }
  assert.match(page, /addressee/);
  assert.doesNotMatch(page, /recipient/);
  assert.match(page, /order\.created\.v1/);
});

test('from its release on they describe the next one', async () => {
  const { 'README.md': readme = '', 'INTERFACE.md': page = '' } = await pages(2);
  for (const text of [readme, page]) assert.match(text, /\/v2\/orders/);
  assert.match(page, /recipient/);
});
