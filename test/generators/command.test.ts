import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, fakeNpm, started } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const quick = ['--skip-install'];

interface Document {
  readonly result: string;
  readonly exitStatus: number;
  readonly plan: { readonly files: readonly unknown[] } | null;
  readonly mistakes: readonly { readonly line: number }[];
  readonly errors: readonly { readonly where: string }[];
  readonly nextCommands: readonly string[];
}

test('--help and --version answer on standard output', () => {
  const help = command('/', ['--help']);
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /^Usage\n {2}resource-service \[NAME\]/);
  const version = command('/', ['--version']);
  assert.deepEqual([version.status, version.stderr], [0, '']);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

test('help of a command, wherever one asks for it', () => {
  for (const args of [
    ['help', 'version'],
    ['version', 'help'],
    ['--help', 'version'],
  ]) {
    const { status, stdout, stderr } = command('/', args);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Usage\n {2}resource-service version COMMAND/);
  }
  const { status, stdout } = command('/', ['help', 'version', 'limit']);
  assert.equal(status, 0);
  assert.match(stdout, /^Usage\n {2}resource-service version limit LABEL/);
});

test('wrong usage: status 1, everything on standard error, nothing written', () => {
  using directory = temporary();
  const { status, stdout, stderr } = command(directory.path, ['Order Desk', '--dryrun']);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /--dryrun: There is no such option\.\n {2}Did you mean --dry-run\?/);
  assert.match(stderr, /Order Desk: .*did you mean "order-desk"/);
  assert.deepEqual(readdirSync(directory.path), []);
});

test('without a terminal and without answers: what is missing, status 1, nothing written', () => {
  using directory = temporary();
  const { status, stdout, stderr } = command(directory.path, []);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /no terminal[^]*--spec FILE[^]*--yes/);
  assert.deepEqual(readdirSync(directory.path), []);
});

test('a service in one command, and the next one writes nothing', () => {
  using directory = temporary();
  const first = command(directory.path, ['order-desk', '--yes', '--destination', '.', ...quick]);
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /files to create/);
  assert.match(first.stdout, /Next\n {2}npm install/);
  assert.ok(existsSync(join(directory.path, 'src', 'main.ts')));
  const second = command(directory.path, ['--yes', ...quick]);
  assert.equal(second.status, 0, second.stderr);
  assert.match(second.stdout, /nothing was written/);
});

test('a specification written by hand where the service is stays as it was written', () => {
  using directory = temporary();
  const file = join(directory.path, 'service.yaml');
  const text =
    'service: { name: by-hand } # ours\nresources: { tool: { fields: { name: { type: string } } } }\n';
  writeFileSync(file, text);
  const first = command(directory.path, ['--yes', ...quick]);
  assert.equal(first.status, 0, first.stdout + first.stderr);
  assert.equal(readFileSync(file, 'utf8'), text);
  const another = text.replace('# ours', '# without a line for editors');
  writeFileSync(file, another);
  const second = command(directory.path, ['--yes', ...quick]);
  assert.equal(second.status, 0, second.stdout + second.stderr);
  assert.equal(readFileSync(file, 'utf8'), another);
});

test('--json: one document on standard output and nothing else, whatever happens', () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'bad.yaml'), 'service: {}\nresources: { orders: {} }\n');
  const expectations = [
    [['--json'], 'usage'],
    [['--json', '--xyzzy'], 'usage'],
    [['--json', '--spec', 'none.yaml'], 'usage'],
    [['--json', '--spec', 'bad.yaml'], 'refused'],
    [['--json', '--yes', 'shop', '--dry-run'], 'planned'],
    [['--json', '--yes', 'shop', ...quick], 'written'],
    [['--json', '--yes', 'shop', ...quick], 'current'],
  ] as const;
  for (const [args, result] of expectations) {
    const { status, stdout, stderr } = command(directory.path, args);
    const document = JSON.parse(stdout) as Document;
    assert.deepEqual([document.result, stderr], [result, ''], args.join(' '));
    assert.equal(document.exitStatus, status);
    assert.equal(document.mistakes.length > 0, result === 'refused');
    assert.equal(document.errors.length > 0, result === 'usage');
  }
  assert.ok(existsSync(join(directory.path, 'shop', 'service.yaml')));
});

test('mistakes are told with file, line and column, status 2, nothing written', () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'specs'));
  const spec = join('specs', 's.yaml');
  writeFileSync(
    join(directory.path, spec),
    'service: { name: shop }\nresources:\n  orders: { fields: { "a\\e[31m": { type: strin } } }\n',
  );
  const { status, stdout, stderr } = command(directory.path, ['--spec', spec, ...quick]);
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /specs\/s\.yaml:3:3 /);
  assert.match(stderr, /Nothing was written/);
  assert.ok(!stderr.includes('\u001b'));
  assert.deepEqual(readdirSync(directory.path), ['specs']);
});

