import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deprecate,
  limit,
  release,
  reprieve,
  sunset,
  type Command,
  type Edited,
} from '../../src/lifecycle/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { after, command, rulesOf, text, textOf, today } from './support.ts';

const deprecated = after(text, [
  '2026-06-01',
  (given) => deprecate(given, { label: '1', sunset: '2027-01-01' }),
]);

test('deprecate without an address for its clients says which file to publish, and how to give its address', () => {
  const remarksOf = (page?: string) => {
    const sent = { label: '1', sunset: '2027-01-01', ...(page === undefined ? {} : { page }) };
    const edited = deprecate(command(), sent);
    assert.ok(edited.ok);
    return edited.remarks.join('\n');
  };
  assert.match(
    remarksOf('docs/migrations/1-to-2.md'),
    /docs\/migrations\/1-to-2\.md says what they change: publish it, .* --guide URL/,
  );
  assert.match(remarksOf(), /how to leave it: --guide URL gives them its address/);
});

function resolved(given: string) {
  const reading = readSpecification(given, 'service.yaml');
  assert.ok(reading.ok);
  return reading.resolved;
}

test('deprecate writes the days of the version and nothing else, and keeps every comment', () => {
  const given = command();
  const result = deprecate(given, {
    label: '2',
    sunset: '2027-06-01',
    guide: 'https://acme.example/2',
  });
  assert.equal(
    textOf(result),
    text.replace(
      '      maintained: 2024-01-01\n',
      `      maintained: 2024-01-01
      announced: '2026-06-01'
      deprecated: '2026-06-01'
      sunset: '2027-06-01'
      migrationGuide: https://acme.example/2
`,
    ),
  );
});

test('what was announced earlier stays announced then', () => {
  const edited = deprecate(command(), {
    label: '1',
    sunset: '2027-06-01',
    announced: '2026-01-15',
  });
  const { announced, deprecated: day } = resolved(textOf(edited)).versioning.versions['1'] ?? {};
  assert.deepEqual([announced, day], ['2026-01-15', '2026-06-01']);
});

test('180 days of notice are enough, and 179 are not, whichever of the two days is the later one', () => {
  const at = (day: string, announced = '2026-06-01') =>
    deprecate(command(), { label: '1', sunset: day, announced });
  assert.ok(at('2026-11-28').ok);
  assert.deepEqual(rulesOf(at('2026-11-27')), ['notice-period']);
  assert.deepEqual(rulesOf(at('2026-11-27', '2026-01-01')), ['notice-period']);
});

test('a rule is set aside by a reason, which the file keeps', () => {
  const exceptions = [{ rule: 'notice-period', reason: 'nobody calls it' }] as const;
  const edited = deprecate(command({ exceptions }), { label: '1', sunset: '2026-07-01' });
  assert.deepEqual(resolved(textOf(edited)).versioning.exceptions, [
    { rule: 'notice-period', version: '1', reason: 'nobody calls it' },
  ]);
});

test('a reason that no rule asks for is not written, so that it excuses nothing later', () => {
  const exceptions = [{ rule: 'notice-period', reason: 'nobody calls it' }] as const;
  const edited = deprecate(command({ exceptions }), { label: '1', sunset: '2027-07-01' });
  assert.deepEqual(resolved(textOf(edited)).versioning.exceptions, []);
  assert.ok(edited.ok && edited.remarks.some((remark) => /notice-period is kept/.test(remark)));
});

test('the default ladder has three windows on workdays before the sunset, each longer', () => {
  const edited = limit(command({ text: deprecated }), { label: '1' });
  const { brownouts = [] } = resolved(textOf(edited)).versioning.versions['1'] ?? {};
  assert.deepEqual(brownouts, [
    { from: '2026-11-06T14:00:00Z', to: '2026-11-06T15:00:00Z' },
    { from: '2026-12-04T14:00:00Z', to: '2026-12-04T18:00:00Z' },
    { from: '2026-12-25T14:00:00Z', to: '2026-12-26T14:00:00Z' },
  ]);
  const days = brownouts.map(({ from }) => new Date(from).getUTCDay());
  assert.ok(days.every((day) => day >= 1 && day <= 5));
});

