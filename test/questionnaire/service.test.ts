import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from '../../src/questionnaire/chapters/service.ts';
import { play } from './support/chapters.ts';
import { enter, help, rest } from './support/scripted-ask.ts';

test('the name of the directory is offered, and the rest has defaults', async () => {
  const { draft, ask } = await play(service, {}, [
    ['Name', enter],
    ['Take the default?', enter],
  ]);
  assert.deepEqual(draft.service, { name: 'order-desk' });
  assert.ok(ask.said.includes('1/9 Service  what it is called and how it presents itself'));
  assert.ok(ask.said.includes('  Default: title "Order Desk", vendor order-desk'));
  assert.equal(ask.understood(), '→ order-desk, title "Order Desk", vendor order-desk');
});

test('a directory whose name cannot name a service is made into one that can, or not offered', async () => {
  const named = await play(
    service,
    {},
    [
      ['Name', enter],
      ['Take', enter],
    ],
    {
      facts: { directoryName: 'My Shop' },
    },
  );
  assert.equal(named.draft.service.name, 'my-shop');
  const nameless = await play(
    service,
    {},
    [
      ['Name', { typed: '', refused: /needs a name/, next: 'shop' }],
      ['Take', enter],
    ],
    { facts: { directoryName: '123' } },
  );
  assert.equal(nameless.draft.service.name, 'shop');
});

function taken(name: string): string | undefined {
  return name === 'taken' ? './taken is there' : undefined;
}

test('a name is checked by the rules of the file and by the place that it gives', async () => {
  const { draft } = await play(
    service,
    {},
    [
      [
        'Name',
        {
          typed: 'Order Desk',
          refused: /did you mean "order-desk"/,
          next: { typed: 'taken', refused: /is there/, next: 'order-desk' },
        },
      ],
      ['Take', enter],
    ],
    { facts: { directoryName: '', placeProblem: taken } },
  );
  assert.equal(draft.service.name, 'order-desk');
});

test('a name that was given is not asked for', async () => {
  const { draft } = await play(service, { service: { name: 'clinic' } }, [['Take', enter]]);
  assert.deepEqual(draft.service, { name: 'clinic' });
});

test('every text is asked, checked, and left out where it says what holds anyway', async () => {
  const { draft } = await play(service, {}, [
    ['Name', enter],
    ['Take', false],
    ['Title', enter],
    ['Vendor', { typed: 'Acme Inc', refused: /did you mean "acme-inc"/, next: 'acme' }],
    ['Purpose', 'Takes orders from shops.'],
    ['Domain', enter],
    ['Public address', { typed: 'ftp://x', refused: /https/, next: 'https://api.acme.example' }],
    ['name of a team', 'Order team'],
    ['mail address', { typed: 'x', refused: /mail/, next: 'orders@acme.example' }],
    ['web address', enter],
    ['Licence', 'Apache-2.0'],
  ]);
  assert.deepEqual(draft.service, {
    name: 'order-desk',
    vendor: 'acme',
    purpose: 'Takes orders from shops.',
    baseUrl: 'https://api.acme.example',
    contact: { name: 'Order team', email: 'orders@acme.example' },
    license: 'Apache-2.0',
  });
});

test('the vendor is explained by where clients see it', async () => {
  const { ask } = await play(service, {}, [
    ['Name', enter],
    ['Take', false],
    ['Title', enter],
    ['Vendor, a short name of the company', help],
    ['Vendor', rest],
  ]);
  const said = ask.said.join('\n');
  assert.match(said, /media types {2}application\/vnd\.acme\.v1\+json/);
  assert.match(said, /events {7}com\.acme\.order\.created/);
  assert.match(said, /API keys {5}acme_live_/);
});

test('opened again, it goes straight to its questions with the answers as defaults', async () => {
  const present = { name: 'order-desk', vendor: 'acme', contact: { name: 'Order team' } };
  const all = ['Title', 'Vendor', 'Purpose', 'Domain', 'Public', 'name of', 'mail', 'web', 'Lic'];
  const { draft } = await play(
    service,
    { service: present },
    [['Name', 'shop-desk'], ...all.map((message) => [message, enter] as const)],
    { again: true },
  );
  assert.deepEqual(draft.service, { ...present, name: 'shop-desk' });
});

test('what a terminal would act on is refused where it is typed', async () => {
  await play(service, {}, [
    ['Name', enter],
    ['Take', false],
    ['Title', { typed: 'a\u{9b}31mred', refused: /\\u\{9b\}.*cannot be shown/, next: enter }],
    ...['Vendor', 'Purpose', 'Domain', 'Public', 'name of', 'mail', 'web', 'Lic'].map(
      (message) => [message, enter] as const,
    ),
  ]);
});

test('what would turn a line around is shown as an escape', async () => {
  const title = 'a\u{202e}b';
  const { ask } = await play(service, { service: { name: 'shop', title } }, [['Take', enter]]);
  assert.equal(ask.understood(), String.raw`→ shop, title "a\u{202e}b", vendor shop`);
});
