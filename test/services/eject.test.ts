import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { command } from '../generators/support/command.ts';
import { evolve } from '../support/evolving.ts';
import { expectSuccess, run, temporaryDirectory, tree } from '../support/generated.ts';

/** An edit of a generated file, and one of a file of the team. */
const edits: Readonly<Record<string, (text: string) => string>> = {
  'README.md': (text) => `${text}\nWritten by hand.\n`,
  'src/app.ts': (text) => `// Written by hand.\n${text}`,
  'src/custom.ts': (text) => `${text}\n// Written by hand.\n`,
};

describe('a service that leaves the generator', () => {
  const service = join(temporaryDirectory(), 'service');
  const path = (name: string) => join(service, name);
  const textOf = (name: string) => readFileSync(path(name), 'utf8');

  before(async () => {
    await evolve(service, { labels: ['1', '2'] });
    for (const [name, edit] of Object.entries(edits)) writeFileSync(path(name), edit(textOf(name)));
  });
  after(() => rmSync(dirname(service), { recursive: true, force: true }));

  test('asks first, and shows what it would do', () => {
    const before = tree(service);
    const refused = command(service, ['eject']);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /run with --yes/);
    const shown = command(service, ['eject', '--dry-run']);
    assert.equal(shown.status, 0);
    assert.match(shown.stdout, /scripts\/check-specification\.ts/);
    assert.deepEqual(tree(service), before);
  });

  test('writes nothing but a conflict file where both sides changed the same line', () => {
    const original = textOf('package.json');
    writeFileSync(path('package.json'), original.replace('"check": "tsc', '"check": "echo && tsc'));
    const before = tree(service);
    const { status, stderr } = command(service, ['eject', '--yes']);
    assert.equal(status, 2);
    assert.match(stderr, /package\.json\.conflict/);
    const records = /^(package\.json\.conflict|\.resource-service\/conflicts)$/;
    const after = [...tree(service)].filter(([name]) => !records.test(name));
    assert.deepEqual(new Map(after), before);
    rmSync(path('package.json.conflict'));
    writeFileSync(path('package.json'), original);
  });

  test('keeps what is written by hand, and nothing of the generator', () => {
    const contracts = [...tree(path('contracts'))];
    const { status, stdout, stderr } = command(service, ['eject', '--yes']);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /It has left the generator/);
    for (const name of Object.keys(edits)) assert.match(textOf(name), /Written by hand\./);
    assert.ok(!existsSync(path('.resource-service')));
    const mentions = [...tree(service)]
      .filter(([name]) => !name.startsWith('contracts/'))
      .filter(([, text]) =>
        /\.resource-service|resource-service (version|eject)|npx generator/.test(text),
      )
      .map(([name]) => name);
    assert.deepEqual(mentions, []);
    assert.deepEqual([...tree(path('contracts'))], contracts);
  });

  test('passes its own tests and check', () => {
    expectSuccess(run(service, 'npm', ['run', 'check']));
    const output = expectSuccess(run(service, 'npm', ['test']));
    assert.match(output, /^ℹ pass [1-9]\d+$/m);
    assert.match(output, /^ℹ fail 0$/m);
  });

  test('is none that could leave once more, or be generated', () => {
    const again = command(service, ['eject', '--yes']);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /No service that the generator keeps is here/);
    const before = tree(service);
    assert.equal(command(service, ['--yes', '--skip-install']).status, 2);
    assert.deepEqual(tree(service), before);
  });
});