test('shortly before the sunset the windows are spread over what is left', () => {
  const late = command({ text: deprecated, today: '2026-12-20' });
  const { brownouts = [] } =
    resolved(textOf(limit(late, { label: '1' }))).versioning.versions['1'] ?? {};
  assert.deepEqual(
    brownouts.map(({ from }) => from.slice(0, 10)),
    ['2026-12-23', '2026-12-26', '2026-12-29'],
  );
});

test('a version is not closed before its clients are known', () => {
  const closed = (day: string) => limit(command({ text: deprecated }), { label: '1', closed: day });
  assert.deepEqual(rulesOf(closed(today)), ['known-clients']);
  assert.deepEqual(rulesOf(closed('2026-07-01')), ['known-clients']);
  assert.match(textOf(closed('2026-07-02')), /closed: '2026-07-02'/);
});

test('what a version never had is not withdrawn from it, by its own contract', () => {
  const without = resolved(text.replace('name: {', 'title: {'));
  const older = { ...without, endpoints: {}, states: {}, resources: {} };
  const frozen = [{ label: '1', release: '1.0.0', specification: older }];
  const withdrawn = [{ operation: 'person.delete', from: '2026-09-01' }];
  const given = command({ text: deprecated });
  assert.deepEqual(rulesOf(limit(given, { label: '1', withdrawn }, frozen)), ['unknown-operation']);
  const flown = [{ operation: 'person.fly', from: '2026-09-01' }];
  const edited = limit(given, { label: '1', withdrawn: flown });
  assert.deepEqual(rulesOf(edited), ['unknown-operation']);
  assert.ok(!edited.ok && /person\.delete/.test(edited.refusals[0]?.whatToDo ?? ''));
});

test('limits of all kinds, and what is said again replaces what was said', () => {
  const once = limit(command({ text: deprecated }), {
    label: '1',
    readOnly: '2026-11-01',
    closed: '2026-10-01',
    quota: { requests: 20, per: '60s', from: '2026-09-01' },
    withdrawn: [{ operation: 'person.delete', from: '2026-09-01' }],
    exemptions: [{ client: 'partner', until: '2026-12-01' }],
  });
  const twice = limit(command({ text: textOf(once) }), {
    label: '1',
    withdrawn: [
      { operation: 'person.update', from: '2026-10-01' },
      { operation: 'person.delete', from: '2026-10-01' },
    ],
  });
  const { brownouts, readOnly, closed, limits, withdrawn, exemptions } =
    resolved(textOf(twice)).versioning.versions['1'] ?? {};
  assert.deepEqual(
    { brownouts, readOnly, closed, limits, withdrawn, exemptions },
    {
      brownouts: [],
      readOnly: '2026-11-01',
      closed: '2026-10-01',
      limits: { requests: 20, per: 60_000, from: '2026-09-01' },
      withdrawn: [
        { resource: 'person', operation: 'update', from: '2026-10-01' },
        { resource: 'person', operation: 'delete', from: '2026-10-01' },
      ],
      exemptions: [{ client: 'partner', until: '2026-12-01' }],
    },
  );
});

test('reprieve: maintained again, deprecated 180 days before the new sunset, and nothing of its end is left', () => {
  const planned = textOf(
    limit(command({ text: deprecated }), { label: '1', readOnly: '2026-11-01' }),
  );
  const edited = reprieve(command({ text: planned, today: '2026-08-01' }), {
    label: '1',
    sunset: '2028-01-01',
  });
  const {
    maintained,
    deprecated: day,
    sunset: end,
    reprieved,
    readOnly,
  } = resolved(textOf(edited)).versioning.versions['1'] ?? {};
  assert.deepEqual(
    [maintained, day, end, reprieved, readOnly],
    ['2022-01-01', '2027-07-05', '2028-01-01', '2026-08-01', undefined],
  );
});

