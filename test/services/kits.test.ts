import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CommandLine } from '../../generators/app/command-line.ts';
import { runKit, statusOf } from '../../generators/kit/run.ts';
import { readUpgrade } from '../../generators/kit/upgrade.ts';
import { checkService } from '../../src/check/index.ts';
import { planService } from '../../src/generate.ts';
import { applyPlan, recover } from '../../src/plan/index.ts';
import { runWith, temporary } from '../generators/support/stub-tools.ts';
import { writeKit } from '../kits/support.ts';

const core = { planService, recover, applyPlan };

function kitText(version: string, strategy: string, depth: number): string {
  return `kit: acme
version: ${version}
defaults:
  limits: { depth: ${depth} }
locked:
  authentication.mechanisms: { value: [api-key], reason: The portal of Acme hands out keys. }
  versioning.strategy: { value: ${strategy}, reason: The gateway of Acme reads it. }
`;
}

const services = ['orders', 'stock', 'people', 'rooms', 'tickets'];
const readme = 'README.md';
const routes = 'src/resources/item/item.routes.ts';

async function generated(cwd: string, commandLine: Partial<CommandLine>) {
  const run = await runWith(cwd, { skipInstall: true, ...commandLine }, { tools: { core } });
  return run.outcome;
}

/** An upgrade as the command line has it. */
async function upgraded(service: string) {
  const read = await readUpgrade(['--yes', '--skip-install'], service);
  assert.ok(read.ok, JSON.stringify(read));
  return generated(service, read.commandLine);
}

async function outdated(service: string) {
  const outcome = await runKit({ command: 'outdated', destination: '.' }, service);
  assert.ok(outcome.kind === 'compared');
  return { status: statusOf(outcome, true), change: outcome.states[0]?.change };
}

async function checked(service: string) {
  const text = readFileSync(join(service, 'service.yaml'), 'utf8');
  return checkService({ text, file: 'service.yaml', destination: service });
}

test('five services from one kit, and the kit raised twice: each hears of it, takes it, and keeps what people wrote', async () => {
  using place = temporary();
  const kit = join(place.path, 'kit');
  writeKit(kit, kitText('1.0.0', 'header', 16));
  for (const name of services) {
    const outcome = await generated(place.path, { name, kit: ['./kit'], yes: true });
    assert.equal(outcome.result, 'written', JSON.stringify(outcome));
    const service = join(place.path, name);
    const edit = (path: string, by: (text: string) => string): void =>
      writeFileSync(join(service, path), by(readFileSync(join(service, path), 'utf8')));
    edit(readme, (text) => `${text}\nWho to call: the team of ${name}.\n`);
    edit(routes, (text) => `// Looked through by ${name}.\n${text}`);
    edit('service.yaml', (text) =>
      text.replace('\nresources:', `\n# What ${name} keeps.\nresources:`),
    );
    const again = await generated(service, { yes: true });
    assert.ok(again.result === 'written' || again.result === 'current');
    assert.deepEqual(await outdated(service), { status: 0, change: undefined });
  }

  const contradicting = join(place.path, 'tickets');
  const before = readFileSync(join(contradicting, 'service.yaml'), 'utf8');
  writeFileSync(join(contradicting, 'service.yaml'), `${before}versioning: { strategy: query }\n`);
  const refused = await generated(contradicting, { yes: true });
  assert.equal(refused.result, 'refused');
  assert.match(
    refused.mistakes?.[0]?.message ?? '',
    /locked to header by the kit acme 1\.0\.0: The gateway of Acme reads it/,
  );
  writeFileSync(join(contradicting, 'service.yaml'), before);

  const raised = [
    { version: '1.1.0', change: 'minor', strategy: 'header', depth: 20 },
    { version: '2.0.0', change: 'major', strategy: 'media-type', depth: 24 },
  ] as const;
  for (const { version, change, strategy, depth } of raised) {
    writeKit(kit, kitText(version, strategy, depth));
    for (const name of services) {
      const service = join(place.path, name);
      // What is pinned holds until somebody upgrades: the service has the text of its kit.
      assert.equal((await checked(service)).status, 0);
      assert.deepEqual(await outdated(service), { status: 1, change });
      const outcome = await upgraded(service);
      assert.equal(outcome.result, 'written', JSON.stringify(outcome.failures ?? outcome.mistakes));
      assert.deepEqual(await outdated(service), { status: 0, change: undefined });
      assert.deepEqual(await checked(service), { status: 0, findings: [], edits: edits(name) });
      const read = (path: string) => readFileSync(join(service, path), 'utf8');
      assert.match(read(readme), new RegExp(`the team of ${name}`));
      assert.match(read(routes), new RegExp(`Looked through by ${name}`));
      assert.match(read('service.yaml'), new RegExp(`# What ${name} keeps\\.[^]*`));
      assert.match(read('service.yaml'), new RegExp(`version: ${version.replaceAll('.', '\\.')}`));
      const strategyFile = read('INTERFACE.md');
      assert.match(strategyFile, strategy === 'header' ? /X-API-Version/ : /vnd\./);
    }
  }

  writeKit(kit, `${kitText('2.0.0', 'media-type', 24)}# changed without a new version\n`);
  const [first = ''] = services;
  assert.equal((await outdated(join(place.path, first))).status, 2);
});

function edits(_name: string) {
  return [
    { path: readme, what: 'edited' },
    { path: routes, what: 'edited' },
  ];
}
