import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  withoutField,
  withoutResource,
  withResourceRenamed,
} from '../../src/questionnaire/changes.ts';
import type { Draft } from '../../src/questionnaire/draft.ts';
import { changeAll } from '../../src/questionnaire/endpoints/change.ts';

const since = '2026-01-01';
const draft: Draft = {
  service: { name: 'desk' },
  resources: {
    order: {
      deprecated: { since, replacedBy: 'claim' },
      fields: {
        total: { type: 'integer', deprecated: { since, replacedBy: 'sum' } },
        sum: { type: 'integer' },
      },
    },
    claim: { fields: { reason: { type: 'string' } } },
  },
  endpoints: {
    order: {
      filter: ['total', 'sum'],
      deprecated: {
        methods: { replace: { since, replacedBy: 'update' }, delete: { since } },
        filter: { sum: { since, replacedBy: 'total' } },
      },
    },
  },
};

test('a field that goes is no successor and no deprecated filter any more', () => {
  const { resources, endpoints } = withoutField(draft, 'order', 'sum');
  assert.deepEqual(resources['order']?.fields['total']?.deprecated, { since });
  assert.deepEqual(endpoints?.['order'], {
    filter: ['total'],
    deprecated: { methods: { replace: { since, replacedBy: 'update' }, delete: { since } } },
  });
});

test('a resource that goes is no successor, and one that is renamed stays one', () => {
  assert.deepEqual(withoutResource(draft, 'claim').resources['order']?.deprecated, { since });
  const renamed = withResourceRenamed(draft, 'claim', 'complaint');
  assert.deepEqual(renamed.resources['order']?.deprecated, { since, replacedBy: 'complaint' });
});

test('a method that is not offered any more is neither deprecated nor a successor', () => {
  const { endpoints } = changeAll(draft, ['order'], (endpoint) => ({
    ...endpoint,
    methods: ['list', 'replace'],
  }));
  assert.deepEqual(endpoints?.['order'], {
    filter: ['total', 'sum'],
    methods: ['list', 'replace'],
    deprecated: {
      methods: { replace: { since } },
      filter: { sum: { since, replacedBy: 'total' } },
    },
  });
});
