import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import semver from 'semver';
import { readVersionCommandLine } from '../../generators/version/command-line.ts';
import { versionHelp, versionHelpOf } from '../../generators/version/help.ts';
import { offers, options } from '../../generators/version/options.ts';
import { subcommands } from '../../generators/version/subcommands.ts';
import { contractFiles } from '../evolution/support.ts';
import { text } from '../lifecycle/support.ts';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const on = ['--on', '2026-06-01'];

/** A directory with a specification, and what is in it afterwards. */
function service(given = text) {
  const directory = temporary();
  writeFileSync(join(directory.path, 'service.yaml'), given);
  return {
    ...directory,
    [Symbol.dispose]: directory[Symbol.dispose],
    run: (...args: readonly string[]) => command(directory.path, ['version', ...args]),
    text: () => readFileSync(join(directory.path, 'service.yaml'), 'utf8'),
    files: () => readdirSync(directory.path),
  };
}

test('deprecate writes the specification and says what changed and what comes next', () => {
  using there = service();
  const { status, stdout, stderr } = there.run(
    'deprecate',
    '1',
    '--sunset',
    '2027-06-01',
    '--yes',
    ...on,
  );
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /✔ Version 1 is deprecated from 2026-06-01 on/);
  assert.match(
    stdout,
    /Written to this directory: service\.yaml\.\n\nNext\n {2}resource-service\n {2}npm test\n$/,
  );
  assert.match(there.text(), /deprecated: '2026-06-01'/);
  assert.deepEqual(there.files(), ['service.yaml']);
});

test('deprecate names the guide that a generation wrote', () => {
  using there = service();
  const folder = join(there.path, 'docs/migrations');
  mkdirSync(folder, { recursive: true });
  for (const name of ['2-to-3.md', '1-to-2.md', '11-to-12.md']) {
    writeFileSync(join(folder, name), '');
  }
  const { stdout } = there.run('deprecate', '1', '--sunset', '2027-06-01', '--dry-run', ...on);
  assert.match(stdout, /Note: Responses name no page .*\. docs\/migrations\/1-to-2\.md says/);
});

test('a service.yaml that is a link is not read', () => {
  using there = service();
  renameSync(join(there.path, 'service.yaml'), join(there.path, 'elsewhere'));
  symlinkSync(join(there.path, 'elsewhere'), join(there.path, 'service.yaml'));
  const { status, stdout, stderr } = there.run('status', ...on);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^service\.yaml: It is a symbolic link/);
});

test('a refusal names its rule and the way out, has status 2 and writes nothing', () => {
  using there = service();
  const { status, stdout, stderr } = there.run(
    'deprecate',
    '1',
    '--sunset',
    '2026-11-27',
    '--yes',
    ...on,
  );
  assert.deepEqual([status, stdout], [2, '']);
  assert.match(stderr, /\(notice-period\)\n {2}.*--reason "notice-period:TEXT"/);
  assert.match(stderr, /Nothing was written\.\n$/);
  assert.equal(there.text(), text);
  const reason = ['--reason', 'notice-period: nobody calls it'];
  const args = ['deprecate', '1', '--sunset', '2026-11-27', '--yes', ...reason, ...on];
  const reasoned = there.run(...args);
  assert.equal(reasoned.status, 0, reasoned.stderr);
  assert.match(there.text(), /rule: notice-period, version: 1, reason: nobody calls it/);
});

test('a dry run shows the difference and writes nothing', () => {
  using there = service();
  const { status, stdout } = there.run('limit', '1', '--dry-run', ...on);
  assert.equal(status, 2, 'it is not deprecated');
  const dry = there.run('deprecate', '1', '--sunset', '2027-06-01', '--dry-run', ...on);
  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, /\n *\+.*sunset: '2027-06-01'/);
  assert.equal(stdout, '');
  assert.equal(there.text(), text);
  assert.deepEqual(there.files(), ['service.yaml']);
});

test('without a terminal nothing is written unasked', () => {
  using there = service();
  const { status, stderr } = there.run('deprecate', '1', '--sunset', '2027-06-01', ...on);
  assert.equal(status, 1);
  assert.match(stderr, /no terminal to confirm[^]*--yes/);
  assert.equal(there.text(), text);
});

