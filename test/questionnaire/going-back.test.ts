import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authentication } from '../../src/questionnaire/chapters/authentication.ts';
import { limits } from '../../src/questionnaire/chapters/limits.ts';
import { resources } from '../../src/questionnaire/chapters/resources.ts';
import { service } from '../../src/questionnaire/chapters/service.ts';
import { type Ask, type Question } from '../../src/questionnaire/index.ts';
import { runQuestionnaire } from '../../src/questionnaire/questionnaire.ts';
import { reviewAnswers } from '../../src/questionnaire/summary.ts';
import type { Specification } from '../../src/specification/index.ts';
import { facts, orderDesk, play } from './support/chapters.ts';
import { back, enter, help, rest, scripted, type Step } from './support/scripted-ask.ts';

/** A person who answers something in every chapter. */
const everything: readonly Step[] = [
  ['Name of the service', 'order-desk'],
  ['Take the default?', false],
  ['Title', 'The Desk'],
  ['Vendor', 'acme'],
  ['Purpose', 'Takes orders.'],
  ['Domain', enter],
  ['Public address', enter],
  ['name of a team', 'Order team'],
  ['mail address', enter],
  ['web address', enter],
  ['Licence', 'MIT'],
  ['Take the default?', false],
  ['Resource, a noun', 'order'],
  ['Fields of order', 'tenantId! total:decimal!'],
  ['Fields of order', 'note:text?'],
  ['Fields of order', enter],
  ['order, 3 fields', 'details'],
  ['Which field?', 'total'],
  ['total: change what?', 'description'],
  ['description', 'Without tax.'],
  ['total: change what?', ':done'],
  ['order, 3 fields', enter],
  ['Another resource', 'item'],
  ['Does item belong', 'order'],
  ['Fields of item', 'sku!'],
  ['Fields of item', enter],
  ['item, 1 field', enter],
  ['Another resource', enter],
  ['Take the default?', false],
  ['States of', 'order'],
  ['Transitions of order', 'submit: draft > submitted when total>=1'],
  ['Transitions of order', 'reopen: submitted > draft'],
  ['Transitions of order', enter],
  ['State of a new resource', 'submitted'],
  ['Field that holds', 'phase'],
  ['Record each transition', true],
  ['States of', enter],
  ['Take the default?', false],
  ['Representations beside', ['hal', 'html']],
  ['Languages', ['en', 'de']],
  ['Language for', 'de'],
  ['Origins', 'https://shop.acme.example'],
  ['Endpoints of', 'item'],
  ['What may clients do?', ['list', 'create', 'read', 'update']],
  ['Most resources on', '50'],
  ['Resources on a page', '10'],
  ['Report the total', false],
  ['Offer pages by cursor', true],
  ['Must clients send If-Match', true],
  ['Filter by', []],
  ['Sort by', ['createdAt']],
  ['Actions of item', 'count async'],
  ['Actions of item', enter],
  ['Endpoints of', enter],
  ['Take the default?', false],
  ['How do clients', ['api-key', 'oauth2']],
  ['Header that carries', 'X-Desk-Key'],
  ['OAuth 2.0: who makes', 'https://login.example'],
  ['OAuth 2.0: what tokens', enter],
  ['OAuth 2.0: scopes', 'orders:read'],
  ['Are there tokens', true],
  ['Roles', 'reader, admin'],
  ['Who may do what?', 'lines'],
  ['Who may', 'order: submit: reader'],
  ['Who may', enter],
  ['Rule', 'order.tenantId = tenant unless admin'],
  ['Rule', enter],
  ['Take the default?', false],
  ['Send events', true],
  ['Which events?', ['order.created', 'order.submitted']],
  ['How are they delivered?', ['stream']],
  ['What does an event', 'thin'],
  ['How long', 'P3D'],
  ['Take the default?', false],
  ['Status', '422'],
  ['Problem (code status', 'out-of-stock 409 Out of stock'],
  ['Problem (code status', enter],
  ['Take the default?', false],
  ['Most requests of a client', '500 per 60s'],
  ['Most requests of an address', enter],
  ['Most requests of a client in a short time', enter],
  ['Header fields that report', enter],
  ['Largest body', '2 MiB'],
  ['Change other sizes', true],
  ['Longest path', enter],
  ['Largest headers', enter],
  ['Deepest', '16'],
  ['Longest time for a request', enter],
  ['Longest time for its headers', enter],
  ['How long an idle', '70s'],
  ['Take the default?', false],
  ['Where do clients say', 'header'],
  ['Version', '1: 2025-03-01'],
  ['Version', '2'],
  ['Version', enter],
  ['Clients that name', '1'],
];
const review: Step = ['Is all of it right?', 'on'];

