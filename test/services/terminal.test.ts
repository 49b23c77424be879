import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSpecification } from '../../src/specification/index.ts';
import { tree } from '../support/generated.ts';
import { command, fakeNpm } from '../generators/support/command.ts';
import { temporary } from '../generators/support/stub-tools.ts';
import { openTerminal, skip, type Terminal } from '../generators/support/terminal.ts';

/** The questions of a person who takes every default, each in a chapter that asks something. */
const defaults = [
  ['1 service', 'Take the default?'],
  ['2 resources', 'Take the default?'],
  ['3 states', 'Take the default?'],
  ['4 endpoints', 'Take the default?'],
  ['5 authentication', 'Take the default?'],
  ['6 events', 'Take the default?'],
  ['7 errors', 'Take the default?'],
  ['8 limits', 'Take the default?'],
  ['9 versioning', 'Take the default?'],
  ['the summary', 'Is all of it right?'],
  ['the plan', 'Write to'],
] as const;

/** Paths of files that are not the same in both. */
function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path));
}

/** Takes the default of one chapter; the answer shown tells it from the question of the next. */
async function takeDefault(terminal: Terminal, taken: number): Promise<void> {
  await terminal.press('Take the default?', 'y');
  await terminal.press('Take the default?', 'Enter');
  const answered = () => terminal.history().split('✔ Take the default? Yes').length - 1;
  while (answered() <= taken) await new Promise((resolve) => setTimeout(resolve, 30));
}