test('--json: one document, whatever happens', () => {
  using there = service();
  const expectations = [
    [['fly'], 'usage', 1],
    [['status', ...on], 'shown', 0],
    [['deprecate', '1', '--sunset', '2026-07-01', '--yes', ...on], 'refused', 2],
    [['deprecate', '1', '--sunset', '2027-06-01', '--dry-run', ...on], 'planned', 0],
    [['deprecate', '1', '--sunset', '2027-06-01', ...on], 'usage', 1],
    [['deprecate', '1', '--sunset', '2027-06-01', '--yes', ...on], 'written', 0],
    [['sunset', '1', '--yes', '--on', '2027-06-01'], 'current', 0],
  ] as const;
  for (const [args, result, status] of expectations) {
    const ended = there.run(...args, '--json');
    const document = JSON.parse(ended.stdout) as Record<string, unknown>;
    assert.deepEqual(
      [document['result'], document['exitStatus'], ended.status, ended.stderr],
      [result, status, status, ''],
      args.join(' '),
    );
  }
});

test('status shows the versions over time, as a picture and as data', () => {
  using there = service();
  const { status, stdout } = there.run('status', ...on);
  assert.equal(status, 0);
  assert.match(stdout, /today 2026-06-01 ▼\n1 {2}maintained /);
  assert.match(stdout, /Nothing is planned\.\n$/);
  const { timeline } = JSON.parse(there.run('status', '--json', ...on).stdout) as {
    timeline: { versions: readonly { label: string; standing: string }[] };
  };
  assert.deepEqual(
    timeline.versions.map(({ label, standing }) => `${label} ${standing}`),
    ['1 maintained', '2 maintained', '3 active'],
  );
});

test('status shows what is released of each version, and what its next release would add', () => {
  const versions = (text: string) => text.replace(/versions:[^]*$/, '');
  const base = versions(text);
  const frozen = (released: object) => `${base}versions: ${JSON.stringify(released)}\n`;
  const days = ['2020-01-01', '2022-01-01'].map((released) => ({ released }));
  const [first, second] = [frozen({ 1: days[0] }), frozen({ 1: days[0], 2: days[1] })];
  const more = second
    .replace('name: {', 'note: { type: string }\n      nick: { type: string }\n      name: {')
    .replace('"1":{', '"1":{"additions":["person.note"],');
  using there = service(more);
  for (const file of contractFiles([first, second], [])) {
    mkdirSync(dirname(join(there.path, file.path)), { recursive: true });
    writeFileSync(join(there.path, file.path), file.text);
  }
  const { status, stdout, stderr } = there.run('status', ...on);
  assert.equal(status, 0, stderr);
  const [, released] = /\nReleased\n([^]*?)\n\n/.exec(stdout) ?? [];
  assert.deepEqual(released?.split('\n'), [
    '  version 1  1.0.0; version release 1 would make 1.1.0, with person.note',
    '  version 2  2.0.0; version release 2 would make 2.1.0, with person.nick, person.note',
  ]);
  const { releases } = JSON.parse(there.run('status', '--json', ...on).stdout) as {
    releases: readonly { release: string; next: string }[];
  };
  assert.deepEqual(
    releases.map(({ release, next }) => [release, next]),
    [
      ['1.0.0', '1.1.0'],
      ['2.0.0', '2.1.0'],
    ],
  );
});

test('status fits the columns that there are', () => {
  using there = service();
  for (const columns of ['80', '120']) {
    const { stdout } = command(there.path, ['version', 'status', ...on], { COLUMNS: columns });
    const widest = Math.max(...stdout.split('\n').map((line) => line.length));
    assert.equal(widest, Number(columns));
  }
});

test('mistakes of the file are told with their places', () => {
  using there = service(text.replace('maintained: 2022-01-01', 'maintaned: 2022-01-01'));
  const { status, stderr } = there.run('status');
  assert.equal(status, 2);
  assert.match(stderr, /service\.yaml:\d+:\d+[^]*maintaned/);
});

test('where no service is, it says so', () => {
  using directory = temporary();
  const { status, stderr } = command(directory.path, ['version', 'status']);
  assert.equal(status, 1);
  assert.match(stderr, /no service\.yaml[^]*--destination DIR/);
});

test('--destination names the service', () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'there'));
  writeFileSync(join(directory.path, 'there', 'service.yaml'), text);
  const { status } = command(directory.path, ['version', 'status', '--destination', 'there']);
  assert.equal(status, 0);
});

test('a release of what was not generated is refused before anything runs', () => {
  using there = service();
  const { status, stderr } = there.run('release', '--yes', ...on);
  assert.equal(status, 2);
  assert.match(stderr, /\(service-is-current\)[^]*Generate it again/);
  assert.deepEqual(there.files(), ['service.yaml']);
});

