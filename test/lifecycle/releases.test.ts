import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasesOf } from '../../src/lifecycle/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { contractFiles, contractsOf } from '../evolution/support.ts';

const desk = (fields: object, versions: object) =>
  JSON.stringify({
    service: { name: 'desk' },
    resources: { order: { fields } },
    versioning: { versions },
  });
const text = { type: 'string', maxLength: 60 };
const released = { released: '2024-01-01' };
const frozen = desk({ title: text }, { 1: released });

function releasesAt(given: string) {
  const reading = readSpecification(given, 'service.yaml');
  assert.ok(reading.ok, JSON.stringify(reading));
  return releasesOf(reading, contractsOf(contractFiles([frozen], [])));
}

test('a version to which nothing was added has its newest release alone, and a draft has none', () => {
  const one = { label: '1', release: '1.0.0', pending: [], breaking: [] };
  assert.deepEqual(releasesAt(frozen), [one]);
  assert.deepEqual(releasesAt(desk({ heading: text }, { 1: released, 2: {} })), [one]);
});

test('a version with a change that breaks its clients has no next release', () => {
  const changed = desk({ title: { ...text, maxLength: 20 }, note: text }, { 1: released });
  assert.deepEqual(releasesAt(changed), [
    {
      label: '1',
      release: '1.0.0',
      pending: ['order.note'],
      breaking: ['resources.order.fields.title.maxLength'],
    },
  ]);
});
