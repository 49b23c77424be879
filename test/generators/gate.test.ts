import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from './support/command.ts';
import { tree } from '../support/generated.ts';
import { temporary } from './support/stub-tools.ts';

const released = `# Ours.
service: { name: desk }
resources:
  order:
    fields:
      title: { type: string, maxLength: 60 }
      note: { type: string }
versioning:
  versions:
    '1': { released: 2024-01-01 } # at last
`;

/** A service of which version 1 is released, and what generates it again with another specification. */
function desk(text = released) {
  const directory = temporary();
  const file = join(directory.path, 'desk.yaml');
  writeFileSync(file, text);
  const place = join(directory.path, 'desk');
  const options = ['--yes', '--skip-install'];
  const made = command(directory.path, ['--spec', file, '--destination', place, ...options]);
  assert.equal(made.status, 0, made.stderr);
  const own = join(place, 'service.yaml');
  return {
    [Symbol.dispose]: () => directory[Symbol.dispose](),
    place,
    text: () => readFileSync(own, 'utf8'),
    /** Changes the specification, and generates with these options. */
    changed(from: string | RegExp, to: string, ...args: readonly string[]) {
      writeFileSync(own, readFileSync(own, 'utf8').replace(from, to));
      const before = tree(place);
      const run = command(place, [...options, ...args]);
      return { ...run, isUntouched: isSame(before, tree(place)) };
    },
  };
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}

test('changes that break a released version are refused, each with its values and the way out', () => {
  using service = desk();
  const run = service.changed(/maxLength: 60 \}\n.*/, 'maxLength: 40 }');
  assert.deepEqual([run.status, run.isUntouched], [2, true], run.stderr);
  assert.match(run.stderr, /version 1 is released, and 2 changes break its clients/);
  assert.match(run.stderr, /resource-service version release --next 2/);
  assert.match(run.stderr, /C02@resources\.order\.fields\.title\.maxLength: .*from 60 to 40/);
  assert.match(run.stderr, /F06@resources\.order\.fields\.note: .*removed/);
  const json = service.changed('# Ours', '# Ours', '--json');
  const { mistakes } = JSON.parse(json.stdout) as {
    readonly mistakes: { readonly code: string }[];
  };
  assert.deepEqual(mistakes.map(({ code }) => code).sort(), [
    'breaking-change',
    'breaking-change',
    'released-version',
  ]);
  // No acknowledgement lets it pass.
  const named = service.changed('# Ours', '# Ours', '--acknowledge', 'C02', '--acknowledge', 'F06');
  assert.deepEqual([named.status, named.isUntouched], [2, true]);
});

test('an edge case wants an acknowledgement, which --yes is not, and which is recorded', () => {
  using service = desk();
  const refused = service.changed('60', '80');
  assert.deepEqual([refused.status, refused.isUntouched], [2, true]);
  assert.match(refused.stderr, /C03@resources.*from 60 to 80.*\(--acknowledge C03\)/);
  const other = service.changed('80', '80', '--acknowledge', 'C06');
  assert.deepEqual([other.status, other.isUntouched], [2, true]);

  const accepted = service.changed('80', '80', '--acknowledge', 'C03');
  assert.equal(accepted.status, 0, accepted.stderr);
  assert.match(
    service.text(),
    /acknowledged:\s+- \{? ?change: C03,?\s+path: resources\.order\.fields\.title\.maxLength,?\s+to: ["']80["']/,
  );
  assert.match(service.text(), /# Ours\.[^]*# at last/);
  const again = service.changed('80', '80');
  assert.deepEqual([again.status, again.isUntouched], [0, true], again.stderr);
  // A further change of the same key is another one.
  assert.equal(service.changed('maxLength: 80', 'maxLength: 90').status, 2);
  const path = 'resources.order.fields.title.maxLength';
  assert.equal(service.changed('90', '90', '--acknowledge', `C03@${path}`).status, 0);
});

test('what breaks nothing passes, and so does any change of a draft', () => {
  using service = desk();
  const added = service.changed(
    'note: { type: string }',
    "note: { type: string, description: 'N' }",
  );
  assert.equal(added.status, 0, added.stderr);
  using other = desk(released.replace('{ released: 2024-01-01 }', '{}'));
  const run = other.changed('maxLength: 60', 'maxLength: 40');
  assert.equal(run.status, 0, run.stderr);
});

test('an acknowledgement has to be the identifier of a change', () => {
  using directory = temporary();
  const run = command(directory.path, ['desk', '--yes', '--acknowledge', 'all']);
  assert.equal(run.status, 1);
  assert.match(run.stderr, /"all" is no identifier of a change/);
});
