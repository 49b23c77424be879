import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { referencePage } from '../../scripts/reference-page.ts';

const place = new URL('../../docs/reference.md', import.meta.url);

test('docs/reference.md is what the schema says; npm run reference-page writes it', () => {
  assert.equal(readFileSync(place, 'utf8'), referencePage());
});

test('the reference has keys of every depth: of a part, of a resource, of a list, of a type', () => {
  const page = referencePage();
  for (const row of [
    '| `versioning.strategy` |',
    '| `endpoints.NAME.pagination.maxSize` |',
    '| `authentication.rules[].claim` |',
    '### decimal',
    'resources.order.fields.title.became: heading',
    '| `resources.NAME.fields.NAME.removed.VALUE` |',
  ]) {
    assert.ok(page.includes(row), row);
  }
  assert.doesNotMatch(page, /undefined|\[object/);
});
