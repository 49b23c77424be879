import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildModel } from '../../src/model/build.ts';
import type { ServiceModel } from '../../src/model/model.ts';
import { hasSecrets } from '../../src/rendering/features.ts';
import { render } from '../../src/rendering/render.ts';
import { readSpecification } from '../../src/specification/index.ts';

function modelOf(methods: string): ServiceModel {
  const read = readSpecification(
    `
service: { name: shop }
resources: { order: { fields: { note: { type: text } } } }
endpoints: { order: { methods: [${methods}] } }
authentication: { mechanisms: [none] }
`,
    'service.yaml',
  );
  assert.ok(read.ok, JSON.stringify(read));
  return buildModel(read.resolved);
}

const own = /idempotency|secret|try-lock/i;

for (const [methods, expected] of [
  ['list, read, replace, delete', false],
  ['read, create', true],
  ['read, update', true],
] as const) {
  test(`a service that can ${methods} ${expected ? 'keeps' : 'knows nothing of'} idempotency records`, async () => {
    const files = await render(modelOf(methods), { runtime: { pinNode: false } });
    const storage = files.filter(({ path }) => /^src\/(?:runtime\/)?storage\//.test(path));
    const touched = storage.filter(({ path, text }) => own.test(path) || own.test(text));
    assert.deepEqual(
      touched.map(({ path }) => path),
      expected
        ? [
            'src/runtime/storage/idempotency-records.ts',
            'src/runtime/storage/secrets.ts',
            'src/runtime/storage/try-lock.ts',
            'src/storage/migrations/0001-initial.ts',
            'src/storage/tables.ts',
          ]
        : [],
    );
  });
}

test('a service with cursors has secrets, whatever its methods', () => {
  const model = modelOf('list, read');
  const withCursor = (cursor: boolean): ServiceModel => ({
    ...model,
    resources: model.resources.map((resource) => {
      const pagination = { ...resource.endpoint.pagination, cursor };
      return { ...resource, endpoint: { ...resource.endpoint, pagination } };
    }),
  });
  assert.equal(hasSecrets(withCursor(true)), true);
  assert.equal(hasSecrets(withCursor(false)), false);
});
