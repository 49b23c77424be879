import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { freezeSpecification } from '../../src/evolution/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const old = `service: { name: desk }
resources:
  order:
    fields:
      title: { type: string, maxLength: 60 }
      note: { type: text }
`;

const document = `openapi: 3.1.0
info: { title: Desk, version: 1.0.0 }
paths:
  /orders/{id}:
    get:
      responses:
        200:
          content:
            application/json:
              schema:
                type: object
                required: [total]
                properties:
                  total: { type: string, maxLength: 60 }
`;

/** Runs `classify` on two texts. */
function classified(was: string, is: string, ...options: readonly string[]) {
  using directory = temporary();
  writeFileSync(join(directory.path, 'old.yaml'), was);
  writeFileSync(join(directory.path, 'new.yaml'), is);
  const run = command(directory.path, ['classify', 'old.yaml', 'new.yaml', ...options]);
  assert.deepEqual(readdirSync(directory.path), ['new.yaml', 'old.yaml'], 'it wrote something');
  return run;
}

test('the exit status is the verdict', () => {
  const verdicts = [
    [old, 0, /Nothing changed that clients could notice/],
    [`${old}      remark: { type: string }\n`, 0, /pass +F01 +resources\.order\.fields\.remark/],
    [old.replace('60', '80'), 1, /review +C03[^]*from 60 to 80[^]*acknowledge it/],
    [old.replace('60', '40'), 2, /version +C02[^]*from 60 to 40[^]*new version/],
  ] as const;
  for (const [is, status, says] of verdicts) {
    const run = classified(old, is);
    assert.deepEqual([run.status, run.stderr], [status, '']);
    assert.match(run.stdout, says);
  }
});

test('--json prints the changes in their order, with the same members always', () => {
  const is = old.replace('60', '40').replace(/ +note.*\n/, '');
  const run = classified(old, is, '--json');
  const { changes, verdict, ...others } = JSON.parse(run.stdout) as {
    readonly changes: readonly Readonly<Record<string, string>>[];
    readonly verdict: string;
  };
  assert.deepEqual([run.status, run.stderr, verdict, others], [2, '', 'version', {}]);
  assert.deepEqual(
    changes.map(({ id, path }) => [id, path]),
    [
      ['F06', 'resources.order.fields.note'],
      ['C02', 'resources.order.fields.title.maxLength'],
    ],
  );
  const { message = '', ...rest } = changes[1] ?? {};
  assert.deepEqual(rest, {
    id: 'C02',
    path: 'resources.order.fields.title.maxLength',
    change: 'maxLength lowered',
    request: 'edge-case',
    response: 'non-breaking',
    class: 'edge-case',
    action: 'version',
    lens: 'not-bridgeable',
  });
  assert.match(message, /^maxLength lowered, from 60 to 40\. Requests with longer values/);
  assert.equal(classified(old, is, '--json').stdout, run.stdout);
});

test('what the newer file says it renamed is a renamed thing, and neither one removed nor one added', () => {
  const is = old.replace('title: { type: string', 'heading: { renamedFrom: title, type: string');
  const run = classified(old, is);
  assert.equal(run.status, 2);
  assert.match(
    run.stdout,
    /^version +F20 +resources\.order\.fields\.heading\n.*from title to\s+heading/,
  );
  assert.match(run.stdout, /\n1 change: 1 for a new version/);
});

test('how older clients are kept is said of the change at hand, as the draft of a step keeps them', () => {
  const machine = `states:
  order:
    initial: open
    transitions:
      ship: { from: open, to: sent }
      lose: { from: sent, to: lost }
      drop: { from: open, to: lost }