test('after its sunset a version is given up, once', () => {
  const ended = command({ text: deprecated, today: '2027-01-01' });
  const once = textOf(sunset(ended, { label: '1', contract: true }));
  assert.equal(resolved(once).versioning.versions['1']?.contracted, '2027-01-01');
  const again = sunset(command({ text: once, today: '2027-02-01' }), {
    label: '1',
    contract: true,
  });
  assert.ok(again.ok);
  assert.deepEqual([again.text, again.changes], [once, []]);
});

test('sunset on the day itself has nothing to do, because the clock does it', () => {
  const edited = sunset(command({ text: deprecated, today: '2027-01-01' }), {
    label: '1',
    contract: false,
  });
  assert.ok(edited.ok);
  assert.deepEqual([edited.text, edited.changes], [deprecated, []]);
});

const reprieved = after(deprecated, [
  '2026-08-01',
  (given) => reprieve(given, { label: '1', sunset: '2028-01-01' }),
]);
const limited = after(deprecated, [
  '2026-06-01',
  (given) => limit(given, { label: '1', readOnly: '2026-11-01' }),
]);
const draft = text.replace('3: { released: 2024-01-01 }', '3: {}');
const pinned = text.replace('versioning:\n', 'versioning:\n  strategy: header\n  default: 1\n');

