import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { command } from './support/command.ts';
import { temporary } from './support/stub-tools.ts';

const place = temporary();
after(() => place[Symbol.dispose]());
mkdirSync(join(place.path, 'acme'));
writeFileSync(join(place.path, 'acme/kit.yaml'), 'name: acme\n');
mkdirSync(join(place.path, 'desk'));
writeFileSync(
  join(place.path, 'desk/service.yaml'),
  'service: { name: desk }\nresources: { ticket: { fields: { subject: { type: string } } } }\n',
);

/** What a person does wrong, and what the command says: where, what, and what to do. */
const mistakes: readonly (readonly [string, number, RegExp])[] = [
  ['chekc', 1, /chekc: There is no such command, .*\n  Did you mean resource-service check\?/],
  ['order-desk', 1, /There is no terminal to ask questions on.*\n  Give a specification/],
  ['--kit ./acme shop --yes', 2, /1:1  name  unknown key "name"[^]*mistakes in the kit\./],
  ['--kit ./acme shop --yes', 2, /--kit \.\/acme: acme\/kit\.yaml has mistakes\./],
  [
    '--kit acme-kit shop --yes',
    1,
    /There is no kit acme-kit: .*; if it is a package of your team, install it/,
  ],
  [
    'check --destination nowhere',
    2,
    /\.\/nowhere: There is no service\.yaml\.\n.*--destination DIR/,
  ],
  ['explain limits.body --destination nowhere', 1, /\.\/nowhere: There is no service\.yaml\./],
  ['kit outdated --destination nowhere', 2, /\.\/nowhere: There is no service\.yaml\./],
  ['version status --destination nowhere', 1, /\.\/nowhere: There is no service\.yaml\./],
  [
    'version limit 1 --read-only 2099-01-01 --destination desk',
    2,
    /version 1: It is a draft, and only what will end is limited.*\n  Change it in the file/,
  ],
  [
    'version release --next --destination desk',
    1,
    /^--next: Its value is missing\.\n  Write --next LABEL\.\n$/,
  ],
];

for (const [line, status, message] of mistakes) {
  test(`resource-service ${line}: ${String(message)}`, () => {
    const ended = command(place.path, line.split(' '));
    assert.match(ended.stderr, message);
    assert.equal(ended.status, status);
  });
}
