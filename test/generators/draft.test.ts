import assert from 'node:assert/strict';
import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { contractFiles } from '../evolution/support.ts';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const released = `# Ours.
service: { name: desk }
resources:
  order:
    fields:
      title: { type: string, maxLength: 60 }
      customer: { type: string, required: true }
versioning:
  versions:
    '1': { released: 2024-01-01 } # at last
`;
const changed = released
  .replace('title:', 'heading:')
  .replace('customer: { type: string, required: true }', 'due: { type: date, required: true }');

/** A directory with a specification and the frozen version 1. */
function desk(text = changed) {
  const directory = temporary();
  for (const file of [{ path: 'service.yaml', text }, ...contractFiles([released], [])]) {
    const path = join(directory.path, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.text);
  }
  const path = (name: string) => join(directory.path, name);
  return {
    [Symbol.dispose]: () => directory[Symbol.dispose](),
    run: (...args: readonly string[]) => command(directory.path, args),
    has: (name: string) => existsSync(path(name)),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    write: (name: string, content: string) => {
      writeFileSync(path(name), content);
    },
  };
}

const step = 'contracts/1-to-2.yaml';
const on = ['--on', '2026-06-01'];
const answers = [
  ['--answer', 'resources.order.fields.title.became="heading"'],
  ['--answer', 'resources.order.fields.customer.became=null'],
  ['--answer', 'resources.order.fields.customer.shown={"by":"hook"}'],
  ['--answer', 'resources.order.fields.due.fill="2030-01-01"'],
].flat();

test('release --next lists what only a person knows, each with the flag that answers it, and writes nothing', () => {
  using there = desk();
  const { status, stderr } = there.run('version', 'release', '--next', '2', '--yes', ...on);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /What became of "title" of "order", which the newer version has not\?/);
  assert.match(stderr, /--answer 'resources\.order\.fields\.title\.became="heading"'/);
  assert.equal(there.has(step), false);
  assert.equal(there.read('service.yaml'), changed);
});

test('release --next opens the version and writes its step, and names the functions to write', () => {
  using there = desk();
  const { status, stdout, stderr } = there.run(
    'version',
    'release',
    '--next',
    '2',
    '--yes',
    ...on,
    ...answers,
  );
  assert.equal(status, 0, stderr);
  assert.match(there.read('service.yaml'), /\n {4}2: \{\}\n/);
  assert.match(
    stdout,
    /contracts\/1-to-2\.yaml is written: what differs between version 1 and version 2/,
  );
  assert.match(
    stdout,
    /\nNext\n {2}resource-service\n {2}write orderCustomer in src\/versioning\/1-to-2\.hooks\.ts\n {2}npm test\n$/,
  );
  assert.equal(
    there.read(step),
    `# yaml-language-server: $schema=../.resource-service/step.schema.json
# What differs between version 1 and version 2; docs/steps.md says what can be written here.
from: '1'
to: '2'
resources:
  order:
    operations:
      - rename: { from: title, to: heading }
      - remove: { field: customer, by: hook }
      - add: { field: due, fill: '2030-01-01' }
`,
  );
  const again = there.run('version', 'draft', '--yes', ...on);
  assert.equal(again.status, 0, again.stderr);
  assert.match(again.stdout, /contracts\/1-to-2\.yaml says what differs already/);
});

test('an answer that the step does not ask for is refused by its place, and nothing is written', () => {
  using there = desk(changed.replace('# at last', "# at last\n    '2': {}"));
  const other = ['--answer', 'resources.order.fields.colour.fill="red"'];
  const { status, stderr } = there.run('version', 'draft', '--yes', ...answers, ...other);
  assert.equal(status, 2);
  assert.match(stderr, /resources\.order\.fields\.colour\.fill: There is an answer to it/);
  assert.match(stderr, /The run asks resources\.order\.fields\.title\.became, /);
  assert.equal(there.has(step), false);
});

test('the files that a step names are there as soon as it is, and the next generation takes them as they are', () => {
  using there = desk(changed.replace('# at last', "# at last\n    '2': {}"));
  const named = ['docs/steps.md', '.resource-service/step.schema.json'];
  assert.deepEqual(named.filter(there.has), []);
  const made = there.run('version', 'draft', '--yes', ...answers);
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /Written to [^\n]*docs\/steps\.md/);
  assert.deepEqual(named.filter(there.has), named);
  const texts = named.map(there.read);
  const generation = there.run('--yes', '--skip-install');
  assert.equal(generation.status, 0, generation.stderr);
  assert.deepEqual(named.map(there.read), texts);
  assert.equal(there.run('check').status, 0);
});

