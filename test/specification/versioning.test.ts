import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strategies } from '../../src/specification/index.ts';
import {
  accepts,
  mistakesIn,
  read,
  refuses,
  withFields,
  withResources,
  withSections,
} from './support.ts';

const section = (keys: string) => withSections(`versioning: { ${keys} }`);
const versions = (list: string, rest = '') => section(`versions: { ${list} }${rest}`);
const children = (keys: string, rest = '') =>
  withResources(
    'order: { fields: { note: { type: text } } }\nitem: { parent: order, fields: { sku: { type: string } } }\npart: { parent: item, fields: { sku: { type: string } } }',
    `versioning: { ${keys} }${rest}`,
  );
/** The keys that a strategy cannot do without. */
const complete: Readonly<Record<string, string>> = {
  date: 'versions: { "2026-03-01": {} }',
  partial: 'resources: [item]',
};
const hosted = (baseUrl: string) =>
  `service: { name: shop, baseUrl: ${baseUrl} }\nresources: { order: { fields: { note: { type: text } } } }\nversioning: { strategy: hostname }`;

// Strategies and their options.
for (const strategy of strategies.filter((name) => name !== 'hostname')) {
  accepts(
    `the strategy ${strategy}`,
    children([`strategy: ${strategy}`, complete[strategy]].filter(Boolean).join(', ')),
  );
}
accepts('the strategy hostname', hosted('https://api.acme.example'));
refuses('an unknown strategy', 'not-allowed', section('strategy: ▸cookie'));
refuses('the strategy hostname without a host', 'missing-key', section('strategy: ▸hostname'));
refuses('a host in another form, once', 'wrong-form', hosted('▸api.acme.example'));
refuses('a host that is an address', 'base-url', hosted('▸https://192.0.2.1:8443'));
refuses('a host that is an address of version 6', 'base-url', hosted("▸'https://[2001:db8::1]'"));
for (const host of ['v2.acme.example', 'api-v2.acme.example', 'api-v2'])
  refuses(`the host ${host}, which has a version`, 'base-url', hosted(`▸https://${host}`));
refuses(
  'options of other strategies',
  Array.from({ length: 5 }, () => 'other-strategy'),
  children(
    '▸query: { parameter: version }, ▸date: { in: header }, ▸hostname: { form: label }, ▸resources: [item], ▸flags: { a: {} }',
  ),
);
accepts(
  'options of the strategy',
  section('strategy: query, query: { parameter: api-version }, default: 1'),
);
accepts(
  'dates in a header',
  section(
    'strategy: date, date: { in: header }, versions: { "2026-03-01": { released: 2026-03-01 } }, default: 2026-03-01',
  ),
);
refuses(
  'a parameter of another name',
  'not-allowed',
  section('strategy: query, query: { parameter: ▸v }'),
);
refuses('dates without versions', 'missing-key', section('strategy: ▸date'));
refuses('numbers as dates', 'label', section('strategy: date, versions: { ▸1: {} }'));
for (const strategy of ['uri-path', 'header', 'media-type', 'accept-parameter'])
  refuses(
    `dates under the strategy ${strategy}`,
    'label',
    section(`strategy: ${strategy}, versions: { ▸"2026-03-01": {} }`),
  );
accepts('dates in the query', section('strategy: query, versions: { "2026-03-01": {} }'));
refuses('partial versions of nothing', 'missing-key', children('strategy: ▸partial'));
refuses(
  'partial versions of what does not exist, is no child or a child of one',
  ['unknown-resource', 'no-child', 'no-child'],
  children('strategy: partial, resources: [▸itm, ▸order, ▸part]'),
);
for (const [name, keys] of [
  ['accept-parameter', 'strategy: ▸accept-parameter'],
  ['query', 'strategy: ▸query'],
  ['feature-flags', 'strategy: ▸feature-flags'],
] as const)
  refuses(
    `JSON:API under the strategy ${name}`,
    'contradiction',
    withSections(`endpoints: { representations: [json, json-api] }\nversioning: { ${keys} }`),
  );
