import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { exitStatusOf } from '../../generators/command/outcome.ts';
import { ApplyError } from '../../src/plan/index.ts';
import { smallestSpecification } from '../../src/questionnaire/index.ts';
import { modeline, writeSpecification } from '../../src/specification/index.ts';
import { enter, leave, type Deed } from '../questionnaire/support/scripted-ask.ts';
import { runWith, stubCore, temporary } from './support/stub-tools.ts';

const text = writeSpecification(smallestSpecification('shop'));
const nineDefaults: readonly (readonly [string, Deed])[] = [
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
  ['Take', true],
];

test('--yes with a name: the smallest service, in the empty directory itself', async () => {
  using directory = temporary();
  mkdirSync(join(directory.path, '.git'));
  const there = { name: 'shop', yes: true, destination: '.' };
  const { outcome, installed, plans } = await runWith(directory.path, there);
  assert.equal(outcome.result, 'written');
  assert.equal(readFileSync(join(directory.path, 'service.yaml'), 'utf8'), text);
  assert.deepEqual(installed, [`npm in ${directory.path}`]);
  assert.deepEqual(outcome.nextCommands, ['npm test']);
  assert.deepEqual(plans, ['brief']);
});

test('a name asks for an empty place of that name, and it is said which before anything is written', async () => {
  using directory = temporary();
  const shop = join(directory.path, 'shop');
  const line = `\nWriting to ./shop (${shop}).`;
  const { outcome, notes } = await runWith(directory.path, { name: 'shop', yes: true });
  assert.equal(outcome.destination, shop);
  assert.deepEqual(readdirSync(directory.path), ['shop']);
  assert.equal(notes[0], line);
  using other = temporary();
  const own = join(other.path, 'shop');
  mkdirSync(own);
  const inside = await runWith(own, { name: 'shop', yes: true });
  assert.equal(inside.outcome.destination, own);
  assert.equal(inside.notes[0], `\nWriting to this directory (${own}).`);
});

test('in a directory with something else, a service gets one of its own', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'note'), '');
  const { outcome } = await runWith(directory.path, { name: 'shop', yes: true });
  assert.equal(outcome.destination, join(directory.path, 'shop'));
  assert.ok(existsSync(join(directory.path, 'shop', 'service.yaml')));
});

test('a directory of that name that holds something else is refused, unless it is meant', async () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'shop'));
  writeFileSync(join(directory.path, 'shop', 'note'), '');
  const refused = await runWith(directory.path, { name: 'shop', yes: true });
  assert.equal(refused.outcome.result, 'usage');
  assert.deepEqual(readdirSync(join(directory.path, 'shop')), ['note']);
  const meant = { name: 'shop', yes: true, destination: 'shop' };
  assert.equal((await runWith(directory.path, meant)).outcome.result, 'written');
});

test('--yes without a name, and nobody to ask: what is missing, and nothing is written', async () => {
  using directory = temporary();
  for (const commandLine of [{ yes: true }, {}, { json: true }, { name: 'shop' }]) {
    const { outcome } = await runWith(directory.path, commandLine);
    assert.equal(exitStatusOf(outcome), 1);
    assert.equal(outcome.failures?.length, 1);
    assert.deepEqual(readdirSync(directory.path), []);
  }
});

test('--json never asks, terminal or not', async () => {
  using directory = temporary();
  const { outcome } = await runWith(directory.path, { json: true }, { isTerminal: true });
  assert.equal(outcome.result, 'usage');
});

test('--spec: the text becomes service.yaml, with the modeline where it has none', async () => {
  using directory = temporary();
  const bare =
    '# mine\nservice: { name: shop }\nresources: { item: { fields: { name: { type: string } } } }\n';
  writeFileSync(join(directory.path, 'shop.yaml'), bare);
  const { outcome } = await runWith(directory.path, { spec: 'shop.yaml' });
  assert.equal(outcome.result, 'written');
  const written = readFileSync(join(directory.path, 'shop', 'service.yaml'), 'utf8');
  assert.equal(written, `${modeline}\n${bare}`);
});

test('--spec with mistakes: all of them, status 2, nothing written', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 's.yaml'), 'service: { nam: shop }\nresources: []\n');
  const { outcome } = await runWith(directory.path, { spec: 's.yaml' });
  assert.equal(exitStatusOf(outcome), 2);
  assert.ok((outcome.mistakes?.length ?? 0) >= 2);
  assert.deepEqual(readdirSync(directory.path), ['s.yaml']);
});