async function answered(script: readonly Step[]): Promise<Specification | undefined> {
  const ask = scripted([...script, review], 300);
  const specification = await runQuestionnaire(ask, {}, facts);
  ask.finish();
  return specification;
}

test('one question back, from any question, and Enter: every answer is kept', async () => {
  const straight = await answered(everything);
  assert.ok(straight !== undefined);
  for (const index of everything.keys()) {
    if (index === 0) continue;
    const at = (position: number): string => everything[position]?.[0] ?? '';
    const detour: Step[] = [
      [at(index), back],
      [at(index - 1), enter],
    ];
    const script = [...everything.slice(0, index), ...detour, ...everything.slice(index)];
    assert.deepEqual(await answered(script), straight, `back at ${index}: ${at(index)}`);
  }
});

test('all the way back and forward again: every answer is kept', async () => {
  const messages = everything.map(([message]) => message);
  const there = messages.slice(1).map((message): Step => [message, back]);
  const again = messages.slice(0, -1).map((message): Step => [message, enter]);
  const script = [
    ...everything.slice(0, -1),
    ...there.toReversed(),
    ...again,
    ...everything.slice(-1),
  ];
  assert.deepEqual(await answered(script), await answered(everything));
});

test('a question is gone back to, answered otherwise, and the answers behind it stay', async () => {
  const { draft, ask } = await play(service, {}, [
    ['Name', 'order-desk'],
    ['Take', false],
    ['Title', 'The Desk'],
    ['Vendor', 'acne'],
    ['Purpose', 'Takes orders.'],
    ['Domain', back],
    ['Purpose', back],
    ['Vendor', 'acme'],
    ['Purpose', enter],
    ['Domain', rest],
  ]);
  assert.deepEqual(draft.service, {
    name: 'order-desk',
    title: 'The Desk',
    vendor: 'acme',
    purpose: 'Takes orders.',
  });
  // What was shown before is not shown once more.
  assert.equal(ask.said.filter((line) => line.startsWith('  Default: ')).length, 1);
});

test('a line that was typed is taken back, and the others stay', async () => {
  const { draft } = await play(resources, {}, [
    ['Take', false],
    ['Resource', 'order'],
    ['Fields', 'a:string'],
    ['Fields', 'b:string'],
    ['Fields', back],
    ['Fields', 'c:string'],
    ['Fields', enter],
    ['order, 2 fields', enter],
    ['Another', enter],
  ]);
  assert.deepEqual(Object.keys(draft.resources['order']?.fields ?? {}), ['a', 'c']);
});

test('before the first question of all there is nothing', async () => {
  const ask = scripted([
    ['Name', { typed: '<', refused: /not lower-case/, next: 'shop' }],
    ...Array.from({ length: 9 }, (): Step => ['Take', true]),
    review,
  ]);
  assert.deepEqual((await runQuestionnaire(ask, {}, facts))?.service, { name: 'shop' });
  ask.finish();
});

test('out of a chapter that was opened again, one goes back to the summary', async () => {
  const ask = scripted([
    ['Is all of it right?', '7'],
    ['Most requests of a client', '500 per 60s'],
    ['Most requests of an address', back],
    ['Most requests of a client', back],
    review,
  ]);
  assert.deepEqual(await reviewAnswers(ask, orderDesk, facts), orderDesk);
  ask.finish();
});

test('every question explains itself with an example, and is asked again', async () => {
  const script = everything.flatMap(([message, deed]): Step[] => [
    [message, help],
    [message, deed],
  ]);
  const ask = scripted([...script, ['Is all of it right?', help], review]);
  const specification = await runQuestionnaire(ask, {}, facts);
  ask.finish();
  assert.deepEqual(specification, await answered(everything));
  const examples = ask.said.filter((line) => /^ {2}Examples?:/.test(line));
  assert.equal(examples.length, everything.length + 1);
});