accepts(
  'JSON:API beside a parameter that is not of letters only',
  withSections(
    'endpoints: { representations: [json, json-api] }\nversioning: { strategy: query, query: { parameter: api-version } }',
  ),
);
refuses(
  'an API key in the header of the version',
  'name-reserved',
  withSections('authentication: { apiKey: { header: ▸x-api-version } }'),
);
refuses(
  'a filter with the name of the parameter',
  ['name-reserved', 'name-reserved'],
  withFields(
    'version: { type: string }\nfeatures: { type: string }',
    'endpoints: { order: { filter: [▸version, ▸features] } }',
  ),
);
for (const plural of ['v2', 'v2026-03-01'])
  refuses(
    `a collection ${plural}`,
    'name-reserved',
    withResources(`order: { plural: ▸${plural}, fields: { note: { type: text } } }`),
  );

// Labels.
accepts('versions from 0', versions('0: {}'));
accepts('versions in quotes', versions('\'1\': { released: 2024-01-01 }, "2": {}'));
accepts(
  'many versions',
  versions('1: { released: 2023-03-01 }, 10: {}, 2: { released: 2024-05-01 }'),
);
refuses('no version', 'too-few', section('▸versions: {}'));
refuses(
  'labels in other forms',
  ['wrong-form', 'wrong-form', 'wrong-form', 'wrong-form'],
  versions('▸v2: {}, ▸"2.1": {}, ▸"02": {}, ▸10000: {}'),
);
refuses('a label with a leading zero', 'key-not-text', versions('▸02: {}'));
refuses('a label twice', 'duplicate-key', versions('2: {}, ▸"2": {}'));
refuses(
  'a label that is no day',
  'value',
  section('strategy: query, versions: { ▸"2026-02-30": {} }'),
);
refuses(
  'numbers beside dates',
  'mixed-labels',
  section('strategy: query, versions: { 1: { released: 2026-01-01 }, ▸"2026-03-01": {} }'),
);
test('a label that is nearly right is shown as it would be', () => {
  const suggestions = mistakesIn(versions('v2: {}, "03": {}, "4.1": {}'));
  assert.deepEqual(
    suggestions.map(({ suggestion }) => suggestion),
    ['2', '3', '4'],
  );
});

// The default.
for (const strategy of ['uri-path', 'partial', 'date', 'feature-flags'])
  refuses(
    `a default under the strategy ${strategy}`,
    'contradiction',
    children(
      [`strategy: ${strategy}`, complete[strategy], '▸default: 1'].filter(Boolean).join(', '),
    ),
  );
accepts('a default that is the only version', section('strategy: header, default: 1'));
refuses(
  'a default that is no version',
  'unknown-version',
  section('strategy: header, default: ▸3, versions: { 1: { released: 2024-01-01 }, 2: {} }'),
);
refuses(
  'a default that is a draft',
  'without-release',
  section('strategy: header, default: ▸2, versions: { 1: { released: 2024-01-01 }, 2: {} }'),
);
refuses('a default that is no label', 'wrong-form', section('strategy: header, default: ▸newest'));

// Days and their order.
refuses('a day that does not exist', 'value', versions('1: { released: ▸2026-02-30 }'));
refuses('a day in another form', 'wrong-form', versions('1: { released: ▸01.03.2026 }'));
accepts(
  'the sketch of the design',
  versions(
    `1: { released: 2023-03-01, announced: 2026-03-01, deprecated: 2026-06-01, sunset: 2027-06-01, brownouts: [{ from: 2027-04-06T14:00Z, for: PT1H }] },
      2: { released: 2024-09-01, maintained: 2026-05-01 }, 3: { released: 2026-05-01 }`,
  ),
);
const old = (keys: string, rest = '') =>
  versions(
    `1: { released: 2023-01-01, ${keys} }, 2: { released: 2024-01-01 }, 3: { released: 2025-01-01 }`,
    rest,
  );
