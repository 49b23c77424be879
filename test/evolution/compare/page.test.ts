import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { changesPage } from '../../../scripts/changes-page.ts';
import { isRow, unseenRows } from '../../../src/evolution/compare/index.ts';

test('docs/changes.md is what the rows say; npm run changes-page writes it', async () => {
  const page = await readFile(new URL('../../../docs/changes.md', import.meta.url), 'utf8');
  assert.equal(page, await changesPage());
});

test('no row is both seen and unseen', () => {
  assert.deepEqual(
    Object.keys(unseenRows).filter((id) => isRow(id)),
    [],
  );
});
