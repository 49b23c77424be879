import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versioning } from '../../src/questionnaire/chapters/versioning.ts';
import {
  readFlag,
  readVersion,
  writeFlag,
  writeVersion,
} from '../../src/questionnaire/shorthand/version.ts';
import { checkSpecification, strategies, type Strategy } from '../../src/specification/index.ts';
import { orderDesk, play } from './support/chapters.ts';
import { back, enter, type Deed, offeredBy } from './support/scripted-ask.ts';

type Script = readonly (readonly [string, Deed])[];

const begin = ['Take the default?', false] as const;

test('the nine strategies are offered, each with what it looks like', async () => {
  const { ask } = await play(versioning, orderDesk, [
    begin,
    ['Where do clients say', enter],
    ['Version', enter],
  ]);
  const question = ask.asked.find(({ message }) => message.startsWith('Where do clients'));
  assert.deepEqual(
    offeredBy(question).map(({ name }) => name.replace(/ +/, ' ')),
    [
      'uri-path /v1/orders',
      'query /orders?version=1 or ?api-version=2026-03-01',
      'header X-API-Version: 1',
      'media-type Accept: application/vnd.order-desk.v1+json',
      'accept-parameter Accept: application/json; version=1',
      'hostname v1.api.acme.example or api-v1.acme.example',
      'date /2026-03-01/orders or X-API-Version: 2026-03-01',
      'feature-flags ?features=split-name or X-API-Features: split-name',
      'partial /orders/v1/items',
    ],
  );
});

/** What is asked behind each strategy, and what comes out. */
const walks: Readonly<Record<Strategy, { script: Script; comesOut: object; says: RegExp }>> = {
  'uri-path': {
    script: [
      ['Version', '1: 2026-03-01'],
      ['Version', enter],
    ],
    comesOut: { versions: { 1: { released: '2026-03-01' } } },
    says: /→ uri-path \(\/v1\/orders\); version 1 is released on 2026-03-01$/,
  },
  query: {
    script: [
      ['Query parameter', 'api-version'],
      ['Version', '1: 2026-03-01'],
      ['Version', enter],
      ['Clients that name no', '1'],
    ],
    comesOut: {
      strategy: 'query',
      query: { parameter: 'api-version' },
      default: 1,
      versions: { 1: { released: '2026-03-01' } },
    },
    says: /→ query \(\/orders\?api-version=1\); version 1/,
  },
  header: {
    script: [
      ['Version', enter],
      ['Clients that name no', enter],
    ],
    comesOut: { strategy: 'header' },
    says: /→ header \(X-API-Version: 1\); version 1 is a draft until released$/,
  },
  'media-type': {
    script: [
      ['Version', '1: 2024-03-01'],
      ['Version', '2: 2026-03-01'],
      ['Version', '3'],
      ['Version', enter],
      ['Clients that name no', '2'],
    ],
    comesOut: {
      strategy: 'media-type',
      default: 2,
      versions: { 1: { released: '2024-03-01' }, 2: { released: '2026-03-01' }, 3: {} },
    },
    says: /→ media-type \(Accept: application\/vnd\.order-desk\.v3\+json\)/,
  },
  'accept-parameter': {
    script: [
      ['Version', enter],
      ['Clients that name no', '1'],
    ],
    comesOut: { strategy: 'accept-parameter', default: 1 },
    says: /→ accept-parameter/,
  },
  hostname: {
    script: [
      [
        'Public address',
        {
          typed: 'https://192.0.2.1',
          refused: /without a name/,
          next: 'https://api.acme.example',
        },
      ],
      ['How does the host', 'suffix'],
      ['Version', enter],
      ['Clients that name no', enter],
    ],
    comesOut: { strategy: 'hostname', hostname: { form: 'suffix' } },
    says: /→ hostname \(api-v1\.acme\.example\)/,
  },
  date: {
    script: [
      ['Where does the date', 'header'],
      ['Version', { typed: '', refused: /needs versions that are dates/, next: '2026-03-01' }],
      ['Version', { typed: '1', refused: /versions are dates|all numbers/, next: enter }],
      ['Clients that name no', '2026-03-01'],
    ],
    comesOut: {
      strategy: 'date',
      date: { in: 'header' },
      default: '2026-03-01',
      versions: { '2026-03-01': { released: '2026-03-01' } },
    },
    says: /→ date \(X-API-Version: 2026-03-01\); version 2026-03-01 is released on/,
  },
  'feature-flags': {
    script: [
      ['Version', enter],
      ['Flag', 'split-name'],
      [
        'Flag',
        { typed: 'splitTotal', refused: /split-total/, next: 'split-total requires split-name' },
      ],
      ['Flag', { typed: 'split-name requires split-total', refused: /circle/, next: '?' }],
      ['Flag', enter],
    ],
    comesOut: {
      strategy: 'feature-flags',
      flags: { 'split-name': {}, 'split-total': { requires: ['split-name'] } },
    },
    says: /→ feature-flags \(\?features=split-name\); version 1 is a draft until/,
  },
  partial: {
    script: [
      ['Which have versions?', ['item']],
      ['Version', enter],
    ],
    comesOut: { strategy: 'partial', resources: ['item'] },
    says: /→ partial \(\/orders\/v1\/items\)/,
  },
};