accepts('deprecation of an active version', old('deprecated: 2025-01-01'));
accepts(
  'a whole life on one day after another',
  old('maintained: 2023-01-01, announced: 2025-01-01, deprecated: 2025-01-01, sunset: 2025-06-30'),
);
refuses('maintenance before the release', 'out-of-order', old('maintained: ▸2022-12-31'));
refuses(
  'deprecation before maintenance',
  'out-of-order',
  old('maintained: 2025-01-02, deprecated: ▸2025-01-01'),
);
refuses(
  'an announcement after the deprecation',
  'out-of-order',
  old('announced: 2025-01-02, deprecated: ▸2025-01-01'),
);
refuses(
  'a sunset before the deprecation',
  'out-of-order',
  old('deprecated: 2025-01-02, sunset: ▸2025-01-01'),
);
refuses('a sunset without a deprecation', 'without-stage', old('sunset: ▸2026-01-01'));
refuses('an announcement of nothing', 'without-stage', old('announced: ▸2026-01-01'));
refuses('a reprieve into nothing', 'without-stage', old('reprieved: ▸2026-01-01'));
accepts(
  'a reprieve',
  old(
    'announced: 2025-01-01, maintained: 2025-03-01, reprieved: 2025-03-01, deprecated: 2026-01-01',
  ),
);
refuses(
  'a deprecation before its reprieve',
  'out-of-order',
  old('maintained: 2025-03-01, reprieved: 2025-03-01, deprecated: ▸2025-02-01').replace(
    'maintained: 2025-03-01',
    'maintained: 2025-01-01',
  ),
);
refuses(
  'stages of a draft',
  ['without-release', 'without-release'],
  versions('1: { maintained: ▸2025-01-01, deprecated: ▸2025-02-01 }'),
);
refuses(
  'a draft below a release',
  'without-release',
  versions('▸1: {}, 2: { released: 2025-01-01 }'),
);
refuses(
  'two drafts',
  'without-release',
  versions('1: { released: 2023-01-01 }, ▸2: {}, 3: { released: 2025-01-01 }'),
);
refuses(
  'a release before that of an older version',
  'out-of-order',
  versions('1: { released: 2025-01-01 }, 2: { released: ▸2024-12-31 }'),
);

// The support policy.
refuses(
  'a sunset after 179 days',
  'notice-period',
  old('deprecated: 2025-01-01, sunset: ▸2025-06-29'),
);
accepts(
  'a sunset after 179 days with a reason',
  old(
    'deprecated: 2025-01-01, sunset: 2025-06-29',
    ', exceptions: [{ rule: notice-period, version: 1, reason: No client uses it. }]',
  ),
);
refuses(
  'an exception that names no version',
  'missing-key',
  old('', ', exceptions: [▸{ rule: notice-period, reason: No client uses it. }]'),
);
refuses(
  'an exception for a version that does not exist',
  'unknown-version',
  old('', ', exceptions: [{ rule: notice-period, version: ▸7, reason: No client uses it. }]'),
);
refuses(
  'a sunset that is too early, although an earlier version has an exception',
  'notice-period',
  versions(
    '1: { released: 2021-01-01, deprecated: 2025-01-01, sunset: 2025-06-29 }, 2: { released: 2022-01-01, deprecated: 2025-01-01, sunset: ▸2025-06-29 }, 3: { released: 2023-01-01 }, 4: { released: 2024-01-01 }',
    ', exceptions: [{ rule: notice-period, version: 1, reason: No client uses it. }]',
  ),
);
refuses(
  'an exception without a reason',
  'missing-key',
  old('', ', exceptions: [▸{ rule: notice-period, version: 1 }]'),
);
refuses(
  'an exception to no rule',
  'not-allowed',
  old('', ', exceptions: [{ rule: ▸notice, version: 1, reason: a }]'),
);
refuses(
  'a sunset that leaves one version',
  'two-supported-versions',
  versions(
    '1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: ▸2026-01-01 }, 2: { released: 2024-01-01 }',
  ),
);
accepts(
  'a sunset that leaves one version with a reason',
  versions(
    '1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: 2026-01-01 }, 2: { released: 2024-01-01 }',
    ', exceptions: [{ rule: two-supported-versions, version: 1, reason: There is no other. }]',
  ),
);
accepts(
  'the sunset of the only version that ever was',
  versions('1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: 2026-01-01 }'),
);
refuses(
  'two sunsets that leave one version together',
  ['two-supported-versions', 'two-supported-versions'],
  versions(
    '1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: ▸2026-01-01 }, 2: { released: 2024-01-01, deprecated: 2025-01-01, sunset: ▸2026-01-01 }, 3: { released: 2025-01-01 }',
  ),
);
refuses(
  'the sunset of the default',
  'default-version',
  section(
    'strategy: header, default: 1, versions: { 1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: ▸2026-01-01 }, 2: { released: 2024-01-01 }, 3: { released: 2025-01-01 } }',
  ),
);

