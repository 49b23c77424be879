import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { startService } from '../../scripts/demo/start-service.ts';
import { editSpecification } from '../../src/specification/index.ts';
import { command } from '../generators/support/command.ts';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';
import {
  emptyPostgres,
  emptySqlite,
  skipPostgres,
  type EmptyDatabase,
} from '../templates/storage/engines.ts';
import { changes, type Change, type Row, type Rows } from './second-year/changes.ts';
import { editByHand, lostLines } from './second-year/hand-edits.ts';

const specification = readFileSync(new URL('second-year/library.yaml', import.meta.url), 'utf8');

/** A database that lives as long as the service, and the rows that it has to have. */
interface Kept {
  readonly engine: string;
  readonly database: EmptyDatabase;
  rows: Rows;
}

const system = new Set(['id', 'createdAt', 'updatedAt', 'revision']);
/** How version 1 is served by the code of version 2. */
const step = `from: '1'
to: '2'
resources:
  loan:
    operations:
      - rename: { from: reader, to: borrower }
`;
let counter = 0;

describe('a service that changes twelve times keeps what is written by hand, and its rows', () => {
  const service = join(temporaryDirectory(), 'library');
  const kept: Kept[] = [];
  const own = join(service, 'service.yaml');
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
      kept.push({ engine, database: await make(), rows: new Map() });
    }
  });
  after(async () => {
    for (const { database } of kept) await database.drop();
    rmSync(dirname(service), { recursive: true, force: true });
  });

  function migrate({ database }: Kept, ...args: readonly string[]) {
    return run(service, 'node', ['scripts/migrate.ts', ...args], { DATABASE_URL: database.url });
  }

  /** Starts the service on a database, looks whether all rows are there, and writes more. */
  async function use(each: Kept): Promise<void> {
    const running = await startService(service, undefined, { DATABASE_URL: each.database.url });
    try {
      const send = async (method: string, path: string, body?: object) => {
        const answer = await fetch(running.address + path, {
          method,
          ...(body && {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
        });
        const text = await answer.text();
        return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Row };
      };
      for (const [collection, expected] of each.rows) {
        const { status, body } = await send('GET', `/v1/${collection}?size=100`);
        assert.equal(status, 200, `${collection}: ${JSON.stringify(body)}`);
        const found = new Map((body['items'] as Row[]).map((row) => [String(row['id']), row]));
        assert.deepEqual(
          new Map([...found].map(([id, row]) => [id, withoutSystem(row)])),
          expected,
          `${collection} on ${each.engine}`,
        );
      }
      const create = async (collection: string, members: object): Promise<string> => {
        const { status, body } = await send('POST', `/v1/${collection}`, members);
        assert.equal(status, 201, `${collection}: ${JSON.stringify(body)}`);
        const rows = each.rows.get(collection) ?? new Map<string, Row>();
        each.rows.set(collection, rows);
        rows.set(String(body['id']), withoutSystem(body));
        return String(body['id']);
      };
      counter += 1;
      const { resources } = parse(currentSpecification()) as {
        readonly resources: Readonly<
          Record<
            string,
            { readonly fields: Readonly<Record<string, { readonly values?: string[] }>> }
          >
        >;
      };
      const { book: described, loan: lent } = resources;
      const only = (members: Row, fields: object = {}): Row =>
        Object.fromEntries(Object.entries(members).filter(([name]) => name in fields));
      const shelf = await create(resources['shelf'] === undefined ? 'bookcases' : 'shelves', {
        room: `room ${String(counter)}`,
      });
      const book = only(
        {
          title: `Title ${String(counter)}`,
          isbn: `isbn-${String(counter)}`,
          condition: described?.fields['condition']?.values?.at(-1),
          shelf,
          subtitle: 'A book',
          language: 'de',
          pages: counter,
          pageCount: counter,
        },
        described?.fields,
      );
      const id = await create('books', book);
      // Version 1 goes on with its reader.
      const loan = await create('loans', {
        reader: 'Ada',
        ...only({ fee: '2.50', book: id }, lent?.fields),
      });
      const { status, body } = await send('POST', `/v1/loans/${loan}/return`);
      assert.equal(status, 200, JSON.stringify(body));
      each.rows.get('loans')?.set(loan, withoutSystem(body));
      if (resources['tag'] !== undefined) await create('tags', { name: 'old' });
      const taken = await send('POST', '/v1/books', {
        ...book,
        isbn: 'other',
        title: 'The taken title',
      });
      assert.equal(taken.status, 403, 'the rule of the team holds');
      const counts = await send('GET', '/v1/statistics');
      assert.equal(counts.status, 200, JSON.stringify(counts.body));
      assert.equal(counts.body['books'], each.rows.get('books')?.size);
    } finally {
      await running.stop();
    }
  }

  function currentSpecification(): string {
    return readFileSync(own, 'utf8');
  }

  async function live(losses: readonly string[] = []): Promise<void> {
    for (const each of kept) {
      const options = losses.flatMap((name) => ['--accept-loss', name]);
      if (losses.length > 0) {
        const refused = migrate(each);
        assert.equal(refused.status, 1, 'nothing goes without a word');
        for (const name of losses)
          assert.match(refused.stderr, new RegExp(`--accept-loss ${name}`));
      }
      expectSuccess(migrate(each, ...options));
      await use(each);
    }
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
    git('add', '--all');
    git('commit', '--quiet', '--message', 'ours');
  });

  for (const change of changes) {
    test(change.title, async () => {
      writeFileSync(own, editSpecification(currentSpecification(), change.edits));
      generateAgain(change);
      assert.deepEqual(lostLines(service), []);
      expectSuccess(run(service, 'npx', ['tsc']));
      for (const each of kept) change.carried?.(each.rows);
      await live(change.loses);
      const checked = command(service, ['check']);
      assert.equal(checked.status, 0, checked.stdout + checked.stderr);
      git('add', '--all');
      git('commit', '--quiet', '--message', change.title);
    });
  }

  function generateAgain({ answers = [], drops = [] }: Pick<Change, 'answers' | 'drops'>): void {
    const options = [
      ...answers.flatMap((answer) => ['--answer', answer]),
      ...drops.flatMap((path) => ['--drop', path]),
    ];
    const again = command(service, ['--yes', '--skip-install', ...options]);
    assert.equal(again.status, 0, again.stdout + again.stderr);
    assert.ok(!existsSync(join(service, 'src/app.ts.conflict')));
  }

  test('a version is released, and the next one renames a field: the former one answers as it was recorded', async () => {
    // The recordings are made from the service as it is.
    expectSuccess(
      command(service, ['version', 'release', '--next', '2', '--on', '2024-01-01', '--yes']),
    );
    writeFileSync(
      own,
      editSpecification(currentSpecification(), [
        { path: ['resources', 'loan', 'fields', 'reader'], value: undefined },
        {
          path: ['resources', 'loan', 'fields', 'borrower'],
          value: { type: 'string', required: true },
        },
        { path: ['versioning', 'versions', '2'], value: { released: '2024-06-01' } },
      ]),
    );
    writeFileSync(join(service, 'contracts/1-to-2.yaml'), step);
    generateAgain({});
    assert.deepEqual(lostLines(service), []);
    // Several versions need packages of their own.
    rmSync(join(service, 'node_modules'));
    install(service);
    expectSuccess(run(service, 'npx', ['tsc']));
    await live();
    const checked = command(service, ['check']);
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'version 2');
  });

  test('at the end the tests of the service pass', () => {
    expectSuccess(run(service, 'npm', ['run', 'check']));
    expectSuccess(run(service, 'npm', ['test'], { TEST_DATABASE_URL: 'none' }));
  });
});

function withoutSystem(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !system.has(name)));
}
