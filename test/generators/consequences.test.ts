import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const released = `service: { name: desk }
resources:
  order:
    fields:
      title: { type: string }
      note: { type: string }
      type: { type: string }
versioning: { versions: { '1': { released: 2024-01-01 } } }
`;

/** Generates a service anew, or again after its specification was edited. */
function generated(directory: string, text: string, ...options: readonly string[]) {
  const own = join(directory, 'desk', 'service.yaml');
  const isNew = !existsSync(own);
  const file = isNew ? join(directory, 'desk.yaml') : own;
  // The first line tells editors the schema.
  const [schema = ''] = isNew ? [] : readFileSync(own, 'utf8').split('\n', 1);
  writeFileSync(file, isNew ? text : `${schema}\n${text}`);
  const place = isNew ? ['--spec', file, '--destination', 'desk'] : ['--destination', '.'];
  const cwd = isNew ? directory : join(directory, 'desk');
  return command(cwd, [...place, '--yes', '--skip-install', ...options]);
}

test('a change that no database survives and a released version does not keep is said before and after it is written', () => {
  using directory = temporary();
  assert.equal(generated(directory.path, released).status, 0);
  const changed = released
    .replace('      note: { type: string }\n      type: { type: string }\n', '')
    .replace('title: { type: string }', 'title: { type: integer }');

  const planned = generated(directory.path, changed, '--dry-run');
  const said = planned.stdout + planned.stderr;
  assert.match(said, /Warnings[^]*refuse to start with a database of before/);
  assert.match(said, /version 1 is released[^]*resources\.order\.fields\.note: it is gone/);
  assert.match(said, /resources\.order\.fields\.title\.type: it is another/);
  assert.match(said, /resources\.order\.fields\.type: it is gone/);

  const written = generated(directory.path, changed);
  assert.equal(written.status, 0, written.stderr);
  const [, lastWords = ''] = (written.stdout + written.stderr).split('Written to');
  assert.match(lastWords, /Mind: the tables are others/);
  assert.match(lastWords, /Mind: version 1 is released/);
  // What was accepted is what there is now.
  const again = generated(directory.path, changed);
  assert.doesNotMatch(again.stdout + again.stderr, /Warnings|Mind/);
});

test('a change that breaks nothing is no warning, nor is one of a version that is not released', () => {
  using directory = temporary();
  assert.equal(generated(directory.path, released).status, 0);
  const described = released.replace(
    'title: { type: string }',
    "title: { type: string, description: 'What it is.' }",
  );
  const kept = generated(directory.path, described);
  assert.doesNotMatch(kept.stdout + kept.stderr, /Warnings|Mind/);
  assert.match(readFileSync(join(directory.path, 'desk', 'service.yaml'), 'utf8'), /What it is/);

  using other = temporary();
  const draft = released.replace('{ released: 2024-01-01 }', '{}');
  assert.equal(generated(other.path, draft).status, 0);
  const changed = generated(
    other.path,
    draft.replace('title: { type: string }', 'title: { type: integer }'),
  );
  const said = changed.stdout + changed.stderr;
  assert.match(said, /Mind: the tables are others/);
  assert.doesNotMatch(said, /is released/);
});
