import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { parse } from 'yaml';
import { queryTranslationOf } from '../../src/evolution/compose/query-translation.ts';
import { pointersOf } from '../../src/evolution/compose/pointers.ts';
import { composeFlags, type ComposedFlag } from '../../src/evolution/index.ts';
import { readSpecification } from '../../src/specification/index.ts';
import type { ResourceDescription } from '../../templates/src/runtime/endpoints/resource-description.ts';
import { schemasOf } from '../../templates/src/runtime/resources/schemas.ts';
import type { Members } from '../../templates/src/runtime/versioning/adapter.ts';
import { partOf } from '../../templates/src/runtime/versioning/converters.ts';
import type { FeatureChange } from '../../templates/src/runtime/versioning/feature-change.ts';
import { adapterWithout } from '../../templates/src/runtime/versioning/lacking.ts';
import { relocating } from '../../templates/src/runtime/versioning/pointers.ts';
import { repository } from '../support/generated.ts';
import { down, newestOrder, put, resolved, resourceOf, up, type Values } from './support.ts';

const text = readFileSync(join(repository, 'test', 'fixtures', 'flags', 'service.yaml'), 'utf8');

function composed(of: string | object): readonly ComposedFlag[] {
  const composition = composeFlags(resolved(of));
  if (!composition.ok) throw new Error(JSON.stringify(composition.issues, null, 1));
  return composition.flags;
}

interface Written {
  resources: Record<string, { fields: Record<string, object> }>;
  states?: object;
  events?: object;
  authentication?: object;
  endpoints?: object;
  versioning: object;
}

const fields = {
  name: { type: 'string', required: true },
  size: { type: 'decimal', precision: 8, scale: 2 },
  grade: { type: 'enum', values: ['good', 'fair'] },
  inner: { type: 'object', fields: { a: { type: 'string' } } },
  list: { type: 'array', items: { type: 'object', fields: { b: { type: 'string' } } } },
  other: { type: 'reference', to: 'box' },
};

/** A specification with one resource, whose flags have these operations each. */
function withFlags(
  flags: Record<string, object[] | { operations: object[]; [key: string]: unknown }>,
  more: Partial<Written> = {},
): object {
  const written = Object.entries(flags).map(([name, flag]) => {
    const { operations, ...rest } = Array.isArray(flag) ? { operations: flag } : flag;
    return [name, { ...rest, changes: { resources: { thing: { operations } } } }] as const;
  });
  return {
    service: { name: 'things', vendor: 'acme', purpose: 'Keeps things.' },
    resources: { box: { fields: { label: { type: 'string' } } }, thing: { fields } },
    versioning: { strategy: 'feature-flags', flags: Object.fromEntries(written) },
    ...more,
  };
}

function issuesOf(
  of: object,
): { code: string; message: string; path: readonly (string | number)[] }[] {
  const composition = composeFlags(resolved(of));
  return composition.ok ? [] : [...composition.issues];
}

const was = { type: 'string' };
const needed = { type: 'string', required: true };

describe('flags that change shapes', () => {
  const flags = composed(text);
  const newest: Values = {
    ...newestOrder,
    parcels: [{ barcode: 'P1', weight: '0.750', isFragile: true }],
    status: 'draft',
  };

  it('have the shape without all of them, one after the other', () => {
    const base = flags.reduceRight<Values>(
      (values, { step, resources }) =>
        resources.some(({ name }) => name === 'order')
          ? down(resourceOf(step, 'order'), values)
          : values,
      newest,
    );
    assert.deepEqual(base, {
      id: newest['id'],
      createdAt: newest['createdAt'],
      updatedAt: newest['updatedAt'],
      revision: 3,
      reference: 'AC-000017',
      customerName: 'Ada Lovelace',
      email: 'ada@example.com',
      total: 129.9,
      channel: 'web',
      urgency: 'high',
      street: '1 Analytical Way',
      city: 'London',
      giftText: 'With love',
      note: null,
      dueAt: '2026-05-01T12:00:00.000Z',
      parcels: [{ code: 'P1', weight: 0.75 }],
      status: 'draft',
    });
  });

  it('say which members each of them is about', () => {
    const about = Object.fromEntries(
      flags.map(({ name, resources }) => [
        name,
        resources.map((each) => [each.name, each.made, each.former, each.customOperations]),
      ]),
    );
    assert.deepEqual(about['split-name'], [
      ['order', ['firstName', 'lastName'], ['customerName'], []],
    ]);
    assert.deepEqual(about['exact-amounts'], [
      ['order', ['total'], ['total'], ['reprice']],
      ['item', ['unitPrice'], ['price'], []],
    ]);
    assert.deepEqual(about['gifts'], [['order', ['gift'], ['giftText'], []]]);
    assert.equal(about['careful'], undefined);
  });

  it('that graduated or were withdrawn change nothing', () => {
    for (const state of ['graduated', 'withdrawn']) {
      const operations = [{ rename: { from: 'title', to: 'name' } }];
      assert.deepEqual(composed(withFlags({ a: { state, operations } })), []);
    }
  });
});