test('--spec that cannot be read: where, what, and what to do', async () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'folder'));
  writeFileSync(join(directory.path, 'latin1'), Buffer.from([0x61, 0xe4]));
  writeFileSync(join(directory.path, 'large'), '#'.repeat(1024 * 1024 + 4));
  for (const [spec, what] of [
    ['none.yaml', /no such file/],
    ['folder', /is a directory/],
    ['latin1', /not UTF-8/],
    ['large', /larger than 1 MiB/],
  ] as const) {
    const { outcome } = await runWith(directory.path, { spec });
    assert.equal(exitStatusOf(outcome), 1);
    assert.match(outcome.failures?.[0]?.what ?? '', what);
    assert.equal(outcome.failures?.[0]?.where, spec);
  }
});

test('no text is read through a link, so that none of it is shown as mistakes', async () => {
  using directory = temporary();
  const secret = join(directory.path, 'secret');
  writeFileSync(secret, 'root:x:0:0\n'.repeat(3));
  const there = join(directory.path, 'there');
  mkdirSync(there);
  symlinkSync(secret, join(there, 'service.yaml'));
  for (const commandLine of [{ spec: 'there/service.yaml' }, { destination: 'there' }]) {
    const { outcome, notes } = await runWith(directory.path, { ...commandLine, yes: true });
    assert.equal(exitStatusOf(outcome), 1);
    assert.equal(outcome.failures?.[0]?.where, 'there/service.yaml');
    assert.match(outcome.failures?.[0]?.what ?? '', /symbolic link/);
    assert.ok(!JSON.stringify([outcome, notes]).includes('root'));
  }
  assert.deepEqual(readdirSync(there), ['service.yaml']);
});

test(
  'a device and a pipe are not read, nor opened',
  { skip: process.platform === 'win32' ? 'there are none' : false },
  async () => {
    using directory = temporary();
    const pipe = join(directory.path, 'pipe');
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
    for (const spec of ['/dev/zero', pipe]) {
      const { outcome } = await runWith(directory.path, { spec, yes: true });
      assert.equal(exitStatusOf(outcome), 1);
      assert.match(outcome.failures?.[0]?.what ?? '', /not a regular file/);
    }
    // Whoever writes to it waits until somebody opens it.
    const writer = spawn('sh', ['-c', ': > "$0"', pipe]);
    await delay(100);
    await runWith(directory.path, { spec: pipe, yes: true });
    await delay(100);
    assert.equal(writer.exitCode, null, 'the pipe was opened');
    writer.kill();
  },
);

test('before a plan is accepted, it says which settings of the directory an installation obeys', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, '.npmrc'), 'script-shell=./theirs\n');
  const obeys = /npm install runs there and obeys \.npmrc/;
  writeFileSync(join(directory.path, 's.yaml'), text);
  const there = { spec: 's.yaml', destination: '.' };
  const script = [['Write to', 'leave']] as const;
  const left = await runWith(directory.path, there, { script });
  assert.match(left.notes.join('\n'), obeys);
  assert.deepEqual(left.installed, []);
  const unsaid = await runWith(directory.path, { ...there, skipInstall: true }, { script });
  assert.doesNotMatch(unsaid.notes.join('\n'), obeys);
  const written = await runWith(directory.path, { ...there, yes: true });
  assert.match(written.notes.join('\n'), obeys);
  assert.equal(written.installed.length, 1);
});

test('--spec with a name that is not the one in the file is refused', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 's.yaml'), text);
  const { outcome } = await runWith(directory.path, { spec: 's.yaml', name: 'other' });
  assert.equal(outcome.result, 'usage');
  assert.deepEqual(readdirSync(directory.path), ['s.yaml']);
  const same = await runWith(directory.path, { spec: 's.yaml', name: 'shop' });
  assert.equal(same.outcome.result, 'written');
});

test('--spec on a terminal asks before it writes, and --yes does not', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 's.yaml'), text);
  const left = await runWith(
    directory.path,
    { spec: 's.yaml' },
    { script: [['Write to', 'leave']] },
  );
  assert.equal(left.outcome.result, 'left');
  assert.equal(exitStatusOf(left.outcome), 1);
  assert.deepEqual(readdirSync(directory.path), ['s.yaml']);
  const written = await runWith(directory.path, { spec: 's.yaml', yes: true }, { script: [] });
  assert.equal(written.outcome.result, 'written');
});

async function service(path: string): Promise<void> {
  const { outcome } = await runWith(path, { name: 'shop', yes: true, destination: path });
  assert.equal(outcome.result, 'written');
}

const moreText = text.replace(
  '  item:',
  '  order:\n    fields:\n      name: { type: string }\n  item:',
);

