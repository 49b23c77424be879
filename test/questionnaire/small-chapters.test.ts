import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authentication } from '../../src/questionnaire/chapters/authentication.ts';
import { errors } from '../../src/questionnaire/chapters/errors.ts';
import { events } from '../../src/questionnaire/chapters/events.ts';
import { limits } from '../../src/questionnaire/chapters/limits.ts';
import { states } from '../../src/questionnaire/chapters/states.ts';
import { versioning } from '../../src/questionnaire/chapters/versioning.ts';
import { orderDesk, play } from './support/chapters.ts';
import { enter } from './support/scripted-ask.ts';

for (const chapter of [states, authentication, events, errors, limits, versioning]) {
  test(`${chapter.part} shows its defaults, takes them, and they are not written down`, async () => {
    const { draft, ask } = await play(chapter, orderDesk, [['Take the default?', enter]]);
    assert.deepEqual(draft, orderDesk);
    assert.ok(ask.said.some((line) => line.startsWith('  Default: ')));
    assert.match(ask.understood(), /^→ /);
  });
}

const everythingToEverybody = [
  ['Roles', enter],
  ['Who may do what?', enter],
  ['Rule', enter],
] as const;

test('authentication: an API key in a header of its own', async () => {
  const { draft, ask } = await play(authentication, orderDesk, [
    ['Take', false],
    ['How do clients', ['api-key']],
    ['Header', { typed: 'Authorization', refused: /Authorization/, next: 'X-Desk-Key' }],
    ...everythingToEverybody,
  ]);
  assert.deepEqual(draft.authentication, { apiKey: { header: 'X-Desk-Key' } });
  assert.equal(ask.understood(), '→ an API key in the header X-Desk-Key');
});

test('authentication: none, and back again', async () => {
  const open = await play(authentication, orderDesk, [
    ['Take', false],
    ['How do clients', ['none']],
  ]);
  assert.deepEqual(open.draft.authentication, { mechanisms: ['none'] });
  const closed = await play(
    authentication,
    open.draft,
    [['How do clients', ['api-key']], ['Header', enter], ...everythingToEverybody],
    { again: true },
  );
  assert.equal(closed.draft.authentication, undefined);
});

test('authentication: tokens of two issuers and passwords, side by side', async () => {
  const { draft, ask } = await play(authentication, orderDesk, [
    ['Take', false],
    ['How do clients', ['jwt', 'oauth2', 'basic']],
    [
      'JWT: who makes',
      { typed: 'http://id.example', refused: /https/, next: 'https://id.example' },
    ],
    ['JWT: what tokens', enter],
    ['OAuth 2.0: who makes', 'https://login.example'],
    ['OAuth 2.0: what tokens', 'desk'],
    ['OAuth 2.0: scopes', 'orders:read orders:write'],
    ['Are there tokens', true],
    ...everythingToEverybody,
  ]);
  assert.deepEqual(draft.authentication, {
    mechanisms: ['jwt', 'oauth2', 'basic'],
    jwt: { issuer: 'https://id.example', audience: 'order-desk' },
    oauth2: {
      issuer: 'https://login.example',
      audience: 'desk',
      scopes: ['orders:read', 'orders:write'],
      introspection: true,
    },
  });
  assert.equal(
    ask.understood(),
    '→ a token of https://id.example, or OAuth 2.0 with https://login.example, or a name and a password',
  );
});

test('errors: the status and problems of its own, one on a line', async () => {
  const { draft, ask } = await play(errors, orderDesk, [
    ['Take', false],
    ['Status', '422'],
    [
      'Problem (code',
      { typed: 'credit', refused: /a code, a status and a title/, next: 'a 409 A' },
    ],
    [
      'Problem (code',
      { typed: 'not-found 404 X', refused: /not-found/, next: 'out-of-stock 409 Gone' },
    ],
    [
      'Problem (code',
      { typed: 'x 200 Fine', refused: /200/, next: 'out-of-stock 409 Out of stock' },
    ],
    ['Problem (code', { typed: '-b', refused: /no problem b/, next: '-a' }],
    ['Problem (code', enter],
  ]);
  assert.deepEqual(draft.errors, {
    validationStatus: 422,
    codes: { 'out-of-stock': { status: 409, title: 'Out of stock' } },
  });
  assert.ok(ask.said.includes('    out-of-stock 409 Out of stock'));
});

test('errors: a title in several languages changes in the default one, and the others stay', async () => {
  const title = { de: 'Weg', en: 'Gone' };
  const start = {
    ...orderDesk,
    endpoints: { languages: ['de' as const, 'en' as const] },
    errors: { codes: { gone: { status: 410, title, description: { de: 'Für immer.' } } } },
  };
  const { draft, ask } = await play(
    errors,
    start,
    [
      ['Status', enter],
      ['Problem (code', 'gone 404 Verschwunden'],
      ['Problem (code', enter],
    ],
    { again: true },
  );
  assert.ok(ask.said.includes('    gone 410 Weg'));
  assert.deepEqual(draft.errors?.codes, {
    gone: {
      status: 404,
      title: { de: 'Verschwunden', en: 'Gone' },
      description: { de: 'Für immer.' },
    },
  });
});

test('limits: every one of them is asked and checked', async () => {
  const { draft } = await play(limits, orderDesk, [
    ['Take', false],
    ['Most requests of a client', { typed: 'many', refused: /100 per 60s/, next: '500 per 60s' }],
    [
      'Most requests of an address',
      { typed: '5 per 1500ms', refused: /whole seconds/, next: '20/60s' },
    ],
    [
      'Most requests of a client in a short time',
      { typed: 'all', refused: /20 per 1s/, next: '50 per 10s' },
    ],
    ['Header fields that report', 'legacy'],
    ['Largest body', { typed: '1 GB', refused: /size|MiB/, next: '2 MiB' }],
    ['Change other sizes', true],
    ['Longest path', enter],
    ['Largest headers', '65536'],
    ['Deepest', { typed: 'deep', refused: /./, next: '16' }],
    ['Longest time for a request', '1m'],
    ['Longest time for its headers', { typed: '2m', refused: /./, next: '20s' }],
    ['How long', enter],
  ]);
  assert.deepEqual(draft.limits, {
    default: { requests: 500, per: '60s' },
    burst: { requests: 50, per: '10s' },
    fields: ['ietf', 'legacy'],
    body: '2 MiB',
    headers: 65536,
    depth: 16,
    requestTimeout: '1m',
    headersTimeout: '20s',
  });
});
