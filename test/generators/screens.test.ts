import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from './support/stub-tools.ts';
import { openTerminal, skip, type Terminal } from './support/terminal.ts';

/** What a person sees who uses the command for the first time: everything that the terminal showed. */
async function firstUse(terminal: Terminal): Promise<string> {
  const lists: string[] = [];
  await terminal.answer('Name of the service', 'order-desk');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.answer('Title, as people read it', '<');
  await terminal.until('✔ Title, as people read it <');
  await terminal.answer('Take the default? (y/N)', 'n');
  await terminal.until('✔ Take the default? No\n  Type >');
  await terminal.press('Title, as people read it (Order Desk)', 'Enter');
  await terminal.answer('Vendor, a short name', '?');
  await terminal.until('Example:  acme');
  await terminal.answer('Vendor, a short name', 'acne');
  await terminal.answer('Purpose, in a sentence', '<');
  await terminal.press('Vendor, a short name of the company or team behind it (acne)', 'Tab');
  await terminal.press('Vendor', 'BSpace', 'BSpace');
  await terminal.answer('Vendor', 'me');
  await terminal.until('behind it acme\n? Purpose');
  await terminal.answer('Purpose', '>');
  await terminal.until('2/9 Resources');
  await terminal.answer('Take the default? (Y/n)', 'n');
  await terminal.answer('Resource, a noun', 'order');
  await terminal.answer('Fields of order', 'tenantId! total:decimal!');
  await terminal.until('    total     decimal(18,2), required');
  await terminal.answer('Fields of order', 'note:text?');
  await terminal.until('    note  text, nullable');
  await terminal.answer('Fields of order', '<');
  await terminal.press('Fields of order (note:text?)', 'BSpace', 'Enter');
  await terminal.press('order, 2 fields, /orders', '?', 'Enter');
  await terminal.until('  Example:  details of a field');
  await terminal.press('order, 2 fields, /orders', 'Enter');
  await terminal.press('Another resource', 'Enter');
  await terminal.until('3/9 States');
  await terminal.answer('Take the default?', 'y');
  await terminal.until('4/9 Endpoints');
  await terminal.answer('Take the default?', 'y');
  await terminal.until('5/9 Authentication');
  await terminal.answer('Take the default?', 'n');
  lists.push(await listAt(terminal, 'How do clients'));
  await terminal.press('How do clients', 'Enter');
  await terminal.press('Header that carries', 'Enter');
  await terminal.answer('Roles, the highest last', 'reader, admin');
  await terminal.press('Who may do what?', 'Enter');
  await terminal.answer('Rule (empty: done)', '?');
  await terminal.until('    -order.tenantId');
  await terminal.answer('Rule (empty: done)', 'order.tenantId = tenant unless admin');
  await terminal.until('    order.tenantId = tenant unless admin\n? Rule');
  await terminal.answer('Rule (empty: done)', '>');
  await terminal.until('6/9 Events');
  await terminal.answer('Take the default?', '?');
  await terminal.until('  Example:  y');
  await terminal.answer('Take the default?', 'y');
  await terminal.until('7/9 Errors');
  await terminal.answer('Take the default?', 'y');
  await terminal.until('8/9 Limits');
  await terminal.answer('Take the default?', 'n');
  await terminal.answer('Most requests of a client', '500 per 60s');
  await terminal.answer('Most requests of an address', '>');
  await terminal.until('9/9 Versioning');
  await terminal.answer('Take the default?', '<');
  await terminal.until('? Change other sizes and times?');
  await terminal.press('Change other sizes', 'Enter');
  await terminal.until('Take the default? <');
  await terminal.answer('Take the default?', 'y');
  lists.push(await listAt(terminal, 'Is all of it right?'));
  await terminal.press('Is all of it right?', 'Enter');
  lists.push(await listAt(terminal, 'Write to'));
  await terminal.press('Write to', 'Enter');
  assert.equal(await terminal.ended(), 0, terminal.history());
  return [terminal.history(), ...lists].join('\n--- while it was asked\n');
}

/** A list as it stood below its question. */
async function listAt(terminal: Terminal, question: string): Promise<string> {
  await terminal.until(`? ${question}`);
  await terminal.until('⏎');
  const history = terminal.history();
  return history.slice(history.lastIndexOf(`? ${question}`));
}

/** Without what changes with every file that a service has. */
function recordable(history: string): string {
  return history
    .replace(/ +$/gm, '')
    .replace(/^ {2}(?:\S*\/|beside them) +\d+(?: .*)?\n/gm, '')
    .replace(/\d+ files/g, 'N files')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** Lines that the terminal broke itself would be one longer line of the history. */
function longest(screen: string): number {
  return Math.max(...screen.split('\n').map((line) => [...line].length));
}

for (const columns of [80, 120]) {
  test(`first use at ${columns} columns, screen by screen`, { skip }, async () => {
    using directory = temporary();
    writeFileSync(join(directory.path, 'note'), '');
    await using terminal = openTerminal(directory.path, ['--skip-install'], {}, columns);
    const screen = recordable(await firstUse(terminal));
    assert.ok(longest(screen) <= columns);
    const recorded = new URL(`screens/first-use-${columns}.txt`, import.meta.url);
    if (process.env['UPDATE_SCREENS'] === '1') writeFileSync(recorded, `${screen}\n`);
    assert.equal(screen, readFileSync(recorded, 'utf8').trimEnd());
  });
}