// What an older version gets besides.
accepts('additions of an older version', old('additions: [order.note, order.dueAt]'));
accepts(
  'filters and orders that it gets',
  old('addedFilters: [order.note], addedSorts: [order.note]'),
);
refuses(
  'additions of the newest version',
  'no-additions',
  versions('1: { released: 2023-01-01 }, 2: { released: 2024-01-01, ▸additions: [order.note] }'),
);
refuses(
  'additions of a version that was given up',
  'no-additions',
  old(
    'deprecated: 2025-01-01, sunset: 2026-01-01, contracted: 2026-02-01, ▸additions: [order.note]',
  ),
);
refuses(
  'filters that the newest version gets',
  'no-additions',
  versions('1: { released: 2023-01-01 }, 2: { released: 2024-01-01, ▸addedFilters: [order.note] }'),
);
refuses('an addition that names no field', 'wrong-form', old('additions: [▸order]'));
refuses('a field in an object', 'wrong-form', old('additions: [▸order.gift.note]'));

// The last phase.
const last = (keys: string) => old(`deprecated: 2025-06-01, sunset: 2026-06-01, ${keys}`);
accepts(
  'all that can be taken from clients',
  last(
    'brownouts: [{ from: 2025-06-01T00:00Z }, { from: 2026-01-01T10:00:30Z, for: PT4H }, { from: 2026-05-31T00:00Z }], readOnly: 2026-03-01, limits: { requests: 10, per: 60s, from: 2026-02-01 }, withdrawn: [{ operation: order.delete, from: 2026-04-01 }], closed: 2025-06-01, exemptions: [{ client: acme, until: 2026-06-01 }], migrationGuide: https://docs.acme.example/2, contracted: 2026-06-01',
  ),
);
refuses(
  'what is taken from clients of a version that is not deprecated',
  [
    'without-stage',
    'without-stage',
    'without-stage',
    'without-stage',
    'without-stage',
    'without-stage',
  ],
  old(
    'brownouts: [▸{ from: 2025-07-01T00:00Z }], readOnly: ▸2026-03-01, limits: { requests: 10, per: 60s, from: ▸2026-02-01 }, withdrawn: [{ operation: order.delete, from: ▸2026-04-01 }], closed: ▸2025-06-01, exemptions: [{ client: acme, until: ▸2026-06-01 }]',
  ),
);
refuses(
  'what is taken before the deprecation or at the sunset',
  ['out-of-order', 'out-of-order', 'out-of-order', 'out-of-order', 'out-of-order'],
  last(
    'brownouts: [▸{ from: 2025-05-31T23:59Z }, ▸{ from: 2026-05-31T23:30Z, for: PT1H }], readOnly: ▸2025-05-31, closed: ▸2026-06-01, exemptions: [{ client: acme, until: ▸2026-06-02 }]',
  ),
);
refuses(
  'brownouts that overlap, in whatever order',
  'overlap',
  last(
    'brownouts: [▸{ from: 2026-01-01T12:59Z, for: PT1H }, { from: 2026-01-01T12:00Z, for: PT1H }]',
  ),
);
accepts(
  'brownouts that follow each other',
  last(
    'brownouts: [{ from: 2026-01-01T12:00Z, for: PT1H }, { from: 2026-01-01T13:00Z, for: PT1H }]',
  ),
);
refuses(
  'brownouts of no time and at an hour that does not exist',
  ['amount', 'value'],
  last('brownouts: [{ from: 2026-01-01T12:00Z, for: ▸PT1S }, { from: ▸2026-01-02T24:00Z }]'),
);
refuses(
  'a brownout in another zone',
  'wrong-form',
  last('brownouts: [{ from: ▸2026-01-01T12:00+01:00 }]'),
);
refuses(
  'a quota that is not smaller',
  'too-great',
  last('limits: { requests: ▸100, per: 60s, from: 2026-01-01 }'),
);
refuses(
  'a quota in half seconds',
  'out-of-range',
  last('limits: { requests: 1, per: ▸1500ms, from: 2026-01-01 }'),
);
refuses(
  'two exemptions of one client',
  'duplicate-item',
  last('exemptions: [{ client: a, until: 2026-01-01 }, { client: ▸a, until: 2026-02-01 }]'),
);
refuses('an exemption without an end', 'missing-key', last('exemptions: [▸{ client: a }]'));
refuses('a guide without an address', 'wrong-form', last('migrationGuide: ▸docs/2'));
refuses('giving up before the end', 'out-of-order', last('contracted: ▸2026-05-31'));
refuses('giving up without an end', 'without-stage', old('contracted: ▸2026-05-31'));
refuses(
  'giving up the newest version',
  'contracted-newest',
  versions(
    '1: { released: 2023-01-01, deprecated: 2025-01-01, sunset: 2026-01-01, ▸contracted: 2026-02-01 }',
  ),
);
refuses(
  'withdrawing what the newest version does not have, and anything twice',
  ['unknown-operation', 'duplicate-item'],
  versions(
    '1: { released: 2023-01-01, deprecated: 2025-01-01, withdrawn: [{ operation: ▸order.delte, from: 2025-02-01 }, { operation: order.list, from: 2025-02-01 }, { operation: ▸order.list, from: 2025-03-01 }] }',
  ),
);
accepts(
  'withdrawing what only an older version has',
  last('withdrawn: [{ operation: purchase.ship, from: 2026-01-01 }]'),
);