for (const strategy of strategies) {
  test(`${strategy}: what belongs to it is asked, and checked`, async () => {
    const { script, comesOut, says } = walks[strategy];
    const { draft, ask } = await play(versioning, orderDesk, [
      begin,
      ['Where do clients say', strategy],
      ...script,
    ]);
    assert.deepEqual(draft.versioning, comesOut);
    assert.match(ask.understood(), says);
    assert.deepEqual(checkSpecification(draft), []);
  });
}

test('lines of versions are checked as they are typed, and together at the end', async () => {
  const { draft, ask } = await play(versioning, orderDesk, [
    begin,
    ['Where do clients say', enter],
    ['Version', { typed: 'v1: 2024-01-01', refused: /did you mean "1"/, next: '1: 2023-01-01' }],
    [
      'Version',
      { typed: '2: 2024-02-30', refused: /no day of the calendar/, next: '2: 2024-01-01' },
    ],
    [
      'Version',
      {
        typed: '1: 2023-01-01 deprecated 2025-01-01 sunset 2025-06-29',
        refused: /2025-06-30 or later/,
        next: '1: 2023-01-01 deprecated 2025-01-01 sunset 2025-06-30',
      },
    ],
    ['Version', { typed: '', refused: /leaves version 2 alone/, next: '3: 2025-03-01' }],
    ['Version', { typed: '-4', refused: /There is no version 4/, next: '?' }],
    ['Version', { typed: '4: soon', refused: /"soon" is not understood/, next: '4' }],
    ['Version', '-4'],
    ['Version', enter],
  ]);
  assert.deepEqual(draft.versioning, {
    versions: {
      1: { released: '2023-01-01', deprecated: '2025-01-01', sunset: '2025-06-30' },
      2: { released: '2024-01-01' },
      3: { released: '2025-03-01' },
    },
  });
  assert.equal(ask.understood(), '→ uri-path (/v3/orders); versions 1, 2, 3');
});

test('a version that was typed is kept when the person goes back and takes another strategy', async () => {
  const { draft, ask } = await play(versioning, orderDesk, [
    ['Take', false],
    ['Where do clients say', 'header'],
    ['Version', '1: 2026-03-01'],
    ['Version', back],
    ['Version', back],
    ['Where do clients say', 'date'],
    ['Where does the date', enter],
    ['Version', enter],
    ['Version', back],
    ['Version', back],
    ['Where does the date', back],
    ['Where do clients say', 'uri-path'],
    ['Version', enter],
    ['Version', enter],
  ]);
  const offered = ask.asked.flatMap((question) =>
    question.type === 'input' && question.message === 'Version' ? [question.default] : [],
  );
  assert.ok(offered.includes('2026-03-01: 2026-03-01'), offered.join('; '));
  assert.deepEqual(draft.versioning, { versions: { 1: { released: '2026-03-01' } } });
});