test('a release runs nothing of the directory before its plan was accepted', () => {
  using there = temporary();
  const made = command(there.path, ['shop', '--yes', '--skip-install', '--destination', '.']);
  assert.equal(made.status, 0, made.stderr);
  installNothing(there.path);
  const bin = join(there.path, 'node_modules', 'node', 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ran > '${join(there.path, 'ran')}'\n`, {
    mode: 0o755,
  });
  const release = (...args: readonly string[]) =>
    command(there.path, ['version', 'release', ...on, ...args]);
  const dry = release('--dry-run');
  assert.equal(dry.status, 0, dry.stderr);
  assert.match(dry.stdout, /contracts\/v1\/1\.0\.0\/ and contracts\/SHA256SUMS are written/);
  assert.match(dry.stdout, /its own code runs for that, once this is accepted/);
  assert.match(dry.stdout, /\n *\+.*released: '2026-06-01'/);
  assert.equal(release().status, 1);
  assert.ok(!existsSync(join(there.path, 'ran')));
  assert.equal(release('--yes').status, 1, 'it shows no contract');
  assert.ok(existsSync(join(there.path, 'ran')));
});

/** Every package of a service is there, by its name and its version alone. */
function installNothing(service: string): void {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(service, 'package.json'), 'utf8'),
  ) as Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    const directory = join(service, 'node_modules', name);
    mkdirSync(directory, { recursive: true });
    const version = semver.minVersion(range)?.version;
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, version }));
  }
}

describe('the command line', () => {
  const wrong: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
    [['relaese'], /Did you mean release\?/],
    [['deprecate'], /which version/],
    [['deprecate', '1'], /--sunset DATE/],
    [['deprecate', '1', '2', '--sunset', '2027-01-01'], /about one version/],
    [['release', '1', '2'], /about one version/],
    [['draft', '1'], /about all versions/],
    [['extend', '--with', 'person.note'], /which version/],
    [['extend', '1'], /--with RESOURCE\.FIELD/],
    [['extend', '1', '--with', 'note'], /is no RESOURCE\.FIELD/],
    [['extend', '1', '--filter', 'note'], /is no RESOURCE\.FIELD/],
    [['deprecate', '1', '--sunset', '2027-02-30'], /"2027-02-30" is no DATE/],
    [['deprecate', '1', '--sunset', '2027-01-01', '--sunset', '2028-01-01'], /there twice/],
    [['deprecate', '1', '--sunset'], /value is missing/],
    [['deprecate', '1', '--sunset', '--yes'], /value is missing/],
    [['limit', '1', '--sunset', '2027-01-01'], /limit has no such option/],
    [['limit', '1', '--quota', 'few'], /is no N\/TIME/],
    [['limit', '1', '--withdraw', 'order.delete'], /is no OPERATION@DATE/],
    [['status', '--yes=no'], /takes no value/],
    [['status', '--xyzzy'], /no such option/],
    [['sunset', '1', '--reason', 'because'], /RULE:TEXT/],
  ];
  for (const [argv, says] of wrong) {
    test(`refused: ${argv.join(' ')}`, () => {
      const read = readVersionCommandLine(argv);
      assert.ok(read.kind === 'wrong');
      assert.match(read.failures.map((each) => Object.values(each).join(' ')).join('\n'), says);
    });
  }

  test('what may be there more than once', () => {
    const read = readVersionCommandLine([
      'limit',
      '1',
      '--withdraw',
      'a.b@2027-01-01',
      '--withdraw=c.d@2027-01-01',
    ]);
    assert.ok(read.kind === 'read');
    assert.deepEqual(read.commandLine.values.get('withdraw'), ['a.b@2027-01-01', 'c.d@2027-01-01']);
  });

  test('the help names every command and every option, in 80 columns', () => {
    for (const name of subcommands) assert.ok(versionHelp.includes(`  ${name} `), name);
    for (const name of options.names) assert.ok(versionHelp.includes(`--${name}`), name);
    for (const line of versionHelp.split('\n')) assert.ok(line.length <= 80, line);
    for (const argv of [[], ['help'], ['--help'], ['help', 'fly']]) {
      assert.deepEqual(readVersionCommandLine(argv), { kind: 'help', about: undefined });
    }
  });

  test('each command has a help of its own, with its options and no other', () => {
    for (const about of subcommands) {
      for (const argv of [
        ['help', about],
        [about, '--help'],
        [about, '--fly', '-h'],
      ]) {
        assert.deepEqual(readVersionCommandLine(argv), { kind: 'help', about });
      }
      const help = versionHelpOf(about);
      assert.match(help, new RegExp(`^Usage\n  resource-service version ${about}\\b`));
      for (const name of options.names) {
        assert.equal(new RegExp(`^  (-., )?--${name}\\b`, 'm').test(help), offers(about, name));
      }
      for (const line of help.split('\n')) assert.ok(line.length <= 80, line);
      const [example = ''] = /(?<=^Example\n {2}resource-service version ).*/m.exec(help) ?? [];
      assert.equal(readVersionCommandLine(example.split(' ')).kind, 'read', example);
    }
  });
});
