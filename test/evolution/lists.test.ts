import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listTranslationOf } from '../../src/evolution/compose/query-translation.ts';
import { memberCode } from '../../src/rendering/views/versions/member-queries.ts';
import { Used } from '../../src/rendering/views/versions/used.ts';
import { composed, composedVersions, resourceOf } from './support.ts';

const text = { type: 'string' };

/** Version 2 calls the field otherwise, and version 3 takes it apart. */
const versions = [{ a: text }, { b: text }, { c: text, d: text }].map((fields, index) => ({
  service: { name: 'desk' },
  resources: { order: { fields } },
  endpoints: { order: { filter: [Object.keys(fields)[0]] } },
  versioning: {
    versions: Object.fromEntries(
      [1, 2, 3].slice(0, index + 1).map((label) => {
        const released = `202${String(label)}-01-01`;
        const maintained = `202${String(label + 1)}-01-01`;
        return [label, label === index + 1 ? { released } : { released, maintained }];
      }),
    ),
  },
}));

const steps = (...parameters: readonly object[]) => [
  {
    from: '1',
    to: '2',
    resources: { order: { operations: [{ rename: { from: 'a', to: 'b' } }] } },
  },
  {
    from: '2',
    to: '3',
    resources: {
      order: { operations: [{ split: { field: 'b', into: ['c', 'd'], by: 'hook' } }], parameters },
    },
  },
];

describe('a filter that the newest step loses', () => {
  it('is said in that step, by its names, also where an older version lives', () => {
    const composition = composed(versions, steps());
    assert.ok(!composition.ok);
    assert.deepEqual(
      composition.mistakes.map(({ file, suggestion }) => [file, suggestion]),
      [['contracts/2-to-3.yaml', 'parameters: [{ hook: { field: b } }]']],
    );
  });

  it('is lost two versions back, too', () => {
    const remove = { parameter: 'filter', field: 'b' };
    const older = composedVersions(versions, steps({ remove }));
    assert.deepEqual(
      older.map((version) => resourceOf(version, 'order').list.filter),
      [[], []],
    );
  });

  it('is approximated two versions back, too', () => {
    const approximate = { parameter: 'filter', field: 'b', by: ['c'] };
    const older = composedVersions(versions, steps({ approximate }));
    assert.deepEqual(
      older.map((version) => resourceOf(version, 'order').approximate.filter),
      [{ a: ['c'] }, { b: ['c'] }],
    );
  });

  it('is kept by what the hook of the step makes of its value, in both', () => {
    const older = composedVersions(versions, steps({ hook: { field: 'b' } }));
    const code = older.map((version) => {
      const resource = resourceOf(version, 'order');
      const member = resource.down.find(({ name }) => resource.list.filter.includes(name));
      assert.ok(member !== undefined);
      return memberCode(listTranslationOf(member, resource), member, new Used()).code.code;
    });
    for (const each of code) {
      assert.match(each, /from: \["c", "d"\], sort: \[\]/);
      assert.match(each, /found = hooks2To3\.orderB\.up\(\{ b: value as never \}\)/);
      assert.match(each, /return \[\[found\.c, found\.d\]\]/);
    }
    assert.equal(code.length, 2);
  });

  it('cannot be kept by a hook where there is none', () => {
    const operation = { remove: { field: 'b' } };
    const [first, second] = steps({ hook: { field: 'b' } });
    const without = {
      ...second,
      resources: {
        order: {
          operations: [operation, { add: { field: 'c' } }, { add: { field: 'd' } }],
          parameters: [{ hook: { field: 'b' } }],
        },
      },
    };
    const composition = composed(versions, [first ?? {}, without]);
    assert.ok(!composition.ok);
    const [mistake] = composition.mistakes;
    assert.deepEqual(
      [mistake?.code, mistake?.suggestion],
      ['list-not-carried', 'parameters: [{ remove: { parameter: filter, field: b } }]'],
    );
  });
});