test('escape sequences in a file on the disk do not reach the terminal', () => {
  using directory = temporary();
  assert.equal(
    command(directory.path, ['shop', '--yes', '--destination', '.', ...quick]).status,
    0,
  );
  const specification = join(directory.path, 'service.yaml');
  writeFileSync(
    specification,
    `${readFileSync(specification, 'utf8')}\n# \u001b]0;owned\u0007\u001b[2J\n`,
  );
  const { stdout, stderr } = command(directory.path, ['--dry-run']);
  assert.ok(!`${stdout}${stderr}`.includes('\u001b'));
});

test('the package manager runs where the service is, and only standard error sees it', () => {
  using directory = temporary();
  using bin = temporary();
  const environment = fakeNpm(bin.path, 'pwd > installed; echo "$0 $*" >> installed; echo noise');
  const { status, stdout } = command(
    directory.path,
    ['shop', '--yes', '--destination', '.', '--json'],
    environment,
  );
  assert.equal(status, 0);
  assert.equal((JSON.parse(stdout) as Document).result, 'written');
  const installed = readFileSync(join(directory.path, 'installed'), 'utf8');
  assert.match(installed, /\/npm install\n$/);
  using other = temporary();
  const args = ['shop', '--yes', '--destination', '.', '--package-manager', 'pnpm'];
  assert.equal(command(other.path, args, environment).status, 0);
  assert.match(readFileSync(join(other.path, 'installed'), 'utf8'), /\/pnpm install\n$/);
});

test('an installation that fails: a clear message, status 1, the files stay', () => {
  using directory = temporary();
  using bin = temporary();
  const environment = fakeNpm(bin.path, 'exit 7');
  const { status, stderr } = command(
    directory.path,
    ['shop', '--yes', '--destination', '.'],
    environment,
  );
  assert.equal(status, 1);
  assert.match(stderr, /npm install: The command ended with status 7\. The files.*complete/);
  assert.match(stderr, /Next\n {2}npm install/);
  assert.ok(existsSync(join(directory.path, 'service.yaml')));
});

for (const script of ['kill -INT $$', 'exit 130']) {
  test(`a package manager that Ctrl-C ended before this process notices it: ${script}`, () => {
    using directory = temporary();
    using bin = temporary();
    const environment = fakeNpm(bin.path, script);
    const { status, stderr } = command(
      directory.path,
      ['shop', '--yes', '--destination', '.'],
      environment,
    );
    assert.equal(status, 130);
    assert.match(stderr, /Stopped while installing; this directory is written/);
    assert.ok(existsSync(join(directory.path, 'service.yaml')));
  });
}

test('a package manager that is not there', () => {
  using directory = temporary();
  const environment = { PATH: '/nonexistent' };
  const { status, stderr } = command(
    directory.path,
    ['shop', '--yes', '--destination', '.'],
    environment,
  );
  assert.equal(status, 1);
  assert.match(stderr, /npm install: The command was not found/);
});

test('a reader that stops reading does not stop the work', async () => {
  using directory = temporary();
  const child = started(directory.path, ['shop', '--yes', '--destination', '.', ...quick]);
  child.stdout.destroy();
  child.stderr.destroy();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  assert.ok(existsSync(join(directory.path, 'service.yaml')));
});

test('an interruption at any time: status 130 and nothing is there, or it was too late', async () => {
  for (const milliseconds of [700, 1500, 2400]) {
    using directory = temporary();
    const child = started(directory.path, ['shop', '--yes', '--destination', 'shop', ...quick]);
    setTimeout(() => child.kill('SIGINT'), milliseconds);
    const [status] = (await once(child, 'exit')) as [number | null];
    const there = readdirSync(directory.path);
    if (status === 0) assert.deepEqual(there, ['shop']);
    // Before the command listens, the signal itself ends it.
    else assert.deepEqual([status === 130 || status === null, there], [true, []]);
  }
});

test('an interruption after the last words comes too late', async () => {
  using directory = temporary();
  const child = started(directory.path, ['shop', '--yes', '--destination', 'shop', ...quick]);
  let said = '';
  let wasSent = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said += String(piece);
      if (!wasSent && said.includes('npm start')) wasSent = child.kill('SIGINT');
    });
  }
  const [status] = (await once(child, 'exit')) as [number | null];
  // While Node itself ends, it does not listen any more, and the signal has its usual effect.
  const isDone = status === 0 || status === null;
  assert.deepEqual([wasSent, isDone, readdirSync(directory.path)], [true, true, ['shop']], said);
});
