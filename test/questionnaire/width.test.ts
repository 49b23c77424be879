import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authentication } from '../../src/questionnaire/chapters/authentication.ts';
import { states } from '../../src/questionnaire/chapters/states.ts';
import { askOn } from '../../src/questionnaire/index.ts';
import { wrap } from '../../src/questionnaire/printable.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter, help, rest, type Step } from './support/scripted-ask.ts';

for (const columns of [40, 80, 120]) {
  test(`at ${columns} columns no line is longer, and none is cut`, async () => {
    const access: readonly Step[] = [
      ['Take', false],
      ['How do clients', ['api-key', 'jwt', 'oauth2', 'basic']],
      ['Header', help],
      ['Header', enter],
      ['JWT: who', 'https://id.acme.example/shops'],
      ['JWT: what', help],
      ['JWT: what', enter],
      ['OAuth 2.0: who', 'https://login.example'],
      ['OAuth 2.0: what', enter],
      ['OAuth 2.0: scopes', help],
      ['OAuth 2.0: scopes', enter],
      ['Are there tokens', help],
      ['Are there tokens', enter],
      ['Roles', 'reader, writer, approver, auditor, administrator'],
      ['Who may do what?', 'lines'],
      ['Who may', help],
      ['Who may', enter],
      ['Rule', help],
      ['Rule', rest],
    ];
    await play(authentication, orderDesk, access, { columns });
    const machine: readonly Step[] = [
      ['Take', false],
      ['States of', 'order'],
      ['Transitions', help],
      ['Transitions', 'submit: draft > submitted when total>=1 with reason:string(200)!'],
      ['Transitions', enter],
      ['Field that holds', enter],
      ['Record each', help],
      ['Record each', enter],
      ['States of', enter],
    ];
    await play(states, orderDesk, machine, { columns });
  });
}

test('a wide terminal shows on one line what a narrow one breaks, and none cuts it', async () => {
  const script = [
    ['Take', false],
    ['How do clients', ['jwt', 'basic']],
    ['JWT: who', 'https://id.acme.example'],
    ['JWT: what', rest],
  ] as const;
  const wide = await play(authentication, orderDesk, script, { columns: 120 });
  assert.ok(
    wide.ask.said.includes('  → a token of https://id.acme.example, or a name and a password'),
  );
  const narrow = await play(authentication, orderDesk, script, { columns: 40 });
  assert.equal(wide.ask.understood(), narrow.ask.understood());
  assert.doesNotMatch(narrow.ask.said.join('\n'), /…$/m);
});

test('a terminal that is made wider between two questions is filled', () => {
  const printed: string[] = [];
  let columns: number | undefined = 30;
  const ask = askOn({
    prompt: () => Promise.reject(new Error('asks nothing')),
    print: (text) => void printed.push(text),
    columns: () => columns,
  });
  const line = '  reference  string, required, unique, up to 255 characters';
  ask.say(line);
  columns = 100;
  ask.say(line);
  columns = undefined;
  ask.say(line);
  assert.deepEqual(printed, [
    '  reference  string,\n',
    '             required,\n',
    '             unique, up to\n',
    '             255 characters\n',
    `${line}\n`,
    `${line}\n`,
  ]);
});

test('lines are broken between words, at styles that take no room, and below their column', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', '  three']);
  assert.deepEqual(wrap('', 7), ['']);
  assert.deepEqual(wrap('    indented', 7), ['    indented']);
  assert.deepEqual(wrap('\u{1b}[1mbold\u{1b}[22m text', 9), ['\u{1b}[1mbold\u{1b}[22m text']);
  assert.deepEqual(wrap('when  conditions that all hold', 20), [
    'when  conditions',
    '      that all hold',
  ]);
  assert.deepEqual(wrap('  a list    of words', 12), ['  a list', '    of words']);
});