test('another strategy takes the versions along, under names that fit it', async () => {
  const start = {
    ...orderDesk,
    versioning: {
      strategy: 'header' as const,
      default: 1,
      versions: {
        1: { released: '2024-01-01', deprecated: '2025-01-01', readOnly: '2025-02-01' },
        2: { released: '2025-01-01' },
      },
      exceptions: [{ rule: 'one-major-a-year' as const, version: 2, reason: 'A trial.' }],
    },
  };
  const { draft } = await play(
    versioning,
    start,
    [
      ['Where do clients say', 'uri-path'],
      ['Version', '1: 2024-01-01 deprecated 2025-01-15'],
      ['Version', enter],
    ],
    { again: true },
  );
  assert.deepEqual(draft.versioning, {
    versions: {
      1: { released: '2024-01-01', deprecated: '2025-01-15', readOnly: '2025-02-01' },
      2: { released: '2025-01-01' },
    },
    exceptions: start.versioning.exceptions,
  });
  const dated = await play(
    versioning,
    start,
    [
      ['Where do clients say', 'date'],
      ['Where does the date', enter],
      ['Version', '2026-03-01'],
      ['Version', enter],
    ],
    { again: true },
  );
  assert.deepEqual(dated.draft.versioning?.versions, {
    '2024-01-01': { released: '2024-01-01', deprecated: '2025-01-01', readOnly: '2025-02-01' },
    '2025-01-01': { released: '2025-01-01' },
    '2026-03-01': { released: '2026-03-01' },
  });
});

test('what JSON:API and resources without children do not go with is not offered', async () => {
  const { item: _, ...resources } = orderDesk.resources;
  const { ask } = await play(
    versioning,
    { ...orderDesk, resources, endpoints: { representations: ['json', 'json-api'] } },
    [
      begin,
      ['Where do clients say', 'query'],
      ['Query parameter', enter],
      ['Version', enter],
      ['Clients that name', enter],
    ],
  );
  const question = ask.asked.find(({ message }) => message.startsWith('Where do clients'));
  assert.deepEqual(
    offeredBy(question).flatMap(({ value, disabled }) => (disabled === undefined ? [] : [value])),
    ['accept-parameter', 'feature-flags', 'partial'],
  );
});

test('what is shown of a version or a flag can be typed', () => {
  for (const line of [
    '1: draft',
    '2: 2024-01-01 maintained 2025-01-01 announced 2025-02-01 deprecated 2025-03-01 sunset 2026-01-01',
  ]) {
    const typed = readVersion(line);
    assert.ok(typed.kind === 'entry');
    assert.equal(writeVersion(typed.name, typed.entry), line);
  }
  for (const line of ['a', 'a requires b c conflicts d graduated', 'a withdrawn']) {
    const typed = readFlag(line);
    assert.ok(typed.kind === 'entry');
    assert.equal(writeFlag(typed.name, typed.entry), line);
  }
});

for (const [line, problem] of [
  ['1: 2024-01-01 deprecated', /a day is missing/],
  ['1: 2024-01-01 2025-01-01', /not understood/],
  ['1: deprecated 2025-01-01 deprecated 2025-01-01', /twice/],
  [': 2025-01-01', /is written/],
] as const)
  test(`${line} is no version`, () => {
    const typed = readVersion(line);
    assert.ok(typed.kind === 'mistake');
    assert.match(typed.problem, problem);
  });

for (const [line, problem] of [
  ['a b', /not understood/],
  ['a requires', /missing after requires/],
  ['a graduated withdrawn', /not understood/],
] as const)
  test(`${line} is no flag`, () => {
    const typed = readFlag(line);
    assert.ok(typed.kind === 'mistake');
    assert.match(typed.problem, problem);
  });
