import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { checkService, type CheckResult } from '../../src/check/index.ts';
import { smallestSpecification } from '../../src/questionnaire/index.ts';
import { editSpecification, writeSpecification } from '../../src/specification/index.ts';
import { command } from '../generators/support/command.ts';
import { generate, temporaryDirectory, tree } from '../support/generated.ts';

const text = writeSpecification(smallestSpecification('shop'));
const more = editSpecification(text, [
  { path: ['resources', 'item', 'fields', 'colour'], value: { type: 'string' } },
]);
const pristine = join(temporaryDirectory(), 'shop');
const routes = 'src/resources/item/item.routes.ts';
const schema = 'src/resources/item/item.schema.ts';

before(() => generate(text, pristine));

/** A copy of a service that is current. */
function service(): string {
  const directory = join(temporaryDirectory(), 'shop');
  cpSync(pristine, directory, { recursive: true });
  return directory;
}

function check(destination: string, generator?: string): Promise<CheckResult> {
  const specification = readFileSync(join(destination, 'service.yaml'), 'utf8');
  const input = { text: specification, file: 'service.yaml', destination };
  return generator === undefined ? checkService(input) : checkService(input, generator);
}

function change(root: string, path: string, by: (text: string) => string): void {
  writeFileSync(join(root, path), by(readFileSync(join(root, path), 'utf8')));
}

test('a service as it was generated is current, and nothing is written', async () => {
  const root = service();
  const files = tree(root);
  assert.deepEqual(await check(root), { status: 0, findings: [], edits: [] });
  assert.deepEqual(tree(root), files);
});

test('what a person edited, deleted or moved is no drift, and listed', async () => {
  const root = service();
  change(root, routes, (each) => `${each}\nexport const mine = 1;\n`);
  rmSync(join(root, 'SECURITY.md'));
  mkdirSync(join(root, 'src/own'));
  renameSync(join(root, schema), join(root, 'src/own/shape.ts'));
  await generate(text, root);
  assert.deepEqual(await check(root), {
    status: 0,
    findings: [],
    edits: [
      { path: 'SECURITY.md', what: 'deleted' },
      { path: routes, what: 'edited' },
      { path: schema, what: 'deleted', similar: 'src/own/shape.ts' },
    ],
  });
});

test('a specification that was changed since is drift, by file, sorted', async () => {
  const root = service();
  writeFileSync(join(root, 'service.yaml'), more);
  change(root, routes, (each) => `${each}\nexport const mine = 1;\n`);
  const { status, findings } = await check(root);
  assert.equal(status, 1);
  const places = findings.map(({ where }) => where);
  assert.deepEqual(places, places.toSorted());
  assert.ok(findings.some(({ where, kind }) => where === schema && kind === 'rewrite'));
});

test('a specification with mistakes is invalid, with its place', async () => {
  const root = service();
  writeFileSync(join(root, 'service.yaml'), `${text}nonsense: 1\n`);
  const { status, findings } = await check(root);
  assert.equal(status, 2);
  assert.match(findings[0]?.where ?? '', /^service\.yaml:\d+:1/);
});

test('a conflict is 2', async () => {
  const root = service();
  const length = { path: ['resources', 'item', 'fields', 'name', 'maxLength'], value: 77 };
  writeFileSync(join(root, 'service.yaml'), editSpecification(text, [length]));
  change(root, schema, (each) =>
    each.replace(/^ {2}name: .*$/m, '  name: Type.String({ maxLength: 11 }),'),
  );
  const { status, findings } = await check(root);
  assert.deepEqual([status, findings.some(({ kind }) => kind === 'conflict')], [2, true]);
});

