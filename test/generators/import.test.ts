import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const library = fileURLToPath(new URL('../fixtures/openapi/library.yaml', import.meta.url));

test('the specification is written, and the list says what is not in it and where', () => {
  using directory = temporary();
  const run = command(directory.path, ['import', library, '--destination', 'town/library']);
  assert.deepEqual([run.status, run.stderr], [0, '']);
  assert.match(
    run.stdout,
    /dropped +line 154 +\/paths\/~1search\/post\n {2}POST \/search is a verb/,
  );
  assert.match(
    run.stdout,
    /4 resources:\n[^]* copy {2}\/books\/\{id\}\/copies {2}list, create, read, update, delete\n/,
  );
  assert.match(
    run.stdout,
    /\d+ findings: \d+ dropped, \d+ guessed, \d+ renamed, \d+ kept-as-json\./,
  );
  assert.match(
    run.stdout,
    /town\/library\/service\.yaml is written\.[^]*resource-service --destination town\/library\n$/,
  );
  assert.match(
    readFileSync(join(directory.path, 'town/library/service.yaml'), 'utf8'),
    /^service:\n {2}name: town-library$/m,
  );
});

test('a service.yaml that is there is never overwritten, not even through a link', () => {
  using directory = temporary();
  const own = join(directory.path, 'service.yaml');
  writeFileSync(own, 'mine\n');
  for (const options of [[], ['--dry-run']]) {
    const run = command(directory.path, ['import', library, ...options]);
    assert.deepEqual([run.status, run.stdout], [1, '']);
    assert.match(run.stderr, /service\.yaml: It is there already, and is never overwritten\./);
  }
  assert.equal(readFileSync(own, 'utf8'), 'mine\n');
  mkdirSync(join(directory.path, 'linked'));
  symlinkSync(join(directory.path, 'elsewhere'), join(directory.path, 'linked/service.yaml'));
  assert.equal(command(directory.path, ['import', library, '--destination', 'linked']).status, 1);
  assert.equal(existsSync(join(directory.path, 'elsewhere')), false);
});

test('--dry-run shows the specification and writes nothing, and --json is one document', () => {
  using directory = temporary();
  const shown = command(directory.path, ['import', library, '--dry-run']);
  assert.equal(shown.status, 0);
  assert.match(
    shown.stdout,
    /^# yaml-language-server[^]*service\.yaml was not written \(--dry-run\)\.\n$/,
  );
  const run = command(directory.path, ['import', library, '--dry-run', '--json']);
  const { written, file, text, resources, findings, errors } = JSON.parse(run.stdout) as {
    readonly [key: string]: unknown;
    readonly text: string;
    readonly resources: readonly { readonly name: string }[];
    readonly findings: readonly Readonly<Record<string, unknown>>[];
  };
  assert.deepEqual([written, file, errors], [false, 'service.yaml', []]);
  assert.ok(shown.stdout.startsWith(text));
  assert.deepEqual(
    resources.map(({ name }) => name),
    ['book', 'reader', 'loan', 'copy'],
  );
  assert.ok(findings.every((finding) => Object.keys(finding).join() === 'at,line,kind,message'));
  assert.deepEqual(readdirSync(directory.path), []);
});

test('a document of verbs only is refused with the reason, and one that is none with its line', () => {
  using directory = temporary();
  writeFileSync(
    join(directory.path, 'verbs.yaml'),
    'openapi: 3.1.0\npaths:\n  /getCost: { post: { responses: { 200: {} } } }\n',
  );
  const verbs = command(directory.path, ['import', 'verbs.yaml', '--destination', 'out']);
  assert.deepEqual([verbs.status, verbs.stdout], [2, '']);
  assert.match(verbs.stderr, /POST \/getCost is a verb[^]*verbs\.yaml:2: It has no resources/);
  writeFileSync(join(directory.path, 'twice.yaml'), 'openapi: 3.1.0\npaths: {}\npaths: {}\n');
  const twice = command(directory.path, ['import', 'twice.yaml', '--destination', 'out']);
  assert.deepEqual([twice.status, existsSync(join(directory.path, 'out'))], [2, false]);
  assert.match(twice.stderr, /twice\.yaml:3: The key "paths" is written twice/);
});

test('wrong usage is told, and what is named elsewhere says how documents are imported', () => {
  using directory = temporary();
  for (const [args, says] of [
    [['import'], /No document is named\./],
    [['import', 'a', 'b'], /b: One document is imported at a time\./],
    [['import', 'a', '--yes'], /There is no such option\./],
    [['import', 'nowhere.yaml'], /nowhere\.yaml: There is no such file\./],
    [['import', '.'], /Name the file in it: \.\/openapi\.yaml\./],
  ] as const) {
    const run = command(directory.path, args);
    assert.deepEqual([run.status, run.stdout], [1, '']);
    assert.match(run.stderr, says);
  }
  assert.match(
    command(directory.path, ['help', 'import']).stdout,
    /^Usage\n {2}resource-service import FILE/,
  );
  const asSpecification = command(directory.path, [
    '--spec',
    library,
    '--yes',
    '--destination',
    'x',
  ]);
  assert.match(asSpecification.stderr, /resource-service import FILE/);
});
