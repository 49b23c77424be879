import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { renderUnformatted } from '../search/render-unformatted.ts';
import { temporaryDirectory, tree } from '../support/generated.ts';

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly services?: Readonly<Record<string, object>>;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, unknown>> }>
  >;
  readonly networks?: object;
}

/** What surrounds the code of a service where it is built, tested and run. */
describe('the files that deploy a service', () => {
  const directory = join(temporaryDirectory(), 'shop');
  let files = new Map<string, string>();

  before(async () => {
    const text =
      'service: { name: shop }\nresources: { order: { fields: { note: { type: text } } } }';
    assert.deepEqual(await renderUnformatted(text, directory), []);
    files = tree(directory);
  });
  after(() => rmSync(dirname(directory), { recursive: true, force: true }));

  const read = <Document>(path: string) => parse(files.get(path) ?? '') as Document;

  test('git leaves out every file of settings but the example', () => {
    const git = (...args: string[]) =>
      spawnSync('git', args, { cwd: directory, encoding: 'utf8' }).stdout;
    git('init', '--quiet');
    for (const name of ['.env', '.env.local', '.env.production']) {
      writeFileSync(join(directory, name), 'A=1\n');
    }
    const seen = git('ls-files', '--others', '--exclude-standard').split('\n');
    assert.deepEqual(
      seen.filter((name) => name.startsWith('.env')),
      ['.env.example'],
    );
  });

  test('CI runs actions of known commits, installs what the lock file names, and has Redis', () => {
    const { jobs } = read<Workflow>('.github/workflows/ci.yml');
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const actions = steps.flatMap(({ uses = [] }) => uses);
    assert.ok(actions.length > 0);
    for (const action of actions) assert.match(action, /^[^@]+@[0-9a-f]{40}$/);
    const commands = steps.flatMap(({ run = [] }) => run);
    assert.ok(commands.includes('npm ci') && !commands.includes('npm install'));
    assert.ok(commands.some((command) => command.startsWith('docker build')));
    assert.deepEqual(Object.keys(jobs['test']?.services ?? {}), ['postgres', 'redis']);
  });

  test('compose has no password of its own, and no network with fixed addresses', () => {
    const { services, networks } = read<Compose>('compose.yaml');
    assert.match(
      String(services['postgres']?.environment?.['POSTGRES_PASSWORD']),
      /^\$\{POSTGRES_PASSWORD:\?.+\}$/,
    );
    const address = String(services['service']?.environment?.['DATABASE_URL']);
    assert.match(address, /\/\/service:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:/);
    assert.equal(networks, undefined);
    assert.doesNotMatch(files.get('compose.yaml') ?? '', /ipv4_address|subnet/);
  });

  test('newer packages, images and actions are proposed', () => {
    const { updates } = read<{ updates: readonly { 'package-ecosystem': string }[] }>(
      '.github/dependabot.yml',
    );
    assert.deepEqual(
      updates.map((each) => each['package-ecosystem']),
      ['npm', 'docker', 'docker-compose', 'github-actions'],
    );
  });
});
