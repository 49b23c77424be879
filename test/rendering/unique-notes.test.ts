import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import { render } from '../../src/rendering/render.ts';
import { readSpecification } from '../../src/specification/index.ts';

/** What INTERFACE.md says about uniqueness in its second part. */
async function uniqueNotesOf(resource: string, rules: readonly string[]): Promise<string[]> {
  const read = readSpecification(
    `
service: { name: shop }
resources: { tool: ${resource} }
authentication:
  rules: [${rules.map((field) => `{ resource: tool, field: ${field}, claim: tenant }`).join()}]
`,
    'service.yaml',
  );
  assert.ok(read.ok, JSON.stringify(read));
  const files = await render(buildModel(read.resolved), {
    runtime: { pinNode: false },
    isFormatted: false,
  });
  const text = files.find(({ path }) => path === 'INTERFACE.md')?.text ?? '';
  const [, part = ''] = /## 2\. Resources([^]+?)### Values/.exec(text) ?? [];
  return part.split('\n').filter((line) => /unique/i.test(line) && !line.startsWith('|'));
}

const required = '{ type: string, required: true }';
const unique = '{ type: string, required: true, unique: true }';

const cases = [
  {
    title: 'the field of a rule that is unique itself is within nothing',
    resource: `{ fields: { owner: ${unique} } }`,
    rules: ['owner'],
    notes: [],
  },
  {
    title: 'other fields are unique within it',
    resource: `{ fields: { owner: ${required}, code: ${unique} } }`,
    rules: ['owner'],
    notes: ['Unique means: among those with the same owner.'],
  },
  {
    title: 'each says it for itself where they differ',
    resource: `{ fields: { owner: ${unique}, code: ${unique}, box: ${required} }, unique: [[box, code], [box, owner]] }`,
    rules: ['owner'],
    notes: [
      'Unique together: box, code.',
      'Unique together: box, owner.',
      'code is unique among those with the same owner.',
      'box and code are together unique among those with the same owner.',
    ],
  },
  {
    title: 'the field of one rule is unique within that of another',
    resource: `{ fields: { owner: ${unique}, region: ${required} } }`,
    rules: ['owner', 'region'],
    notes: ['Unique means: among those with the same region.'],
  },
  {
    title: 'lists of the same fields are one',
    resource: `{ fields: { owner: ${required}, code: ${required} }, unique: [[owner, code], [code, owner]] }`,
    rules: ['owner'],
    notes: ['Unique together: owner, code.'],
  },
];

for (const { title, resource, rules, notes } of cases) {
  test(`INTERFACE.md says within what values are unique: ${title}`, async () => {
    assert.deepEqual(await uniqueNotesOf(resource, rules), notes);
  });
}