test(
  'the whole questionnaire, key by key, gives the same files as its own specification, and fits a narrow terminal',
  { skip },
  async () => {
    using directory = temporary();
    writeFileSync(join(directory.path, 'note'), '');
    const columns = 60;
    await using terminal = openTerminal(directory.path, ['--skip-install'], {}, columns);
    await terminal.answer('Name of the service', 'order-desk');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('Title', 'Enter');
    await terminal.answer('Vendor', 'acme');
    await terminal.answer('Purpose', 'Takes orders.');
    for (const message of ['Domain', 'Public', 'Contact: name', 'Contact: mail', 'Contact: web']) {
      await terminal.press(message, 'Enter');
    }
    await terminal.answer('Licence', 'MIT');

    await terminal.until('2/9 Resources');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.answer('Resource, a noun', 'orders');
    await terminal.until('did you mean "order"?');
    await terminal.press('Resource, a noun', 'BSpace', 'Enter');
    await terminal.answer('Fields of order', 'reference:string!* total:decimal! note:tex?');
    await terminal.until('note:tex?: "tex" is no type; did you mean text?');
    await terminal.press('Fields of order', 'Left', 't', 'Enter');
    await terminal.until('    total      decimal(18,2), required');
    await terminal.answer('Fields of order', 'paid:boolean=false');
    await terminal.until('    paid  boolean, default false');
    await terminal.press('Fields of order', 'Enter');
    await terminal.press('order, 4 fields, /orders', 'Down', 'Enter');
    await terminal.press('Which field?', 'Down', 'Enter');
    await terminal.press('total: change what?', 'Down', 'Down', 'Enter');
    await terminal.answer('description', 'Without tax.');
    await terminal.until('"Without tax."');
    await terminal.press('total: change what?', 'Up', 'Up', 'Enter');
    await terminal.press('order, 4 fields, /orders', 'Enter');
    await terminal.answer('Another resource', 'item');
    await terminal.press('Does item belong', 'Down', 'Enter');
    await terminal.answer('Fields of item', 'sku:string(40)!');
    await terminal.until('    sku  string, required, up to 40 characters');
    await terminal.press('Fields of item', 'Enter');
    await terminal.press('item, 1 field, /orders/{orderId}/items', 'Enter');
    await terminal.until('There: order, item.');
    await terminal.press('Another resource', 'Enter');

    await terminal.until('3/9 States');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('States of', 'Enter');
    await terminal.answer('Transitions of order', 'submit: draft > submitted when totl>=1');
    await terminal.until('did you mean "total"?');
    await terminal.press('Transitions of order', ...Array<string>(4).fill('BSpace'));
    await terminal.answer('Transitions of order', 'al>=1');
    await terminal.until('submit  draft → submitted; when total>=1');
    await terminal.answer('Transitions of order', 'expire: draft > cancelled after P30D');
    await terminal.until('States: draft (initial); final: submitted, cancelled');
    await terminal.press('Transitions of order', 'Enter');
    await terminal.press('Field that holds the state', 'Enter');
    await terminal.press('Record each transition, at /orders/{id}/transitions?', 'y', 'Enter');
    await terminal.press('States of', 'Enter');

    await terminal.until('4/9 Endpoints');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('Representations beside', 'Space', 'Enter');
    await terminal.press('Languages of error messages', 'Down', 'Space', 'Enter');
    await terminal.press('Language for clients', 'Enter');
    await terminal.answer('Origins of web pages', 'http://localhost:5173/');
    await terminal.until('did you mean "http://localhost:5173"?');
    await terminal.press('Origins of web pages', 'BSpace', 'Enter');
    await terminal.press('Endpoints of', 'Down', 'Down', 'Enter');
    await terminal.press('What may clients do?', 'Down', 'Down', 'Down', 'Space', 'Enter');
    await terminal.answer('Most resources on a page', '50');
    await terminal.press('Resources on a page where', 'Enter');
    await terminal.press('Report the total number', 'n', 'Enter');
    await terminal.press('Offer pages by cursor', 'y', 'Enter');
    await terminal.press('Must clients send If-Match', 'y', 'Enter');
    await terminal.press('Filter by', 'Space', 'Enter');
    await terminal.press('Sort by', 'Enter');
    await terminal.answer('Actions of item', 'count async');
    await terminal.until('    count async');
    await terminal.press('Actions of item', 'Enter');
    await terminal.press('Endpoints of', 'Enter');

    await terminal.until('5/9 Authentication');
    await terminal.press('Take the default?', 'n', 'Enter');
    // The key off, and the last one on.
    await terminal.press(
      'How do clients',
      'Space',
      'Down',
      'Down',
      'Down',
      'Down',
      'Space',
      'Enter',
    );
    await terminal.until('6/9 Events');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('Send events about changes?', 'Enter');
    await terminal.press('Which events?', 'Enter');
    await terminal.press('How are they delivered?', 'Down', 'Space', 'Enter');
    await terminal.press('What does an event hold?', 'Down', 'Enter');
    await terminal.press('How long can they be replayed', 'Enter');
    await terminal.until('by webhook; addresses only; kept for P7D');
    await terminal.until('7/9 Errors');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('Status', 'Down', 'Enter');
    await terminal.answer('Problem (code status title', 'out-of-stock 409 Out of stock');
    await terminal.until('    out-of-stock 409 Out of stock');
    await terminal.press('Problem (code status title', 'Enter');
    await terminal.until('8/9 Limits');
    await terminal.press('Take the default?', 'n', 'Enter');
    // Nobody says who they are: one quota is all that there is.
    await terminal.press('Most requests of a client', 'Enter');
    await terminal.press('Most requests of a client in a short time', 'Enter');
    await terminal.press('Header fields that report', 'Enter');
    await terminal.answer('Largest body', '2 MiB');
    await terminal.press('Change other sizes', 'y', 'Enter');
    for (const message of [
      'Longest path',
      'Largest headers',
      'Deepest',
      'Longest time for a',
      'Longest time for its',
      'How long',
    ]) {
      await terminal.press(message, 'Enter');
    }
    await terminal.until('9/9 Versioning');
    await terminal.press('Take the default?', 'n', 'Enter');
    await terminal.press('Where do clients say', 'Enter');
    await terminal.answer('Version', '1: 2026-03-01');
    await terminal.press('Version', 'Enter');

    await terminal.press('Is all of it right?', '5', 'Enter');
    await terminal.press(
      'How do clients',
      'Space',
      'Down',
      'Down',
      'Down',
      'Down',
      'Space',
      'Enter',
    );
    await terminal.answer('Header that carries', 'X-Desk-Key');
    await terminal.answer('Roles, the highest last', 'reader, admin');
    await terminal.press('Who may do what?', 'Down', 'Enter');
    await terminal.answer('Who may (empty: done)', 'order: submit: redaer');
    await terminal.until('did you mean "reader"?');
    await terminal.press('Who may (empty: done)', ...Array<string>(4).fill('BSpace'));
    await terminal.answer('Who may (empty: done)', 'ader');
    await terminal.until('submit: reader');
    await terminal.press('Who may (empty: done)', 'Enter');
    await terminal.answer('Rule (empty: done)', 'order.reference = sub unless admin');
    await terminal.until('    order.reference = sub unless admin');
    await terminal.press('Rule (empty: done)', 'Enter');
    await terminal.until('roles reader, admin; only what');
    await terminal.press('Is all of it right?', 'Enter');
    await terminal.until('files to create');
    await terminal.press('Write to', 'Enter');
    assert.equal(await terminal.ended(), 0, terminal.history());

    const service = join(directory.path, 'order-desk');
    const file = join(service, 'service.yaml');
    const reading = readSpecification(readFileSync(file, 'utf8'), file);
    assert.ok(reading.ok);
    assert.deepEqual(reading.specification, {
      service: { name: 'order-desk', vendor: 'acme', purpose: 'Takes orders.', license: 'MIT' },
      resources: {
        order: {
          fields: {
            reference: { type: 'string', required: true, unique: true },
            total: { type: 'decimal', required: true, description: 'Without tax.' },
            note: { type: 'text', nullable: true },
            paid: { type: 'boolean', default: false },
          },
        },
        item: {
          parent: 'order',
          fields: { sku: { type: 'string', maxLength: 40, required: true } },
        },
      },
      states: {
        order: {
          initial: 'draft',
          history: true,
          transitions: {
            submit: { from: 'draft', to: 'submitted', when: { total: { gte: '1' } } },
            expire: { from: 'draft', to: 'cancelled', after: 'P30D' },
          },
        },
      },
      endpoints: {
        representations: ['json', 'hal'],
        languages: ['en', 'de'],
        origins: ['http://localhost:5173'],
        item: {
          methods: ['list', 'create', 'read', 'update', 'delete'],
          pagination: { maxSize: 50, total: false, cursor: true },
          preconditions: 'required',
          filter: ['sku'],
          actions: { count: { async: true } },
        },
      },
      authentication: {
        apiKey: { header: 'X-Desk-Key' },
        roles: ['reader', 'admin'],
        rules: [{ resource: 'order', field: 'reference', claim: 'sub', unless: ['admin'] }],
        allow: {
          order: {
            read: ['reader', 'admin'],
            create: ['admin'],
            update: ['admin'],
            delete: ['admin'],
            submit: ['reader'],
          },
          item: {
            read: ['reader', 'admin'],
            create: ['admin'],
            update: ['admin'],
            delete: ['admin'],
            count: ['admin'],
          },
        },
      },
      events: { deliver: ['webhook'], data: 'thin' },
      errors: {
        validationStatus: 422,
        codes: { 'out-of-stock': { status: 409, title: 'Out of stock' } },
      },
      limits: { body: '2 MiB' },
      versioning: { versions: { 1: { released: '2026-03-01' } } },
    });
    const lengthOf = (line: string): number => [...line.trimEnd()].length;
    // What is broken between words leaves the last column empty; elsewhere a full line is one that was broken anywhere.
    const full = terminal
      .history()
      .split('\n')
      .filter((line) => lengthOf(line) >= columns);
    assert.deepEqual(full, []);
    const cut = terminal.asked().filter((line) => lengthOf(line) > columns || line.endsWith('…'));
    assert.deepEqual(cut, []);

    const args = ['--spec', file, '--destination', 'again', '--skip-install'];
    assert.equal(command(directory.path, args).status, 0);
    assert.deepEqual(differences(tree(join(directory.path, 'again')), tree(service)), []);
  },
);