test('draft completes what people wrote, and says so', () => {
  using there = desk(changed.replace('# at last', "# at last\n    '2': {}"));
  const theirs =
    "# Agreed.\nfrom: '1'\nto: '2'\nresources:\n  order:\n    operations:\n      - rename: { from: title, to: heading } # yes\n";
  there.write(step, theirs);
  const dry = there.run('version', 'draft', '--dry-run', ...answers.slice(4));
  assert.equal(dry.status, 0, dry.stderr);
  assert.equal(there.read(step), theirs);
  const { status, stdout, stderr } = there.run('version', 'draft', '--yes', ...answers.slice(4));
  assert.equal(status, 0, stderr);
  assert.match(stdout, /contracts\/1-to-2\.yaml is completed/);
  assert.match(there.read(step), /# Agreed\.\n[^]*to: heading \} # yes\n/);
  assert.match(there.read(step), /- add: \{ field: due, fill: '2030-01-01' \}\n/);
});

test('draft without a draft says how to open one', () => {
  using there = desk(released);
  const { status, stderr } = there.run('version', 'draft', '--yes');
  assert.equal(status, 2);
  assert.match(
    stderr,
    /no draft of a version[^]*\(no-draft\)\n {2}Open one: version release --next LABEL/,
  );
});

test('a generation makes the step that is missing, and completes one that lacks something', () => {
  using there = desk(changed.replace('# at last', "# at last\n    '2': {}"));
  const options = ['--yes', '--skip-install'];
  const asked = there.run(...options);
  assert.equal(asked.status, 2);
  assert.match(asked.stderr, /--answer 'resources\.order\.fields\.title\.became="heading"'/);
  assert.equal(there.has(step), false);
  const made = there.run(...options, ...answers);
  assert.equal(made.status, 0, made.stderr + made.stdout);
  assert.match(made.stderr + made.stdout, /contracts\/1-to-2\.yaml is made/);
  assert.match(
    made.stderr + made.stdout,
    /write orderCustomer in src\/versioning\/1-to-2\.hooks\.ts/,
  );
  assert.match(there.read(step), /- rename: \{ from: title, to: heading \}/);

  there.write(
    'service.yaml',
    there.read('service.yaml').replace('due:', 'note: { type: text }\n      due:'),
  );
  const checked = there.run('check');
  assert.equal(checked.status, 2);
  assert.match(checked.stdout + checked.stderr, /the newer version has the field "note"/);
  assert.match(checked.stdout + checked.stderr, /resource-service version draft/);
  const completed = there.run(...options);
  assert.equal(completed.status, 0, completed.stderr);
  assert.match(there.read(step), /- add: \{ field: note \}/);
  assert.equal(there.run('check').status, 0);

  const release = there.run('version', 'release', '--yes', ...on);
  assert.equal(release.status, 2);
  assert.match(release.stderr, /orderCustomer\.down only throws[^]*\(hook-not-written\)/);
  assert.equal(there.has('contracts/v2'), false);
});

test('a generation asks what only a person knows, also where nothing else of the step is missing', () => {
  const draft = released.replace('# at last', "# at last\n    '2': {}");
  using there = desk(draft);
  const options = ['--yes', '--skip-install'];
  const made = there.run(...options);
  assert.equal(made.status, 0, made.stderr);
  there.write(
    'service.yaml',
    draft.replace('title:', 'due: { type: date, required: true }\n      title:'),
  );
  const asked = there.run(...options);
  assert.equal(asked.status, 2);
  assert.match(asked.stderr, /--answer 'resources\.order\.fields\.due\.fill=/);
  assert.doesNotMatch(asked.stderr, /completes the step/);
  const completed = there.run(
    ...options,
    '--answer',
    'resources.order.fields.due.fill="2030-01-01"',
  );
  assert.equal(completed.status, 0, completed.stderr);
  assert.match(there.read(step), /- add: \{ field: due, fill: '2030-01-01' \}/);
});

test('a generation says which rows the migration of a step changes, in the plan and at the end', () => {
  const draft = released.replace('# at last', "# at last\n    '2': {}");
  using there = desk(draft);
  const options = ['--yes', '--skip-install'];
  assert.equal(there.run(...options).status, 0);
  const retyped = draft.replace(
    'title: { type: string, maxLength: 60 }',
    'heading: { type: string, maxLength: 60, renamedFrom: title }\n      due: { type: date, required: true }',
  );
  there.write('service.yaml', retyped);
  const fill = ['--answer', 'resources.order.fields.due.fill="2030-01-01"'];
  const made = there.run(...options, ...fill);
  assert.equal(made.status, 0, made.stderr);
  const said = made.stdout + made.stderr;
  assert.match(said, /\n {2}It changes rows that are there, in orders\.\n/);
  assert.match(
    said,
    /Mind: the new migration changes rows that are there, in orders, at the next start/,
  );
  there.write('service.yaml', retyped.replace('heading:', 'note: { type: text }\n      heading:'));
  const added = there.run(...options);
  assert.match(added.stdout + added.stderr, /orders: add the column note/);
  assert.doesNotMatch(added.stdout + added.stderr, /changes rows/);
});

test('what no step keeps of an older version is refused by name, until it is acknowledged', () => {
  const draft = released.replace('# at last', "# at last\n    '2': {}");
  using there = desk(draft);
  const options = ['--yes', '--skip-install'];
  const made = there.run(...options);
  assert.equal(made.status, 0, made.stderr);
  const tightened =
    draft.replace('60', '40') +
    'errors: { validationStatus: 422 }\nauthentication: { mechanisms: [basic] }\n';
  there.write('service.yaml', tightened);
  const refused = there.run(...options);
  assert.equal(refused.status, 2);
  for (const change of [
    /C02@resources\.order\.fields\.title\.maxLength: .*from 60 to 40.*Clients of version 1.*version deprecate 1 --sunset DATE.*\(--acknowledge C02\)/,
    /A03@authentication\.mechanisms\.api-key/,
  ]) {
    assert.match(refused.stderr, change);
  }
  // Clients of version 1 are answered with its status.
  assert.doesNotMatch(refused.stderr, /Z06/);
  const noted = there.run('version', 'draft', '--yes');
  assert.equal(noted.status, 0, noted.stderr);
  assert.match(noted.stdout, /C02@resources\.order[^\n]*\(--acknowledge C02\)/);
  const checked = there.run('check');
  assert.equal(checked.status, 2);
  assert.match(checked.stdout + checked.stderr, /from 60 to 40/);
  const all = ['C02', 'A03'].flatMap((id) => ['--acknowledge', id]);
  const accepted = there.run(...options, ...all);
  assert.equal(accepted.status, 0, accepted.stderr);
  assert.match(
    there.read('service.yaml'),
    /acknowledged:[^]*C02[^]*resources\.order\.fields\.title\.maxLength/,
  );
  assert.equal(there.run('check').status, 0);
});