// Flags.
const flags = (list: string) => section(`strategy: feature-flags, flags: { ${list} }`);
accepts(
  'flags',
  flags(
    'split-name: { description: Two names. }, totals: { state: graduated }, carts: { requires: [split-name, totals], conflicts: [old-carts] }, old-carts: { state: withdrawn }',
  ),
);
refuses(
  'several versions beside flags',
  'contradiction',
  section(
    'strategy: feature-flags, versions: { ▸1: { released: 2024-01-01 }, 2: { released: 2025-06-01 } }',
  ),
);
refuses('the name of a flag in another form', 'wrong-form', flags('▸splitName: {}'));
refuses(
  'flags that are not there',
  ['unknown-flag', 'unknown-flag'],
  flags('a: { requires: [▸b], conflicts: [▸c] }'),
);
refuses('a flag that conflicts with itself', 'contradiction', flags('a: { conflicts: [▸a] }'));
refuses('a flag that requires itself', 'flag-cycle', flags('a: { requires: [▸a] }'));
refuses(
  'flags that require each other',
  'flag-cycle',
  flags('a: { requires: [b] }, b: { requires: [c] }, c: { requires: [▸a] }'),
);
refuses(
  'a flag that requires what it conflicts with',
  'flag-conflict',
  flags('a: { requires: ▸[b] }, b: { conflicts: [a] }'),
);
refuses(
  'a flag that in the end requires two that conflict',
  'flag-conflict',
  flags('a: { requires: ▸[b, c] }, b: { requires: [d] }, c: {}, d: { conflicts: [c] }'),
);
refuses(
  'a flag that requires what is withdrawn',
  'flag-state',
  flags('a: { requires: [▸b] }, b: { state: withdrawn }'),
);
refuses(
  'a flag for everybody that requires one that is not',
  'flag-state',
  flags('a: { state: graduated, requires: [▸b] }, b: {}'),
);
refuses(
  'a flag that conflicts with what holds for everybody',
  'flag-conflict',
  flags('a: { state: graduated }, b: { conflicts: [▸a] }'),
);