/** What is refused because the service of this test has other names, types and versions than the example. */
const names = /there is no|is of the type|versions are numbers|are all numbers/i;

test('the examples of what is typed have the form that is asked for', async () => {
  const script = everything.flatMap(([message, deed]): Step[] => [
    [message, help],
    [message, deed],
  ]);
  const ask = scripted([...script, review], 300);
  const refused: string[] = [];
  let seen = 0;
  async function prompt(questions: readonly Question[]): ReturnType<Ask['prompt']> {
    const shown = ask.said.slice(seen);
    const title = shown.findIndex((line) => /^ {2}Examples?:/.test(line));
    for (const question of questions) {
      if (question.type !== 'input' || title === -1) continue;
      const examples = shown.slice(title).map((line) => line.replace(/^ {2}Examples?:/, '').trim());
      for (const example of examples.filter((each) => each !== '')) {
        const problem = question.validate(example.replace(/^([yn]) .*/, '$1'));
        const isForeign = problem !== true && names.test(problem);
        if (problem !== true && !isForeign) refused.push(`${example}: ${problem}`);
      }
    }
    seen = ask.said.length;
    return ask.prompt(questions);
  }
  await runQuestionnaire({ ...ask, prompt }, {}, facts);
  ask.finish();
  assert.deepEqual(refused, []);
});

test('limits: the rest by default', async () => {
  const { draft, ask } = await play(limits, orderDesk, [
    ['Take', false],
    ['Most requests of a client', '500 per 60s'],
    ['Most requests of an address', rest],
  ]);
  assert.deepEqual(draft.limits, { default: { requests: 500, per: '60s' } });
  assert.ok(ask.said.includes('✔ Largest body of a request 1 MiB'));
  assert.ok(ask.said.includes('✔ Header fields that report the quota RateLimit'));
});

test('limits: the rest of what was answered before is not lost by taking defaults', async () => {
  const { draft } = await play(limits, orderDesk, [
    ['Take', false],
    ['Most requests of a client', enter],
    ['Most requests of an address', enter],
    ['Most requests of a client in a short time', enter],
    ['Header fields that report', enter],
    ['Largest body', '2 MiB'],
    ['Change other sizes', back],
    ['Largest body', back],
    ['Header fields that report', back],
    ['Most requests of a client in a short time', back],
    ['Most requests of an address', '40 per 60s'],
    ['Most requests of a client in a short time', enter],
    ['Header fields that report', enter],
    ['Largest body', rest],
  ]);
  assert.deepEqual(draft.limits, { anonymous: { requests: 40, per: '60s' }, body: '2 MiB' });
});

test('authentication: the rest by default, except what has none', async () => {
  const { draft, ask } = await play(authentication, orderDesk, [
    ['Take', false],
    ['How do clients', ['jwt', 'basic']],
    ['JWT: who makes', rest],
    ['JWT: who makes', 'https://id.example'],
  ]);
  assert.deepEqual(draft.authentication, {
    mechanisms: ['jwt', 'basic'],
    jwt: { issuer: 'https://id.example', audience: 'order-desk' },
  });
  assert.ok(ask.said.includes('  This question has no default.'));
  const ranked = await play(authentication, orderDesk, [
    ['Take', false],
    ['How do clients', enter],
    ['Header', enter],
    ['Roles', 'reader, admin'],
    ['Who may do what?', rest],
  ]);
  assert.deepEqual(ranked.draft.authentication?.allow?.['order'], {
    read: ['reader', 'admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
  });
});

test('a key that ticks everything ticks no sign', async () => {
  const { draft } = await play(
    authentication,
    orderDesk,
    [
      [
        'How do clients',
        { ticked: ['none', 'basic', '?', '<', '>'], refused: /alone/, next: help },
      ],
      ['How do clients', ['none']],
    ],
    { again: true },
  );
  assert.deepEqual(draft.authentication, { mechanisms: ['none'] });
});
