import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readCommandLine } from '../../generators/app/command-line.ts';
import { readAnswers } from '../../generators/app/answers.ts';
import { answersExample } from '../../generators/app/answers-help.ts';
import { resourceHelp } from '../../generators/resource/help.ts';
import { versionHelpOf } from '../../generators/version/help.ts';
import { helpText } from '../../generators/app/help.ts';
import { options } from '../../generators/app/options.ts';
import { subcommands } from '../../generators/version/subcommands.ts';
import { temporary } from './support/stub-tools.ts';

const nothing = {
  answer: [],
  yes: false,
  dryRun: false,
  json: false,
  skipInstall: false,
  help: false,
  version: false,
};

const understood: readonly (readonly [argv: readonly string[], expected: object])[] = [
  [[], {}],
  [['order-desk'], { name: 'order-desk' }],
  [['--yes', 'order-desk'], { name: 'order-desk', yes: true }],
  [['-y', '--skip-install'], { yes: true, skipInstall: true }],
  [['--spec', 'a.yaml', '--destination=x y'], { spec: 'a.yaml', destination: 'x y' }],
  [['--dry-run', '--json'], { dryRun: true, json: true }],
  [['--package-manager', 'pnpm'], { packageManager: 'pnpm' }],
  [['--pristine', 'src/app.ts'], { pristine: 'src/app.ts' }],
  [['-h'], { help: true }],
  [['import', '--xyzzy', '--help'], { help: true }],
  [['help'], { help: true }],
  [['help', 'resource'], { help: true }],
  [['--version'], { version: true }],
];

for (const [argv, expected] of understood) {
  test(`understood: ${argv.join(' ') || '(nothing)'}`, () => {
    const read = readCommandLine(argv);
    assert.deepEqual(read.ok && read.commandLine, { ...nothing, ...expected });
  });
}

const refused: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
  [['--dryrun'], /--dryrun: .*--dry-run\?/],
  [['shop', '--destnation', 'x'], /^--destnation: [^\n]*$/],
  [['--destnation', 'x'], /--destination\?/],
  [['--output=x'], /--destination\?/],
  [['--xyzzy'], /--help/],
  [['-x'], /-x: There is no such option/],
  [['--force'], /never overwritten/],
  [['version'], /a command of its own[^]*yo resource-service:version/],
  [['classify'], /a command of its own[^]*yo resource-service:classify/],
  [['check'], /a command of its own[^]*yo resource-service:check/],
  [['eject'], /a command of its own[^]*yo resource-service:eject/],
  [['--yes=no'], /takes no value/],
  [['--spec'], /--spec: Its value is missing.*--spec FILE/],
  [['--spec='], /value is missing/],
  [['--spec', '--yes'], /--spec: Its value is missing/],
  [['--spec', 'a', '--spec', 'b'], /--spec: It is there twice/],
  [['--package-manager', 'bun'], /npm, pnpm, yarn/],
  [['Order Desk'], /did you mean "order-desk"/],
  [['order', 'desk'], /one name at most.*order-desk/],
  [['import'], /It is a command of its own/],
];

for (const [argv, says] of refused) {
  test(`refused: ${argv.join(' ')}`, () => {
    const read = readCommandLine(argv);
    assert.ok(!read.ok);
    const text = read.failures.map((each) => Object.values(each).join(' ')).join('\n');
    assert.match(text.replace(/^(\S+) /, '$1: '), says);
  });
}

test('everything that is wrong is said at once', () => {
  const read = readCommandLine(['--dryrun', '--spec', '--yes=1', 'import']);
  assert.equal(read.ok ? 0 : read.failures.length, 4);
});

test('the help names every command', () => {
  for (const name of subcommands) assert.match(helpText, new RegExp(`^  version ${name}\\b`, 'm'));
  assert.match(helpText, /^ {2}help \[COMMAND\]/m);
});

test('the help of each command that takes answers shows the form of their file, which is read as it stands', async () => {
  const helps = [helpText, resourceHelp, versionHelpOf('draft'), versionHelpOf('release')];
  const lines = answersExample.trimEnd().split('\n');
  for (const help of helps) for (const line of lines) assert.ok(help.includes(line), help);
  assert.ok(!versionHelpOf('status').includes(lines[0] ?? ''));
  using directory = temporary();
  writeFileSync(join(directory.path, 'answers.yaml'), answersExample);
  const read = await readAnswers({ answers: 'answers.yaml', answer: [] }, directory.path);
  assert.ok(read.ok);
  assert.deepEqual(Object.fromEntries(read.answers), {
    'resources.order.fields.title.became': 'heading',
    'resources.order.fields.due.fill': '2030-01-31',
  });
});

test('the help names every option and fits in 80 columns', () => {
  for (const name of options.names) assert.ok(helpText.includes(`--${name}`), name);
  for (const line of helpText.split('\n')) assert.ok(line.length <= 80, line);
});