test('versions are resolved with all that they leave out', () => {
  const { versioning } = read(
    section(
      'strategy: query, default: 1, versions: { 10: {}, 2: { released: 2024-01-01 }, 1: { released: 2022-01-01, deprecated: 2024-01-01, sunset: 2025-01-01, brownouts: [{ from: 2024-02-01T00:00Z }, { from: 2024-03-01T00:00Z }, { from: 2024-04-01T00:00Z }, { from: 2024-05-01T00:00Z, for: PT10M }], limits: { requests: 5, per: 2m, from: 2024-06-01 }, withdrawn: [{ operation: shipping-label.mark-paid, from: 2024-07-01 }] } }, exceptions: [{ rule: default-version, version: 1, reason: Told. }, { rule: two-supported-versions, version: 1, reason: Told. }]',
    ),
  ).resolved;
  assert.deepEqual(Object.keys(versioning.versions), ['1', '2', '10']);
  assert.deepEqual(versioning.query, { parameter: 'version' });
  assert.equal(versioning.default, '1');
  assert.deepEqual(versioning.versions['2'], {
    released: '2024-01-01',
    brownouts: [],
    withdrawn: [],
    exemptions: [],
  });
  const first = versioning.versions['1'];
  assert.deepEqual(
    first?.brownouts.map(({ to }) => to),
    [
      '2024-02-01T01:00:00Z',
      '2024-03-01T04:00:00Z',
      '2024-04-02T00:00:00Z',
      '2024-05-01T00:10:00Z',
    ],
  );
  assert.deepEqual(first?.limits, { requests: 5, per: 120_000, from: '2024-06-01' });
  assert.deepEqual(first?.withdrawn, [
    { resource: 'shipping-label', operation: 'mark-paid', from: '2024-07-01' },
  ]);
});

test('dates are in their order, and the parameter has another name', () => {
  const { versioning } = read(
    section(
      'strategy: query, versions: { "2026-03-01": {}, "2024-10-01": { released: 2024-10-01 } }',
    ),
  ).resolved;
  assert.deepEqual(Object.keys(versioning.versions), ['2024-10-01', '2026-03-01']);
  assert.deepEqual(versioning.query, { parameter: 'api-version' });
});

test('without anything there is version 1, a draft in the path', () => {
  assert.deepEqual(read(withSections('')).resolved.versioning, {
    strategy: 'uri-path',
    resources: [],
    versions: { 1: { brownouts: [], withdrawn: [], exemptions: [] } },
    flags: {},
    exceptions: [],
  });
});

test('a second major within a year is a warning at its place', () => {
  const text = 'versions: { 1: { released: 2024-01-01 }, 2: { released: 2024-12-30 } }';
  const { warnings } = read(section(text));
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path.join('.')]),
    [['one-major-a-year', 'versioning.versions.2.released']],
  );
  const excepted = `${text}, exceptions: [{ rule: one-major-a-year, version: 2, reason: The first was a trial. }]`;
  assert.deepEqual(read(section(excepted)).warnings, []);
  assert.deepEqual(read(section(text.replace('12-30', '12-31'))).warnings, []);
});