const refused: readonly (readonly [
  what: string,
  rule: string,
  given: Partial<Command>,
  run: (given: Command) => Edited,
])[] = [
  [
    'a version that is not there',
    'unknown-version',
    {},
    (c) => deprecate(c, { label: '9', sunset: '2027-06-01' }),
  ],
  [
    'to deprecate a draft',
    'lifecycle-order',
    { text: draft },
    (c) => deprecate(c, { label: '3', sunset: '2027-06-01' }),
  ],
  [
    'to deprecate twice',
    'lifecycle-order',
    { text: deprecated },
    (c) => deprecate(c, { label: '1', sunset: '2027-06-01' }),
  ],
  [
    'to deprecate what has ended',
    'sunset-final',
    { text: deprecated, today: '2027-01-01' },
    (c) => deprecate(c, { label: '1', sunset: '2028-06-01' }),
  ],
  [
    'an end that leaves one version',
    'two-supported-versions',
    { text: deprecated },
    (c) => deprecate(c, { label: '2', sunset: '2027-06-01' }),
  ],
  [
    'an end of the default',
    'default-version',
    { text: pinned },
    (c) => deprecate(c, { label: '1', sunset: '2027-06-01' }),
  ],
  [
    'an earlier end than was announced',
    'sunset-announced',
    { text: reprieved, today: '2027-07-01' },
    (c) => deprecate(c, { label: '1', sunset: '2027-12-31' }),
  ],
  [
    'an end before the announcement',
    'out-of-order',
    {},
    (c) => deprecate(c, { label: '1', sunset: '2026-01-01' }),
  ],
  [
    'a guide that is no address',
    'wrong-form',
    {},
    (c) => deprecate(c, { label: '1', sunset: '2027-06-01', guide: 'nowhere' }),
  ],
  ['to limit what is active', 'lifecycle-order', {}, (c) => limit(c, { label: '3' })],
  [
    'to limit before the deprecation',
    'lifecycle-order',
    { text: deprecated },
    (c) => limit(c, { label: '1', readOnly: '2026-05-31' }),
  ],
  [
    'to limit after the sunset',
    'sunset-final',
    { text: deprecated, today: '2027-01-01' },
    (c) => limit(c, { label: '1' }),
  ],
  [
    'to limit from the sunset on',
    'out-of-order',
    { text: deprecated },
    (c) => limit(c, { label: '1', readOnly: '2027-01-01' }),
  ],
  [
    'windows when there is no time left',
    'lifecycle-order',
    { text: deprecated, today: '2026-12-29' },
    (c) => limit(c, { label: '1' }),
  ],
  [
    'windows twice',
    'lifecycle-order',
    { text: textOf(limit(command({ text: deprecated }), { label: '1' })) },
    (c) => limit(c, { label: '1' }),
  ],
  [
    'to reprieve what is active',
    'reprieve',
    {},
    (c) => reprieve(c, { label: '3', sunset: '2028-01-01' }),
  ],
  [
    'to reprieve twice',
    'reprieve',
    { text: reprieved, today: '2027-08-01' },
    (c) => reprieve(c, { label: '1', sunset: '2029-01-01' }),
  ],
  [
    'to reprieve what is limited',
    'reprieve',
    { text: limited, today: '2026-11-01' },
    (c) => reprieve(c, { label: '1', sunset: '2028-01-01' }),
  ],
  [
    'to reprieve to an earlier day',
    'reprieve',
    { text: deprecated },
    (c) => reprieve(c, { label: '1', sunset: '2026-12-31' }),
  ],
  [
    'to reprieve for too short',
    'notice-period',
    { text: deprecated, today: '2026-08-01' },
    (c) => reprieve(c, { label: '1', sunset: '2027-01-28' }),
  ],
  [
    'to reprieve what has ended',
    'sunset-final',
    { text: deprecated, today: '2027-01-01' },
    (c) => reprieve(c, { label: '1', sunset: '2028-01-01' }),
  ],
  [
    'to end what is active',
    'lifecycle-order',
    {},
    (c) => sunset(c, { label: '3', contract: false }),
  ],
  [
    'to end earlier than was announced',
    'sunset-announced',
    { text: deprecated },
    (c) => sunset(c, { label: '1', contract: false }),
  ],
  [
    'to give up before the sunset',
    'lifecycle-order',
    { text: deprecated, today: '2026-12-31' },
    (c) => sunset(c, { label: '1', contract: true }),
  ],
  ['to open an older version', 'version-label', {}, (c) => release(c, { next: '2' }, [])],
  ['to open the same version', 'version-label', {}, (c) => release(c, { next: '3' }, [])],
  [
    'to open a version with a date',
    'version-label',
    {},
    (c) => release(c, { next: '2027-01-01' }, []),
  ],
];

for (const [what, rule, given, run] of refused) {
  test(`refused by ${rule}: ${what}`, () => {
    assert.deepEqual(rulesOf(run(command(given))), [rule]);
  });
}

test('one day earlier the limited version is reprieved', () => {
  const edited = reprieve(command({ text: limited, today: '2026-10-31' }), {
    label: '1',
    sunset: '2028-01-01',
  });
  assert.ok(edited.ok);
});

test('mistakes that the file has are told before anything is decided', () => {
  const edited = deprecate(command({ text: 'service: {}\n' }), {
    label: '1',
    sunset: '2027-06-01',
  });
  assert.ok(!edited.ok);
  assert.ok((edited.mistakes ?? []).length > 0);
  assert.deepEqual(edited.refusals, []);
});

test('what stands behind an alias is changed by hand', () => {
  const aliased = text
    .replace(
      '    1: { released: 2020-01-01, maintained: 2022-01-01 }',
      '    1: &days { released: 2022-01-01, maintained: 2024-01-01 }',
    )
    .replace(/ {4}2:\n[^]*? {4}3:/, '    2: *days\n    3:');
  const edited = deprecate(command({ text: aliased }), { label: '2', sunset: '2027-06-01' });
  if (edited.ok)
    assert.match(edited.text, /1: &days \{ released: 2022-01-01, maintained: 2024-01-01 \}/);
  else assert.ok(edited.refusals.length + (edited.mistakes ?? []).length > 0);
});
