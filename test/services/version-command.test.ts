import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { command } from '../generators/support/command.ts';
import { expectSuccess, generate, install, run, temporaryDirectory } from '../support/generated.ts';

/** As the command does it, from a draft to what is given up. */
const text = `service:
  name: address-book
resources:
  person:
    fields:
      name: { type: string, required: true } # as they write it
      age: { type: integer }
endpoints:
  person:
    filter: [name]
    sort: [name, age]
authentication:
  mechanisms: [none]
versioning:
  versions:
    1: {}
`;

let service = '';
before(async () => {
  service = join(temporaryDirectory(), 'address-book');
  await generate(text, service);
});
after(() => rmSync(join(service, '..'), { recursive: true }));

const specification = () => readFileSync(join(service, 'service.yaml'), 'utf8');
const contract = (path: string) => readFileSync(join(service, 'contracts', path), 'utf8');

function version(...args: readonly string[]) {
  return command(service, ['version', ...args, ...(args[0] === 'status' ? [] : ['--yes'])]);
}

function done(...args: readonly string[]): string {
  const { status, stdout, stderr } = version(...args);
  assert.equal(status, 0, `${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

test('a release needs the dependencies of the service, and says so', () => {
  const { status, stderr } = version('release', '--on', '2024-01-01');
  assert.equal(status, 1);
  assert.match(stderr, /dependencies are not installed[^]*npm install/);
  const modules = join(service, 'node_modules');
  mkdirSync(modules);
  const partly = version('release', '--on', '2024-01-01');
  rmdirSync(modules);
  assert.equal(partly.status, 1);
  assert.match(partly.stderr, /packages are not installed[^]*fastify[^]*npm install/);
  assert.ok(!existsSync(join(service, 'contracts')));
  assert.match(specification(), / {4}1: \{\}\n/);
});

test('release freezes the specification, the document and recorded answers, with checksums', () => {
  install(service);
  assert.match(done('release', '--on', '2024-01-01'), /Its contract is frozen as 1\.0\.0\./);
  assert.match(specification(), /1: \{ released: '2024-01-01' \}/);
  assert.match(specification(), /# as they write it/);
  const frozen = JSON.parse(contract('v1/1.0.0/specification.json')) as { format: number };
  assert.equal(frozen.format, 1);
  const { info } = JSON.parse(contract('v1/1.0.0/openapi.json')) as { info: object };
  assert.deepEqual(
    Object.entries(info).filter(([name]) => name === 'version' || name.startsWith('x-')),
    [['version', '1.0.0']],
  );
  const { exchanges } = JSON.parse(contract('v1/1.0.0/recordings.json')) as {
    exchanges: readonly { request: { method: string }; answer: { status: number } }[];
  };
  const kinds = new Set(
    exchanges.map(({ request, answer }) => `${request.method} ${String(answer.status)}`),
  );
  for (const kind of [
    'GET 200',
    'GET 304',
    'GET 404',
    'GET 400',
    'POST 201',
    'POST 400',
    'PATCH 200',
    'PATCH 412',
    'PUT 200',
    'DELETE 204',
  ]) {
    assert.ok(kinds.has(kind), kind);
  }
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: join(service, 'contracts'),
  });
});

test('the same release twice freezes the same bytes', () => {
  const [first, second] = ['recordings', 'rows'].map((name) => contract(`v1/1.0.0/${name}.json`));
  const elsewhere = expectSuccess(
    run(service, 'node', ['scripts/freeze.ts'], {
      TEST_DATABASE_URL: 'none',
      TZ: 'Asia/Kathmandu',
    }),
  );
  const { recordings, rows } = JSON.parse(elsewhere) as { recordings: unknown; rows: unknown };
  assert.deepEqual(recordings, JSON.parse(first ?? ''));
  assert.deepEqual(rows, JSON.parse(second ?? ''));
});

test('the service that is generated then answers as it was recorded, and its contracts are as they were frozen', () => {
  expectSuccess(command(service, ['--yes', '--skip-install']));
  const tests = ['recordings', 'contracts', 'carried'].map(
    (name) => `test/versioning/${name}.test.ts`,
  );
  expectSuccess(run(service, 'node', ['--test', ...tests], { TEST_DATABASE_URL: 'none' }));
  const path = join(service, 'contracts', 'v1', '1.0.0', 'recordings.json');
  const frozen = readFileSync(path, 'utf8');
  writeFileSync(path, frozen.replace('"status": 201', '"status": 200'));
  const { stdout } = run(service, 'node', ['--test', ...tests], { TEST_DATABASE_URL: 'none' });
  assert.match(stdout, /✖ v1\/1\.0\.0/, 'another answer is noticed');
  assert.match(stdout, /✖ what was promised to clients is as it was frozen/);
  writeFileSync(path, frozen);
});

test('rows of clients of the release are carried by later migrations, and compared', () => {
  const path = join(service, 'src', 'storage', 'migrations', '0002-shorten.ts');
  const carried = () =>
    run(service, 'node', ['--test', 'test/versioning/carried.test.ts'], {
      TEST_DATABASE_URL: 'none',
    });
  const migration = (statement: string) => `
import { run } from '../../runtime/storage/migrations/index.ts';

export const migration = { steps: [run('Works on people.', async (database) => { await ${statement}; })] };
`;
  writeFileSync(path, migration(`database.selectFrom('people').selectAll().execute()`));
  expectSuccess(carried());
  writeFileSync(path, migration(`database.updateTable('people').set({ age: 7 }).execute()`));
  const { stdout } = carried();
  rmSync(path);
  assert.match(stdout, /✖ v1\/1\.0\.0/, 'a migration that loses values is noticed');
});

test('a changed contract stops a release', () => {
  const path = join(service, 'contracts', 'v1', '1.0.0', 'specification.json');
  const frozen = readFileSync(path, 'utf8');
  writeFileSync(path, frozen.replace('"age"', '"years"'));
  const { status, stderr } = version('release', '--on', '2025-01-01');
  assert.equal(status, 2);
  assert.match(stderr, /changed after it was frozen/);
  writeFileSync(path, frozen);
});

test('a service that does not answer as it was recorded is not released', () => {
  const path = join(service, 'src', 'resources', 'person', 'person.rules.ts');
  const rules = readFileSync(path, 'utf8');
  const more = specification().replace('      age:', '      email: { type: email }\n      age:');
  const before = specification();
  writeFileSync(join(service, 'service.yaml'), more);
  expectSuccess(command(service, ['--yes', '--skip-install']));
  const refusing = "Rules = { beforeCreate() { throw new TypeError('refused'); } }";
  writeFileSync(path, rules.replace('Rules = {}', refusing));
  assert.notEqual(readFileSync(path, 'utf8'), rules);
  const { status, stdout, stderr } = version('release', '--on', '2025-01-01');
  assert.equal(status, 1, stdout);
  assert.match(stderr, /not what was promised, so nothing was frozen:\n +v1\/1\.0\.0/);
  assert.ok(!existsSync(join(service, 'contracts', 'v1', '1.1.0')));
  writeFileSync(path, rules);
  writeFileSync(join(service, 'service.yaml'), before);
  expectSuccess(command(service, ['--yes', '--skip-install']));
});

test('what was added is released as 1.1.0, once the service is generated', () => {
  const more = specification().replace('      age:', '      email: { type: email }\n      age:');
  writeFileSync(join(service, 'service.yaml'), more);
  const early = version('release', '--on', '2025-01-01');
  assert.equal(early.status, 2);
  assert.match(early.stderr, /service-is-current/);
  expectSuccess(command(service, ['--yes', '--skip-install']));
  assert.match(done('release', '--on', '2025-01-01'), /frozen as 1\.1\.0/);
  assert.match(
    contract('SHA256SUMS'),
    / {2}v1\/1\.0\.0\/openapi\.json\n[^]* {2}v1\/1\.1\.0\/openapi\.json\n/,
  );
  expectSuccess(command(service, ['--yes', '--skip-install']));
  const changelog = readFileSync(join(service, 'docs', 'changelog.md'), 'utf8');
  assert.match(changelog, /^## Version 1\.1\.0\n[^]*\.email \| Optional field added/m);
});

test('a version is deprecated, limited, reprieved, deprecated again, and ends', () => {
  done('release', '--next', '2', '--on', '2025-02-01');
  writeFileSync(
    join(service, 'service.yaml'),
    specification().replace(
      / {4}2: \{\}/,
      "    2: { released: '2025-02-01' }\n    3: { released: '2026-02-01' }",
    ),
  );
  done('deprecate', '1', '--sunset', '2027-01-01', '--on', '2026-03-01');
  done('reprieve', '1', '--sunset', '2028-01-01', '--on', '2026-04-01');
  done('limit', '1', '--on', '2027-08-01');
  done('limit', '1', '--read-only', '2027-12-01', '--quota', '20/60s', '--on', '2027-08-01');
  const { status, stderr } = version(
    'reprieve',
    '1',
    '--sunset',
    '2029-01-01',
    '--on',
    '2027-08-02',
  );
  assert.equal(status, 2);
  assert.match(stderr, /\(reprieve\)/);
  done('sunset', '1', '--contract', '--on', '2028-01-01');
  assert.match(done('status', '--on', '2028-01-02').split('\n')[1] ?? '', /^1 {2}contracted/);
  assert.match(specification(), /# as they write it/);
});
