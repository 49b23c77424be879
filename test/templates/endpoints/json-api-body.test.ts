import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { reader } from '../../../templates/src/runtime/endpoints/representations/json-api-body.ts';
import { Problem } from '../../../templates/src/runtime/errors/problem.ts';
import type { Limits } from '../../../templates/src/runtime/limits/limits.ts';

const none = Type.Object({});
const description = {
  name: 'label',
  collection: 'labels',
  names: { one: 'Label', many: 'Labels' },
  schemas: {
    create: none,
    replace: none,
    shown: none,
    immutable: [],
    readOnly: [],
    writeOnly: [],
    initial: {},
  },
  references: { order: { collection: 'orders' } },
};
const limits: Limits = {
  body: 1000,
  uri: 1000,
  headers: 1000,
  depth: 10,
  requestTimeout: 1000,
  headersTimeout: 1000,
  keepAliveTimeout: 1000,
  concurrency: 1,
  clientConcurrency: 1,
  quotaFields: { draft: 'current', isLegacy: false },
};

function read(relationships: object): unknown {
  const body = Buffer.from(JSON.stringify({ data: { type: 'labels', relationships } }));
  return reader.read(body, limits, none, { description });
}

test('a relationship is an object (JSON:API 1.1, section 7.2.2.1), whatever is meant by another value', () => {
  for (const order of [null, 'text', [], 1]) {
    assert.throws(() => read({ order }), Problem, JSON.stringify(order));
  }
});

test('a relationship sets its member by linkage, and without it sets nothing', () => {
  assert.deepEqual(read({ order: { data: { type: 'orders', id: 'x' } } }), { order: 'x' });
  assert.deepEqual(read({ order: { data: null } }), { order: null });
  assert.deepEqual(read({ order: { links: {} } }), {});
});
