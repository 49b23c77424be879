import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const draft = `service: { name: desk }
resources:
  order:
    fields:
      title: { type: string }
      note: { type: string }
versioning: { versions: { '1': {} } }
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

test('a migration is told in plain words before it is written, with what it loses and the command that accepts that', () => {
  using directory = temporary();
  assert.equal(generated(directory.path, draft).status, 0);
  const changed = draft
    .replace('      note: { type: string }\n', '')
    .replace('title: { type: string }', 'title: { type: integer }');
  const planned = generated(directory.path, changed, '--dry-run');
  const said = planned.stdout + planned.stderr;
  assert.match(said, /Migration src\/storage\/migrations\/0002-\S+\.ts/);
  assert.match(said, /orders: change the column title from text to integer/);
  assert.match(said, /orders: drop the column note/);
  const accepted = /npm run migrate -- --accept-loss orders\.note/;
  assert.match(said, accepted);

  const written = generated(directory.path, changed);
  assert.equal(written.status, 0, written.stderr);
  const [, summaryLines = ''] = (written.stdout + written.stderr).split('Written to');
  assert.match(summaryLines, /Mind: the new migration loses what is there in orders\.note/);
  assert.match(summaryLines, accepted);
  assert.match(summaryLines, /\n {2}npm run migrate -- --plan\n {2}npm start\n/);
  const again = generated(directory.path, changed);
  assert.doesNotMatch(again.stdout + again.stderr, /Warnings|Mind|Migration/);
});

test('without a terminal each open question is told with its place and the option that answers it, and nothing is written', () => {
  using directory = temporary();
  assert.equal(generated(directory.path, draft).status, 0);
  const required = draft.replace('note: { type: string }', 'due: { type: date, required: true }');
  const place = 'resources.order.fields.due.fill';
  const asked = generated(directory.path, required);
  assert.equal(asked.status, 2);
  assert.match(asked.stderr, /resources\.order\.fields\.due\.fill: What do existing rows/);
  assert.match(asked.stderr, /--answer 'resources\.order\.fields\.due\.fill=/);
  const wrong = generated(directory.path, required, '--answer', `${place}="soon"`);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /soon/);
  const unreadable = generated(directory.path, required, '--answer', `${place}=soon`);
  assert.equal(unreadable.status, 1);
  const mistyped = generated(directory.path, required, '--answer', `${place}ed="2026-01-31"`);
  assert.equal(mistyped.status, 2);
  assert.match(
    mistyped.stderr,
    /due\.filled: There is an answer to it, and the run does not ask it/,
  );
  assert.match(mistyped.stderr, /Did you mean resources\.order\.fields\.due\.fill\?/);
  writeFileSync(join(directory.path, 'answers.yaml'), `${place}: '2026-01-31'\n`);
  const answered = generated(directory.path, required, '--answers', '../answers.yaml');
  assert.equal(answered.status, 0, answered.stderr);
});

test('an answer that no question takes is refused with the questions of the run, and nothing is written', () => {
  using directory = temporary();
  assert.equal(generated(directory.path, draft).status, 0);
  const required = draft.replace('note: { type: string }', 'due: { type: date, required: true }');
  const fill = ['--answer', 'resources.order.fields.due.fill="2026-01-31"'];
  const other = ['--answer', 'resources.loan.fields.due.fill="2026-01-31"'];
  const refused = generated(directory.path, required, ...fill, ...other);
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /resources\.loan\.fields\.due\.fill: There is an answer to it/);
  assert.match(refused.stderr, /The run asks .*resources\.order\.fields\.due\.fill/);
  const migrations = join(directory.path, 'desk', 'src', 'storage', 'migrations');
  assert.deepEqual(readdirSync(migrations).length, 1);
  assert.equal(generated(directory.path, required, ...fill).status, 0);
  // Nothing is left to write, so no answer is lost.
  assert.equal(generated(directory.path, required, ...fill).status, 0);
  const none = generated(directory.path, `${required}# A comment.\n`, ...fill);
  assert.equal(none.status, 2);
  assert.match(none.stderr, /The run asks nothing/);
});