test('a lock or pristine texts that are missing, damaged or do not fit are drift', async () => {
  for (const [file, by] of [
    ['lock', undefined],
    ['bases', undefined],
    ['lock', (each: string) => `${each}<<<<<<< ours\n`],
    ['bases', (each: string) => each.replace(/ [A-Za-z0-9+/]{8}/, ' AAAAAAAA')],
    ['lock', (each: string) => each.replace(/# specification .*/, '# specification 0')],
  ] as const) {
    const root = service();
    const path = join('.resource-service', file);
    if (by === undefined) rmSync(join(root, path));
    else change(root, path, by);
    const { status, findings } = await check(root);
    assert.deepEqual([status, findings.every(({ kind }) => kind === 'records')], [1, true], file);
    assert.ok(findings.length > 0);
  }
});

test('another version of the generator is drift, and both are named', async () => {
  for (const version of ['0.0.1', '99.0.0']) {
    const { status, findings } = await check(service(), version);
    assert.equal(status, 1);
    assert.match(findings[0]?.message ?? '', new RegExp(`0\\.1\\.0.*${version}`));
  }
});

test('the command ends with the status and prints one JSON document', () => {
  const root = service();
  change(root, routes, (each) => `${each}\nexport const mine = 1;\n`);
  const current = command(root, ['check', '--edits']);
  assert.equal(current.status, 0, current.stderr);
  assert.match(current.stdout, new RegExp(`By hand \\(1\\)\n {2}${routes}: edited`));
  writeFileSync(join(root, 'service.yaml'), more);
  const drift = command(pristine, ['check', '--json', '--destination', root]);
  assert.equal(drift.status, 1, drift.stderr);
  const document = JSON.parse(drift.stdout) as { exitStatus: number; findings: unknown[] };
  assert.equal(document.exitStatus, 1);
  assert.ok(document.findings.length > 0);
  assert.equal(drift.stdout.includes(root), false, 'the same in every directory');
  for (const args of [
    ['check', '--edit'],
    ['check', 'here'],
    ['check', '--destination', '/nowhere'],
  ]) {
    const { status, stderr } = command(root, args);
    assert.equal(status, 2, args.join(' '));
    assert.notEqual(stderr, '');
  }
  const help = command(root, ['help', 'check']);
  assert.deepEqual(
    [help.status, help.stdout.startsWith('Usage\n  resource-service check')],
    [0, true],
  );
});

test('a change that breaks a released version is found with the place in the specification', async () => {
  const root = join(temporaryDirectory(), 'shop');
  const released = editSpecification(text, [
    { path: ['versioning'], value: { versions: { '1': { released: '2024-01-01' } } } },
  ]);
  await generate(released, root);
  change(root, 'service.yaml', (each) =>
    editSpecification(each, [
      { path: ['resources', 'item', 'fields', 'name', 'maxLength'], value: 7 },
    ]),
  );
  const { status, findings } = await check(root);
  assert.equal(status, 2);
  assert.deepEqual([...new Set(findings.map(({ kind }) => kind))], ['breaking']);
  assert.match(
    findings.map(({ message }) => message).join('\n'),
    /C02@resources\.item\.fields\.name\.maxLength/,
  );
});

test('a deprecated feature past its sunset is a reminder, and no finding', async () => {
  const root = join(temporaryDirectory(), 'shop');
  const deprecated = { since: '2026-01-01', sunset: '2026-07-01' };
  const specification = editSpecification(text, [
    { path: ['resources', 'item', 'fields', 'colour'], value: { type: 'string', deprecated } },
  ]);
  await generate(specification, root);
  const input = { text: specification, file: 'service.yaml', destination: root };
  const on = (day: string) => checkService({ ...input, now: new Date(`${day}T12:00:00Z`) });
  assert.deepEqual(await on('2026-06-30'), { status: 0, findings: [], edits: [] });
  const { status, findings, reminders = [] } = await on('2026-07-01');
  assert.deepEqual([status, findings], [0, []]);
  assert.deepEqual(
    reminders.map(({ where }) => where),
    ['service.yaml (field:item.colour)'],
  );
  assert.match(reminders[0]?.message ?? '', /its sunset was on 2026-07-01.*new version/);
});