for (const [index, [where, message]] of defaults.entries()) {
  test(`Ctrl-C at ${where}: status 130, and nothing is there`, { skip }, async () => {
    using directory = temporary();
    await using terminal = openTerminal(directory.path, ['shop', '--destination', 'shop']);
    for (let taken = 0; taken < Math.min(index, 9); taken += 1) await takeDefault(terminal, taken);
    if (where === 'the plan') await terminal.press('Is all of it right?', 'Enter');
    await terminal.press(message, 'C-c');
    assert.equal(await terminal.ended(), 130);
    assert.match(terminal.history(), /Stopped\. Nothing was written\./);
    assert.ok(terminal.isCursorShown());
    assert.deepEqual(readdirSync(directory.path), []);
  });
}

test('input that ends at a question is not a success', { skip }, async () => {
  using directory = temporary();
  await using terminal = openTerminal(directory.path, []);
  await terminal.press('Name of the service', 'C-d');
  assert.equal(await terminal.ended(), 130);
  assert.deepEqual(readdirSync(directory.path), []);
});

test('a regeneration shows what changes and asks', { skip }, async () => {
  using directory = temporary();
  assert.equal(
    command(directory.path, ['shop', '--yes', '--destination', '.', '--skip-install']).status,
    0,
  );
  const file = join(directory.path, 'service.yaml');
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('name: shop', 'name: shop\n  title: The Shop'),
  );
  const before = tree(directory.path);
  await using left = openTerminal(directory.path, ['--skip-install']);
  await left.until('Rewrite (');
  await left.press('Write to', 'Up', 'Down', 'Down', 'Down', 'Enter');
  assert.equal(await left.ended(), 1);
  assert.deepEqual(differences(tree(directory.path), before), []);
  await using written = openTerminal(directory.path, ['--skip-install']);
  await written.press('Write to', 'Down', 'Enter');
  await written.until('+# The Shop');
  await written.press('Write to', 'Enter');
  assert.equal(await written.ended(), 0);
  assert.match(readFileSync(join(directory.path, 'README.md'), 'utf8'), /The Shop/);
});

test('Ctrl-C while the package manager works leaves the files and says so', { skip }, async () => {
  using directory = temporary();
  using bin = temporary();
  mkdirSync(join(bin.path, 'bin'));
  const environment = fakeNpm(join(bin.path, 'bin'), 'echo working; sleep 30');
  await using terminal = openTerminal(
    directory.path,
    ['shop', '--yes', '--destination', '.'],
    environment,
  );
  await terminal.until('working');
  terminal.send('C-c');
  assert.equal(await terminal.ended(), 130);
  assert.match(terminal.history(), /Stopped while installing; this directory is written/);
  assert.ok(existsSync(join(directory.path, 'service.yaml')));
});
