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

test('the README links the pages about versions that are there, and says when to generate and test', async () => {
  const all = await pages(2);
  const { 'README.md': readme = '' } = all;
  const [, releasing = ''] = /\n## Releasing\n([^]*?)\n## /.exec(readme) ?? [];
  const linked = [...releasing.matchAll(/\]\((docs\/[^)]*)\)/g)].map(([, path = '']) => path);
  assert.deepEqual(linked, ['docs/steps.md', 'docs/changelog.md', 'docs/migrations/']);
  for (const path of linked) {
    assert.ok(
      Object.keys(all).some((each) => each.startsWith(path)),
      path,
    );
  }
  assert.match(releasing, /version reprieve 1 /);
  assert.match(releasing, /generate and test \(`resource-service`, then `npm test`\)/);
  assert.match(
    releasing,
    /at least 180 days after it was announced, and leaves 2 supported versions/,
  );

  const single = buildModel(resolved(service('recipient', 0)));
  const files = await render(single, { runtime: { pinNode: false }, isFormatted: false });
  const { text = '' } = files.find(({ path }) => path === 'README.md') ?? {};
  assert.doesNotMatch(text, /\]\(docs\/(?:steps|changelog|migrations)/);
});
