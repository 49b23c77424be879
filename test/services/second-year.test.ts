import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { editSpecification } from '../../src/specification/index.ts';
import { command } from '../generators/support/command.ts';
import { runNode } from '../search/run-node.ts';
import {
  expectSuccess,
  expectTypes,
  generate,
  install,
  run,
  temporaryDirectory,
} from '../support/generated.ts';
import { emptyPostgres, emptySqlite, skipPostgres } from '../templates/storage/engines.ts';
import {
  changesAfterRelease,
  changesBeforeRelease,
  each,
  type Change,
} from './second-year/changes.ts';
import { use, type Interface, type Kept } from './second-year/clients.ts';
import { editByHand, lostLines } from './second-year/hand-edits.ts';

const specification = readFileSync(new URL('second-year/library.yaml', import.meta.url), 'utf8');

describe('a service that changes twelve times keeps what is written by hand, and its rows', () => {
  const service = join(temporaryDirectory(), 'library');
  const kept: Kept[] = [];
  /** Versions whose contracts are frozen, as they were then. */
  const released: Interface[] = [];
  let newest = '1';
  const own = join(service, 'service.yaml');
  const currentSpecification = () => readFileSync(own, 'utf8');
  const git = (...args: readonly string[]) =>
    expectSuccess(
      run(service, 'git', ['-c', 'user.name=t', '-c', 'user.email=t@acme.example', ...args]),
    );

  before(async () => {
    await generate(specification, service);
    install(service);
    mkdirSync(join(service, 'data'), { recursive: true });
    git('init', '--quiet');
    for (const [engine, make] of [
      ['sqlite', emptySqlite],
      ['postgres', emptyPostgres],
    ] as const) {
      if (engine === 'postgres' && skipPostgres !== false) continue;
      kept.push({ engine, database: await make(), views: new Map() });
    }
  });
  after(async () => {
    for (const { database } of kept) await database.drop();
    rmSync(dirname(service), { recursive: true, force: true });
  });

  function migrate({ database }: Kept, ...args: readonly string[]) {
    return run(service, 'node', ['scripts/migrate.ts', ...args], { DATABASE_URL: database.url });
  }

  /** Migrates the databases, and lets clients of every version use them. */
  async function live(losses: readonly string[] = []): Promise<void> {
    const versions = [...released, { label: newest, specification: currentSpecification() }];
    for (const database of kept) {
      const options = losses.flatMap((name) => ['--accept-loss', name]);
      if (losses.length > 0) {
        const refused = migrate(database);
        assert.equal(refused.status, 1, 'nothing goes without a word');
        for (const name of losses)
          assert.match(refused.stderr, new RegExp(`--accept-loss ${name}`));
      }
      expectSuccess(migrate(database, ...options));
      await use(service, database, versions);
    }
  }

  /** Regenerates as people do; the command has the types checked, too. */
  function regenerate({
    answers = [],
    drops = [],
    acknowledged = [],
  }: Partial<Pick<Change, 'answers' | 'drops' | 'acknowledged'>> = {}): void {
    const options = [
      ...answers.flatMap((answer) => ['--answer', answer]),
      ...drops.flatMap((path) => ['--drop', path]),
      ...acknowledged.flatMap((id) => ['--acknowledge', id]),
    ];
    const packages = readFileSync(join(service, 'package.json'), 'utf8');
    const again = command(service, ['--yes', '--skip-install', ...options]);
    assert.equal(again.status, 0, again.stdout + again.stderr);
    assert.ok(!existsSync(join(service, 'src/app.ts.conflict')));
    if (readFileSync(join(service, 'package.json'), 'utf8') === packages) {
      assert.doesNotMatch(again.stdout + again.stderr, /The type checker has/);
    } else {
      rmSync(join(service, 'node_modules'));
      install(service);
      expectTypes(service);
    }
    assert.deepEqual(lostLines(service), []);
  }

  /** Those of the domain, where it changed, and those of what was promised to clients of the released version. */
  async function ownTests(changesResources: boolean): Promise<void> {
    const folders = changesResources ? ['resources', 'versioning'] : ['versioning'];
    const files = folders
      .filter((name) => existsSync(join(service, 'test', name)))
      .map((name) => `test/${name}/*.test.ts`);
    if (files.length === 0) return;
    const tests = ['--test', '--test-concurrency=2', ...files];
    const { status, stdout } = await runNode(service, tests, { TEST_DATABASE_URL: 'none' });
    assert.equal(status, 0, stdout.slice(stdout.indexOf('failing tests:')).slice(0, 8000));
  }

  function commit(message: string): void {
    const checked = command(service, ['check']);
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  }

  test('the team writes code, rules and a migration of its own', async () => {
    editByHand(service);
    expectSuccess(run(service, 'npm', ['run', 'migration:new', '--', 'own remarks']));
    const path =
      readdirSync(join(service, 'src/storage/migrations')).find((name) =>
        name.includes('own-remarks'),
      ) ?? '';
    assert.equal(path, '0002-own-remarks.ts');
    writeFileSync(
      join(service, 'src/storage/migrations', path),
      `import { createTable, type Migration } from '../../runtime/storage/migrations/index.ts';

/** Ours: what readers say. */
export const migration: Migration = {
  steps: [createTable('own_remarks', { columns: { id: { type: 'uuid', required: true }, remark: { type: 'text' } } })],
};
`,
    );
    expectSuccess(run(service, 'npx', ['prettier', '--write', 'src']));
    expectSuccess(run(service, 'npm', ['run', 'check']));
    await live();
    commit('ours');
  });

  function changed(changes: readonly Change[]): void {
    for (const change of changes) {
      test(change.title, async () => {
        writeFileSync(own, editSpecification(currentSpecification(), change.edits));
        regenerate(change);
        for (const { views } of kept) {
          for (const [label, rows] of views) {
            if (label === newest) change.carried?.(rows);
            else change.carriedOlder?.(rows);
          }
        }
        const changesResources = change.edits.some(({ path }) => path[0] !== 'endpoints');
        await Promise.all([live(change.loses), ownTests(changesResources)]);
        commit(change.title);
      });
    }
  }

  changed(changesBeforeRelease);

  test('a version is released, and the next one is a draft', async () => {
    const specification = currentSpecification();
    // The recordings are made from the service as it is.
    expectSuccess(
      command(service, ['version', 'release', '--next', '2', '--on', '2024-01-01', '--yes']),
    );
    released.push({ label: newest, specification });
    newest = '2';
    for (const { views } of kept) views.set(newest, structuredClone(views.get('1') ?? new Map()));
    regenerate();
    await Promise.all([live(), ownTests(false)]);
    commit('version 1');
  });

  changed(changesAfterRelease);

  test('the next version renames a field and is released', async () => {
    const edits = [
      { path: ['resources', 'loan', 'fields', 'reader'], value: undefined },
      {
        path: ['resources', 'loan', 'fields', 'borrower'],
        value: { type: 'string', required: true },
      },
    ];
    writeFileSync(own, editSpecification(currentSpecification(), edits));
    regenerate({ answers: ['resources.loan.fields.reader.became="borrower"'] });
    for (const { views } of kept) {
      each(views.get(newest), 'loans', ({ reader, ...loan }) => ({ ...loan, borrower: reader }));
    }
    expectSuccess(command(service, ['version', 'release', '--on', '2024-06-01', '--yes']));
    regenerate();
    await live();
    commit('version 2');
  });

  test('at the end the tests of the service pass', () => {
    expectSuccess(run(service, 'npm', ['run', 'check']));
    expectSuccess(run(service, 'npm', ['test'], { TEST_DATABASE_URL: 'none' }));
  });
});