const same = (members: Members): Members => members;
const list = {
  filter: ['name', 'rest'],
  sort: [],
  size: 20,
  maxSize: 100,
  total: true,
  cursor: false,
};
const description: ResourceDescription = {
  names: { one: 'Thing', many: 'Things' },
  name: 'thing',
  collection: 'things',
  schemas: schemasOf('Thing', Type.Object({})),
};

function changeOf({ step, resources }: ComposedFlag): FeatureChange {
  const made = resources.flatMap((each) => each.made);
  const former = resources.flatMap((each) => each.former);
  const lens = resourceOf(step, 'thing');
  const picked = (names: readonly string[], of: Values) =>
    Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
  const asked = lens.down
    .filter(({ name }) => former.includes(name))
    .map((member) => queryTranslationOf(member, lens.up))
    .map(({ name, from, equal = [] }) => [
      name,
      {
        from,
        ...(equal[0]?.kind === 'parts'
          ? { equal: (value: unknown) => [parted(String(value), 2)] }
          : {}),
      },
    ]);
  return {
    made,
    members: Type.Object(Object.fromEntries(former.map((name) => [name, Type.Any()]))),
    filter: former,
    down: (newest) => picked(former, down(lens, { ...newest })),
    create: (body) => picked(made, up(lens, { ...body })),
    replace: ({ body, seen }) => picked(made, put(lens, { ...body }, { ...seen })),
    asked: Object.fromEntries(asked),
    pointer: relocating(pointersOf(lens.up)),
  };
}

function parted(text: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => partOf(text, ' ', index, count, '') ?? '');
}

describe('flags together, in every set of them', () => {
  const all = composed(
    withFlags(
      {
        a: [{ rename: { from: 'title', to: 'name' } }],
        b: {
          requires: ['a'],
          operations: [
            { split: { field: 'name', into: ['name', 'rest'], separator: ' ', was: needed } },
          ],
        },
        c: [{ retype: { field: 'size', by: 'number-to-decimal', was: { type: 'number' } } }],
        d: [{ map: { field: 'grade', values: { ok: 'fair' } } }],
        e: [{ move: { from: 'a', to: 'inner.a' } }],
      },
      {
        resources: {
          box: { fields: { label: { type: 'string' } } },
          thing: { fields: { ...fields, rest: { type: 'string' } } },
        },
      },
    ),
  );
  const values = fc.record(
    {
      name: fc.stringMatching(/^[a-z]{1,9}$/),
      rest: fc.stringMatching(/^[a-z]{1,9}$/),
      size: fc.integer({ min: -9999, max: 9999 }).map((cents) => (cents / 100 || 0).toFixed(2)),
      grade: fc.constantFrom('good', 'fair'),
      inner: fc.record({ a: fc.string() }),
    },
    { requiredKeys: ['name', 'rest'], noNullPrototype: true },
  );
  const sets = fc.subarray(all.map(({ name }) => name)).filter(
    // Who lacks one lacks what requires it.
    (lacked) => !lacked.includes('a') || lacked.includes('b'),
  );
  /** As generated services put them together, with expressions in the place of what is printed of them. */
  const without = (lacked: readonly string[]) =>
    adapterWithout(
      { members: Type.Object({}), schemasOf: () => description.schemas, list, changes: [] },
      all
        .filter(({ name }) => lacked.includes(name))
        .toReversed()
        .map(changeOf),
      description,
    );

  it('what is sent as it was shown changes nothing', () => {
    fc.assert(
      fc.property(sets, values, (lacked, newest) => {
        const { down: show, replace } = without(lacked);
        assert.deepEqual(replace?.(show?.(newest) ?? {}, newest), newest);
      }),
    );
  });

  it('what is sent comes back', () => {
    fc.assert(
      fc.property(sets, values, values, (lacked, newest, other) => {
        const { down: show = same, create = same, replace } = without(lacked);
        const older = show(newest);
        assert.deepEqual(show(create(older)), older);
        assert.deepEqual(show(replace?.(older, other) ?? {}), older);
      }),
    );
  });

  it('lists are asked for what is kept, by way of every change that a client lacks', () => {
    const both = without(['a', 'b']);
    assert.deepEqual(both.members?.['title']?.from, ['name', 'rest']);
    assert.deepEqual(both.members['title'].equal?.('one two three'), [['one', 'two three']]);
    assert.deepEqual(both.pointer?.('/rest'), '/title');
    assert.deepEqual(without(['b']).pointer?.('/rest'), '/name');
    assert.deepEqual(both.list, { ...list, filter: ['title'] });
  });
});