test('a directory with a service.yaml is written again from it, after a look at the plan', async () => {
  using directory = temporary();
  await service(directory.path);
  writeFileSync(join(directory.path, 'service.yaml'), moreText);
  const script = [
    ['Write to', 'show'],
    ['Write to', enter],
  ] as const;
  const { outcome, plans, installed } = await runWith(directory.path, {}, { script });
  assert.equal(outcome.result, 'written');
  assert.deepEqual(plans, ['brief', 'diff']);
  assert.equal(readFileSync(join(directory.path, 'readme'), 'utf8'), 'order item\n');
  // It was never installed here.
  assert.equal(installed.length, 1);
  mkdirSync(join(directory.path, 'node_modules'));
  writeFileSync(join(directory.path, 'service.yaml'), text);
  const again = await runWith(directory.path, { yes: true });
  assert.equal(again.outcome.result, 'written');
  assert.deepEqual(again.installed, []);
});

test('a second run writes nothing and asks nothing', async () => {
  using directory = temporary();
  await service(directory.path);
  const { outcome } = await runWith(directory.path, {}, { script: [] });
  assert.equal(outcome.result, 'current');
  assert.equal(exitStatusOf(outcome), 0);
});

test('without a terminal a regeneration needs --yes, and a name must be the right one', async () => {
  using directory = temporary();
  await service(directory.path);
  writeFileSync(join(directory.path, 'service.yaml'), moreText);
  const unconfirmed = await runWith(directory.path, {});
  assert.equal(unconfirmed.outcome.result, 'usage');
  assert.notEqual(unconfirmed.outcome.plan, undefined);
  const other = await runWith(directory.path, { yes: true, name: 'other' });
  assert.equal(other.outcome.result, 'usage');
  assert.equal(readFileSync(join(directory.path, 'readme'), 'utf8'), 'item\n');
});

test('from the directory above, the name finds the service that is there', async () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'shop'));
  await service(join(directory.path, 'shop'));
  const { outcome } = await runWith(directory.path, { name: 'shop', yes: true });
  assert.equal(outcome.result, 'current');
});

test('files that were edited are in the way: status 2, nothing written', async () => {
  using directory = temporary();
  await service(directory.path);
  writeFileSync(join(directory.path, 'service.yaml'), moreText);
  writeFileSync(join(directory.path, 'readme'), 'mine\n');
  const { outcome, plans } = await runWith(directory.path, { yes: true });
  assert.equal(exitStatusOf(outcome), 2);
  assert.deepEqual(plans, ['brief']);
  assert.equal(readFileSync(join(directory.path, 'readme'), 'utf8'), 'mine\n');
  const dry = await runWith(directory.path, { dryRun: true });
  assert.equal(dry.outcome.result, 'planned');
  assert.equal(exitStatusOf(dry.outcome), 2);
});

test('--spec does not replace a service.yaml that somebody wrote', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'service.yaml'), moreText);
  mkdirSync(join(directory.path, 'other'));
  writeFileSync(join(directory.path, 'other', 's.yaml'), text);
  const { outcome } = await runWith(directory.path, { spec: 'other/s.yaml', yes: true });
  assert.equal(exitStatusOf(outcome), 2);
  assert.match(outcome.failures?.[0]?.whatToDo ?? '', /Leave --spec out/);
  assert.equal(readFileSync(join(directory.path, 'service.yaml'), 'utf8'), moreText);
});

test('--dry-run shows the plan with the differences and writes nothing', async () => {
  using directory = temporary();
  const { outcome, plans } = await runWith(directory.path, {
    name: 'shop',
    yes: true,
    dryRun: true,
  });
  assert.equal(outcome.result, 'planned');
  assert.equal(exitStatusOf(outcome), 0);
  assert.deepEqual(plans, ['diff']);
  assert.deepEqual(readdirSync(directory.path), []);
});

test('--skip-install and --package-manager', async () => {
  using directory = temporary();
  const skipped = await runWith(directory.path, {
    name: 'shop',
    yes: true,
    skipInstall: true,
    packageManager: 'pnpm',
  });
  assert.deepEqual(skipped.installed, []);
  assert.deepEqual(skipped.outcome.nextCommands, ['pnpm install', 'pnpm test']);
  writeFileSync(join(directory.path, 'service.yaml'), moreText);
  writeFileSync(join(directory.path, 'yarn.lock'), '');
  const { installed } = await runWith(directory.path, { yes: true });
  assert.deepEqual(installed, [`yarn in ${directory.path}`]);
});

test('an installation that fails: status 1, and the files stay', async () => {
  using directory = temporary();
  const failure = { where: 'npm install', what: 'no', whatToDo: 'again' };
  const tools = { install: () => Promise.resolve(failure) };
  const { outcome } = await runWith(
    directory.path,
    { name: 'shop', yes: true, destination: '.' },
    { tools },
  );
  assert.equal(exitStatusOf(outcome), 1);
  assert.deepEqual(outcome.failures, [failure]);
  assert.deepEqual(outcome.nextCommands, ['npm install', 'npm test']);
  assert.ok(existsSync(join(directory.path, 'service.yaml')));
});