events: { emit: [order.sent, order.updated, order.lost] }
`;
  const lenses = (is: string) => {
    const { stdout } = classified(`${old}${machine}`, `${old}${is}`, '--json');
    const { changes } = JSON.parse(stdout) as { readonly changes: Record<string, string>[] };
    const told = new Set(['S03', 'S07', 'S09', 'V02', 'V14']);
    return changes.filter(({ id = '' }) => told.has(id)).map(({ id, lens }) => `${id} ${lens}`);
  };
  const value = 'automatic-with-one-declared-value';
  // Draft asks what became of the state and of the events.
  assert.deepEqual(lenses(machine.replaceAll('sent', 'gone').replace('updated', 'created')), [
    `V14 ${value}`,
    `V02 ${value}`,
    `S07 ${value}`,
    `S09 ${value}`,
  ]);
  assert.deepEqual(lenses(machine.replaceAll('open', 'fresh')), [
    `S03 ${value}`,
    `S07 ${value}`,
    `S07 ${value}`,
  ]);
  // Draft withdraws the events, and nothing leads a row into the state of before.
  assert.deepEqual(lenses(machine.replace('order.sent, order.updated, ', '')), [
    'V14 not-bridgeable',
    'V02 not-bridgeable',
  ]);
  assert.deepEqual(lenses(machine.replace('from: open, to: lost', 'from: open, to: sent')), [
    'S09 hook',
  ]);
});

test('a frozen specification is compared as well', () => {
  const reading = readSpecification(old, 'old.yaml');
  assert.ok(reading.ok);
  const run = classified(freezeSpecification(reading.resolved), old.replace('60', '40'));
  assert.equal(run.status, 2);
  assert.match(run.stdout, /C02/);
  assert.equal(classified(freezeSpecification(reading.resolved), old).status, 0);
});

test('two OpenAPI documents are compared by the same rows, in YAML and in JSON', () => {
  const verdicts = [
    [document, 0, /Nothing changed that clients could notice/],
    [document.replaceAll('id}', 'order}'), 0, /pass +R06 +paths\.\/orders\/\{order\}\n/],
    [document.replace('60', '80'), 1, /review +C03[^]*from 60 to 80[^]*acknowledge it/],
    [document.replace('string', 'integer'), 2, /version +T07[^]*total\.type\n[^]*Take it back/],
    [JSON.stringify(parse(document.replace('[total]', '[]'))), 2, /version +Q04/],
    [document.replace('3.1.0', '3.0.3'), 0, /pass +O09/],
  ] as const;
  for (const [is, status, says] of verdicts) {
    const run = classified(document, is);
    assert.deepEqual([run.status, run.stderr], [status, '']);
    assert.match(run.stdout, says);
  }
  const run = classified(document, document.replace('60', '80'), '--json');
  const { changes, verdict } = JSON.parse(run.stdout) as { changes: object[]; verdict: string };
  assert.equal(verdict, 'review');
  assert.deepEqual(changes.map(Object.keys), [
    ['id', 'path', 'change', 'request', 'response', 'class', 'action', 'lens', 'message'],
  ]);
});

test('no text of a document acts on the terminal', () => {
  const hostile = JSON.stringify('a\u001B]0;b\u0007\n\u202Ec').replaceAll("'", '');
  const is = document
    .replace('total: {', `${hostile}: {`)
    .replace('title: Desk', `title: ${hostile}`)
    .replace('/orders', '"/orders')
    .replace('{id}:', '{id}\\nversion\\e[2J":');
  const run = classified(document, is);
  assert.equal(run.status, 2);
  assert.match(run.stdout, /R01 {2}paths\.\/orders\/\{id\}\\u\{a\}version\\u\{1b\}\[2J\n/);
  assert.doesNotMatch(run.stdout + run.stderr, /[\u0000-\u0009\u000B-\u001F\u202E]/);
});

test('what cannot be compared has a status of its own, and says why', () => {
  const refused = [
    [old, document, /new\.yaml: It is an OpenAPI document, and old\.yaml is a service\.yaml/],
    [document, old, /new\.yaml: It is a service\.yaml, and old\.yaml is an OpenAPI document/],
    [
      document,
      document.replace('3.1.0', '3.2.0'),
      /new\.yaml:1: .*OpenAPI "3\.2\.0"; 3\.0 and 3\.1/,
    ],
    [document, document.replace('type: string', '$ref: other.yaml'), /new\.yaml:14: .*leads out/],
    [document, 'asyncapi: 3.0.0\n', /new\.yaml:1: .*AsyncAPI/],
  ] as const;
  for (const [was, is, says] of refused) {
    const run = classified(was, is);
    assert.deepEqual([run.status, run.stdout], [3, '']);
    assert.match(run.stderr, says);
  }
  const json = classified(old, '{"swagger": "2.0"}', '--json');
  assert.equal(json.status, 3);
  assert.match(json.stdout, /"verdict": null[^]*It is a document of Swagger/);
  const wrong = classified(old, old.replace('string', 'strnig'));
  assert.equal(wrong.status, 3);
  assert.match(wrong.stderr, /new\.yaml:5:.*strnig/);
  const usage = [
    [[], /No file is named/],
    [['old.yaml'], /file to compare it with is missing/],
    [['missing.yaml', 'other.yaml'], /missing\.yaml: There is no such file/],
    [['a', 'b', 'c'], /Two files are compared/],
    [['a', 'b', '--jsno'], /Did you mean --json/],
  ] as const;
  using directory = temporary();
  for (const [args, says] of usage) {
    const run = command(directory.path, ['classify', ...args]);
    assert.equal(run.status, 3);
    assert.match(run.stderr, says);
  }
});

test('the help says what the exit status means', () => {
  for (const args of [
    ['classify', '--help'],
    ['help', 'classify'],
  ]) {
    const { status, stdout } = command('/', args);
    assert.equal(status, 0);
    assert.match(stdout, /0 {2}pass[^]*1 {2}review[^]*2 {2}version[^]*3 {2}wrong usage/);
  }
});