describe('what a flag cannot change is refused', () => {
  const refusals: readonly [title: string, code: string, specification: object, says: RegExp][] = [
    [
      'a field that is not there',
      'unknown-field',
      withFlags({ a: [{ rename: { from: 'x', to: 'nothing' } }] }),
      /there is no "nothing"/,
    ],
    [
      'a name that is taken',
      'name-in-use',
      withFlags({ a: [{ rename: { from: 'size', to: 'name' } }] }),
      /another "size"/,
    ],
    [
      'a member of the service',
      'name-in-use',
      withFlags({ a: [{ rename: { from: 'revision', to: 'name' } }] }),
      /the service sets/,
    ],
    [
      'a converter that does not fit',
      'wrong-converter',
      withFlags({ a: [{ retype: { field: 'size', by: 'seconds-to-duration', was } }] }),
      /does not fit/,
    ],
    ...(
      [
        ['seconds below 0', { type: 'integer' }, /below 0/],
        ['parts of seconds', { type: 'number', minimum: 0 }, /more digits/],
      ] as const
    ).map(([title, count, says]): (typeof refusals)[number] => [
      title,
      'wrong-value',
      withFlags(
        {
          a: [
            {
              retype: { field: 'count', by: 'duration-to-seconds', was: { type: 'duration' } },
            },
          ],
        },
        { resources: { thing: { fields: { count } } } },
      ),
      says,
    ]),
    [
      'a fraction of a second as an integer',
      'wrong-value',
      withFlags(
        {
          a: [{ retype: { field: 'length', by: 'seconds-to-duration', was: { type: 'integer' } } }],
        },
        { resources: { thing: { fields: { length: { type: 'duration' } } } } },
      ),
      /fraction of a second/,
    ],
    [
      'a default that was the same',
      'no-difference',
      withFlags(
        { a: [{ default: { field: 'count', was: 1 } }] },
        { resources: { thing: { fields: { count: { type: 'integer', default: 1 } } } } },
      ),
      /has this default with the flag as well/,
    ],
    [
      'a required field that nothing fills',
      'missing-key',
      withFlags({ a: [{ add: { field: 'name' } }] }),
      /write "fill"/,
    ],
    [
      'what is filled in and no value',
      'wrong-value',
      withFlags({ a: [{ add: { field: 'grade', fill: 'bad' } }] }),
      /bad/,
    ],
    [
      'a field of old that nobody shows',
      'missing-key',
      withFlags({ a: [{ remove: { field: 'old', was: { type: 'string', required: true } } }] }),
      /write "value"/,
    ],
    [
      'what is required and made of what is not',
      'missing-key',
      withFlags({
        a: [
          { merge: { fields: ['x', 'y'], into: 'name', separator: ' ', was: { x: was, y: was } } },
        ],
      }),
      /write "required: true"/,
    ],
    [
      'values of which nothing says what they were',
      'missing-key',
      withFlags({ a: [{ map: { field: 'grade', values: { ok: 'fair' }, others: 'ok' } }] }),
      /write "was" too/,
    ],
    [
      'a text that clients without the flag could not read as what it was',
      'wrong-value',
      withFlags({ a: [{ retype: { field: 'name', by: 'text-to-text', was: { type: 'uri' } } }] }),
      /what no uri without the flag is/,
    ],
    [
      'a value that they could not read',
      'wrong-value',
      withFlags({
        a: [{ retype: { field: 'grade', by: 'text-to-text', was: { ...was, pattern: '^g' } } }],
      }),
      /"fair"/,
    ],
    [
      'parts of a text that they could not read',
      'wrong-value',
      withFlags({
        a: [
          {
            merge: {
              fields: ['x', 'y'],
              into: 'name',
              separator: ' ',
              was: { x: { type: 'string', required: true }, y: { type: 'email' } },
            },
          },
        ],
      }),
      /what no email without the flag is/,
    ],
    [
      'a text of parts that they could not read',
      'wrong-value',
      withFlags({
        a: [
          {
            split: {
              field: 'whole',
              into: ['name', 'inner.a'],
              separator: ' ',
              was: { type: 'string', required: true, pattern: '^[a-z]+ [a-z]+$' },
            },
          },
        ],
      }),
      /"name" can be what no string without the flag is/,
    ],
    [
      'items that they could not read',
      'wrong-value',
      withFlags({
        a: [
          {
            retype: {
              field: 'name',
              by: 'list-to-value',
              was: { type: 'array', items: { type: 'integer' } },
            },
          },
        ],
      }),
      /what no integer without the flag is/,
    ],
    [
      'what refers to something',
      'not-of-flags',
      withFlags({ a: [{ add: { field: 'other' } }] }),
      /can be renamed by a flag/,
    ],
    [
      'two that change the same',
      'flag-overlap',
      withFlags({
        a: [{ rename: { from: 'b', to: 'list' } }],
        b: [{ rename: { from: 'list[].c', to: 'list[].b' } }],
      }),
      /write "requires: \[a\]"/,
    ],
    [
      'two that change the same, in the wrong order',
      'flag-overlap',
      withFlags({
        a: { requires: ['b'], operations: [{ rename: { from: 'b', to: 'list' } }] },
        b: [{ rename: { from: 'list[].c', to: 'list[].b' } }],
      }),
      /list "b" before "a"/,
    ],
    [
      'two that cannot go together',
      'flag-conflict',
      withFlags({
        a: { conflicts: ['b'], operations: [{ rename: { from: 'x', to: 'name' } }] },
        b: [{ rename: { from: 'y', to: 'size' } }],
      }),
      /cannot be asked for together/,
    ],
    [
      'states',
      'not-of-flags',
      withFlags(
        { a: [{ map: { field: 'status', values: { old: 'new' } } }] },
        {
          states: {
            thing: { initial: 'new', transitions: { end: { from: 'new', to: 'ended' } } },
          },
        },
      ),
      /states are called the same/,
    ],
    [
      'what everybody is told',
      'not-of-flags',
      withFlags(
        { a: [{ rename: { from: 'x', to: 'name' } }] },
        { events: { emit: ['thing.created'], deliver: ['stream'] } },
      ),
      /data: thin/,
    ],
  ];
  for (const [title, code, specification, says] of refusals) {
    it(title, () => {
      const [issue, ...others] = issuesOf(specification);
      assert.deepEqual([issue?.code, others], [code, []], JSON.stringify(issue));
      assert.match(issue?.message ?? '', says);
      assert.deepEqual(issue?.path.slice(0, 2), ['versioning', 'flags']);
    });
  }

  it('more flags than there could be shapes of one resource', () => {
    const names = Array.from({ length: 9 }, (_, index) => `f${String(index)}`);
    const [issue] = issuesOf(
      withFlags(
        Object.fromEntries(
          names.map((name) => [name, [{ rename: { from: `${name}old`, to: name } }]]),
        ),
        {
          resources: {
            box: { fields: { label: was } },
            thing: { fields: Object.fromEntries(names.map((name) => [name, was])) },
          },
        },
      ),
    );
    assert.equal(issue?.code, 'too-many');
  });

  it('what belongs to steps between versions, at its place and with what to do instead', () => {
    const cases: readonly [string, RegExp][] = [
      ['changes: { resources: {}, events: [] }', /needs a version of its own/],
      ['changes: { resources: {}, errors: [] }', /needs a version of its own/],
      ['changes: { resources: {}, behaviours: [x] }', /a flag is a behaviour by itself/],
      ['changes: { resources: { thing: { renamedFrom: a, operations: [] } } }', /addresses/],
      [
        'changes: { resources: { thing: { parameters: [], operations: [] } } }',
        /leave the key out/,
      ],
      [
        'changes: { resources: { thing: { operations: [{ add: { field: a, by: hook } }] } } }',
        /no functions of its own/,
      ],
    ];
    for (const [flag, says] of cases) {
      const yaml = `service: { name: a, vendor: a, purpose: A. }
resources: { thing: { fields: { a: { type: string } } } }
versioning:
  strategy: feature-flags
  flags:
    a: { ${flag} }
`;
      const reading = readSpecification(yaml, 'service.yaml');
      const mistakes = reading.ok ? [] : reading.mistakes;
      const found = mistakes.find(({ code }) => code === 'not-of-flags');
      assert.equal(found?.line, 6, flag);
      assert.match(found.message, says);
    }
  });
});

it('the fixture names what it changes as the file does', () => {
  const { versioning } = parse(text) as { versioning: { flags: object } };
  assert.deepEqual(
    composed(text).map(({ name }) => name),
    Object.keys(versioning.flags).filter((name) => !['careful', 'old-idea'].includes(name)),
  );
});