test('questions, the plan, back to the answers, and the files', async () => {
  using directory = temporary();
  const script: readonly (readonly [string, Deed])[] = [
    ...nineDefaults,
    ['Is all of it right?', 'on'],
    ['Write to', 'again'],
    ['Is all of it right?', '4'],
    ['How do clients', ['none']],
    ['Is all of it right?', 'on'],
    ['Write to', 'write'],
  ];
  const { outcome, said } = await runWith(directory.path, { name: 'shop' }, { script });
  assert.equal(outcome.result, 'written');
  const written = readFileSync(join(directory.path, 'shop', 'service.yaml'), 'utf8');
  assert.match(written, /mechanisms: \[none\]/);
  // Both times the file was shown as it would be written.
  const starts = said.flatMap((line, index) => (line.endsWith('service.yaml') ? [index] : []));
  assert.equal(starts.length, 2);
  assert.ok(!said.slice(starts[0], starts[1]).includes('    mechanisms: [none]'));
  const shown = said.slice((starts[1] ?? 0) + 1).map((line) => line.replace(/^ {2}/, ''));
  assert.deepEqual(shown, written.trimEnd().split('\n'));
});

test('a place that is taken is said where the name is typed', async () => {
  using directory = temporary();
  mkdirSync(join(directory.path, 'shop'));
  await service(join(directory.path, 'shop'));
  const name: Deed = { typed: 'shop', refused: /holds a service already/, next: 'store' };
  const script = [['Name', name], ...nineDefaults, ['Is all', 'leave']] as const;
  const { outcome } = await runWith(directory.path, {}, { script });
  assert.equal(outcome.result, 'left');
  assert.deepEqual(readdirSync(directory.path), ['shop']);
});

test('answers are shown when they cannot become a service', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'readme'), 'mine\n');
  const script = [...nineDefaults, ['Is all', 'on']] as const;
  const commandLine = { name: 'shop', destination: '.' };
  const { outcome, notes } = await runWith(directory.path, commandLine, { script });
  assert.equal(exitStatusOf(outcome), 2);
  assert.ok(notes.some((note) => note.includes('name: shop')));
  assert.deepEqual(readdirSync(directory.path), ['readme']);
});

test('Ctrl-C at any question leaves the directory as it is, not even made', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'note'), '');
  const all: readonly (readonly [string, Deed])[] = [
    ['Name', 'shop'],
    ...nineDefaults,
    ['Is all', 'on'],
    ['Write to', 'write'],
  ];
  for (let count = 0; count < all.length; count += 1) {
    const script = [...all.slice(0, count), ['', leave] as const];
    const { outcome } = await runWith(directory.path, {}, { script });
    assert.equal(exitStatusOf(outcome), 130);
    assert.deepEqual(readdirSync(directory.path), ['note']);
  }
});

test('Ctrl-C while files are written takes them back', async () => {
  using directory = temporary();
  let came = false;
  const interruptions = {
    get came() {
      return came;
    },
    during: async <T>(work: () => Promise<T>) => {
      came = true;
      return work();
    },
  };
  const commandLine = { name: 'shop', yes: true, destination: 'shop' };
  const { outcome } = await runWith(directory.path, commandLine, { tools: { interruptions } });
  assert.equal(exitStatusOf(outcome), 130);
  assert.equal(outcome.written, undefined);
  assert.deepEqual(readdirSync(directory.path), []);
});

function diskFull(): Promise<never> {
  return Promise.reject(new ApplyError('The disk is full.', 'rolled-back', undefined));
}

function surprise(): Promise<never> {
  return Promise.reject(new TypeError('x is not a function'));
}

test('what fails is told without a stack, and nothing is thrown', async () => {
  using directory = temporary();
  const commandLine = { name: 'shop', yes: true };
  const tools = { core: { ...stubCore, applyPlan: diskFull } };
  const { outcome } = await runWith(directory.path, commandLine, { tools });
  assert.equal(outcome.result, 'failed');
  assert.equal(outcome.failures?.[0]?.what, 'The disk is full.');
  const surprised = await runWith(directory.path, commandLine, {
    tools: { core: { ...stubCore, planService: surprise } },
  });
  assert.match(surprised.outcome.failures?.[0]?.what ?? '', /should not have happened: x is not/);
});

test('a destination that is a file', async () => {
  using directory = temporary();
  writeFileSync(join(directory.path, 'file'), '');
  const commandLine = { name: 'shop', yes: true, destination: 'file' };
  const { outcome } = await runWith(directory.path, commandLine);
  assert.equal(outcome.result, 'failed');
  assert.match(outcome.failures?.[0]?.what ?? '', /is not a directory/);
});
