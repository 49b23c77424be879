import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import {
  edgesOf,
  latestOf,
  phaseOf,
  stateOf,
  successorOf,
  supportedVersions,
  transitionsOf,
} from '../../../templates/src/runtime/versioning/lifecycle.ts';
import {
  brownoutEnd,
  exemptFrom,
  isClosed,
  isReadOnly,
  quotaOf,
  windDownBegin,
  withdrawnFrom,
} from '../../../templates/src/runtime/versioning/wind-down.ts';
import { fieldsOf, standings } from '../../../templates/src/runtime/versioning/standing.ts';
import { supported } from '../../../templates/src/runtime/versioning/unknown-version.ts';
import type { ApiVersion } from '../../../templates/src/runtime/versioning/version.ts';

const first: ApiVersion = {
  label: '1',
  released: '2022-02-01',
  maintained: '2023-02-01',
  announced: '2024-02-01',
  deprecated: '2024-03-01',
  sunset: '2025-03-01',
};
const second: ApiVersion = {
  label: '2',
  released: '2023-01-01',
  maintained: '2024-01-01',
  announced: '2025-01-15',
  deprecated: '2025-06-01',
  sunset: '2026-06-01',
  brownouts: [
    { from: '2025-10-01T09:00:00Z', to: '2025-10-01T10:00:00Z' },
    { from: '2025-11-01T09:00:00Z', to: '2025-11-01T13:00:00Z' },
    { from: '2025-11-01T12:00:00Z', to: '2025-11-02T09:00:00Z' },
  ],
  readOnly: '2026-03-01',
  quota: { from: '2025-12-01', requests: 5, per: 60_000 },
  withdrawn: [{ operation: 'deleteOrder', from: '2026-01-01' }],
  closed: '2025-09-01',
  exemptions: [{ client: 'c-1', until: '2026-04-01' }],
};
const third: ApiVersion = { label: '3', released: '2024-01-01', maintained: '2025-01-01' };
const fourth: ApiVersion = { label: '4', released: '2025-01-01' };
const fifth: ApiVersion = { label: '5' };
const versions = [first, second, third, fourth, fifth];

/** One second before an instant, at it, and one second after it. */
function around<Value>(instant: string, of: (now: Date) => Value): [Value, Value, Value] {
  const time = Date.parse(instant);
  return [of(new Date(time - 1000)), of(new Date(time)), of(new Date(time + 1000))];
}

const at = (instant: string) => new Date(instant);
const labels = (found: readonly ApiVersion[]) => found.map(({ label }) => label).join();

describe('the life of a version', () => {
  test('every state begins with the first instant of its day', () => {
    const state = (version: ApiVersion) => (now: Date) => stateOf(version, now);
    assert.deepEqual(around('2022-02-01', state(first)), ['draft', 'active', 'active']);
    assert.deepEqual(around('2023-02-01', state(first)), ['active', 'maintained', 'maintained']);
    assert.deepEqual(around('2024-02-01', state(first)), Array(3).fill('maintained'));
    assert.deepEqual(around('2024-03-01', state(first)), [
      'maintained',
      'deprecated',
      'deprecated',
    ]);
    assert.deepEqual(around('2025-03-01', state(first)), ['deprecated', 'sunset', 'sunset']);
    assert.equal(stateOf(first, at('2025-02-28T23:59:59.999Z')), 'deprecated');
    assert.equal(stateOf(fifth, at('9999-12-31')), 'draft');
  });

  test('a leap day is a day', () => {
    const leap: ApiVersion = { ...fourth, deprecated: '2028-02-29', sunset: '2028-12-31' };
    const states = around('2028-02-29T00:00:00Z', (now) => stateOf(leap, now));
    assert.deepEqual(states, ['active', 'deprecated', 'deprecated']);
    assert.equal(stateOf(leap, at('2028-02-28T23:59:59.999Z')), 'active');
  });

  test('a reprieve makes it maintained again, with another end', () => {
    const reprieved: ApiVersion = { ...first, maintained: '2024-06-01' };
    const states = around('2024-06-01', (now) => stateOf(reprieved, now));
    assert.deepEqual(states, ['deprecated', 'maintained', 'maintained']);
    const { deprecation, sunset } = fieldsOf(reprieved, versions, at('2024-06-01'));
    assert.equal(deprecation, undefined);
    assert.equal(sunset, 'Sat, 01 Mar 2025 00:00:00 GMT');
  });

  test('the phases follow each other', () => {
    const phase = (now: Date) => phaseOf(second, now);
    assert.deepEqual(around('2025-01-15', phase), [undefined, 1, 1]);
    assert.deepEqual(around('2025-06-01', phase), [1, 2, 2]);
    assert.deepEqual(around('2025-09-01', phase), [2, 3, 3]);
    assert.deepEqual(around('2026-06-01', phase), [3, 4, 4]);
    assert.equal(phaseOf(fourth, at('9999-01-01')), undefined);
  });

  test('what happens is told in the order in which it does', () => {
    assert.deepEqual(transitionsOf(second), [
      { transition: 'released', at: '2023-01-01T00:00:00.000Z' },
      { transition: 'maintained', at: '2024-01-01T00:00:00.000Z' },
      { transition: 'announced', at: '2025-01-15T00:00:00.000Z' },
      { transition: 'deprecated', at: '2025-06-01T00:00:00.000Z' },
      { transition: 'limited', at: '2025-09-01T00:00:00.000Z' },
      { transition: 'sunset', at: '2026-06-01T00:00:00.000Z' },
    ]);
    const hurried: ApiVersion = { ...fourth, announced: '2026-01-01', deprecated: '2026-01-01' };
    const names = transitionsOf(hurried).map(({ transition }) => transition);
    assert.deepEqual(names, ['released', 'announced', 'deprecated']);
  });

  test('supported are all that answer, deprecated ones too', () => {
    const now = at('2025-07-01');
    assert.equal(labels(supportedVersions(versions, now)), '2,3,4');
    assert.equal(latestOf(versions, now), fourth);
    assert.equal(labels(supportedVersions([fifth], now)), '5');
    assert.equal(labels(supportedVersions([{ ...fifth, released: '2025-07-02' }], now)), '5');
  });

  test('the successor is the one that is named, or the next one that can be used', () => {
    const now = at('2025-07-01');
    assert.equal(successorOf(first, versions, at('2025-05-01')), second);
    assert.equal(successorOf(first, versions, at('2026-06-01')), third);
    assert.equal(successorOf({ ...first, successor: '4' }, versions, now), fourth);
    assert.equal(successorOf({ ...first, successor: '5' }, versions, now), third);
    assert.equal(successorOf(fourth, versions, now), undefined);
    // What is about to end itself is no way out, unless there is no other.
    const later = at('2025-10-01');
    assert.equal(successorOf(first, versions, later), third);
    assert.equal(successorOf({ ...first, successor: '2' }, versions, later), third);
    assert.equal(successorOf(first, [first, second], later), second);
  });

  test('no version leads to one that would refuse its clients, while there is a better one', () => {
    const ending: ApiVersion = { ...second, label: '3', released: '2024-01-01' };
    const { readOnly: _, closed: __, brownouts: ___, ...open } = { ...ending, label: '4' };
    const limits = [
      { readOnly: '2025-07-01' },
      { closed: '2025-07-01' },
      { brownouts: [{ from: '2025-07-01T00:00:00Z', to: '2025-07-02T00:00:00Z' }] },
    ];
    for (const limit of limits) {
      const { readOnly: ____, closed: _____, brownouts: ______, ...rest } = ending;
      const limited = { ...rest, ...limit };
      const now = at('2025-07-01');
      assert.equal(successorOf(first, [first, limited, open], now), open);
      assert.equal(successorOf({ ...first, successor: '3' }, [first, limited, open], now), open);
      assert.equal(successorOf(first, [first, limited], now), limited);
      assert.equal(successorOf(first, [first, limited, open], at('2025-06-15')), limited);
    }
  });

  test('header fields and problems list the same versions', () => {
    for (const day of ['2024-06-01', '2025-05-01', '2025-07-01', '2026-07-01']) {
      const now = at(day);
      const { 'api-supported-versions': field = '' } = fieldsOf(third, versions, now);
      assert.deepEqual(
        supported(versions, now).supportedVersions.map(String),
        field.split(', '),
        day,
      );
    }
  });

  test('the time zone of the machine changes nothing', () => {
    const module = new URL(
      '../../../templates/src/runtime/versioning/lifecycle.ts',
      import.meta.url,
    );
    const program = `
      import { stateOf } from ${JSON.stringify(module.href)};
      const version = ${JSON.stringify(first)};
      const time = Date.parse('2025-03-01T00:00:00Z');
      const states = [-1, 0].map((offset) => stateOf(version, new Date(time + offset)));
      process.stdout.write(states.join());`;
    for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        encoding: 'utf8',
        env: { ...process.env, TZ },
      });
      assert.equal(stdout, 'deprecated,sunset', TZ);
    }
  });
});

describe('the third phase', () => {
  test('a brownout has a first instant, and ends before its last', () => {
    const end = (now: Date) => brownoutEnd(second, now)?.toISOString();
    const until = '2025-10-01T10:00:00.000Z';
    assert.deepEqual(around('2025-10-01T09:00:00Z', end), [undefined, until, until]);
    assert.deepEqual(around('2025-10-01T10:00:00Z', end), [until, undefined, undefined]);
  });

  test('one that begins in another goes on with it', () => {
    const until = '2025-11-02T09:00:00.000Z';
    assert.equal(brownoutEnd(second, at('2025-11-01T09:00:00Z'))?.toISOString(), until);
    assert.equal(brownoutEnd(second, at('2025-11-01T12:30:00Z'))?.toISOString(), until);
    assert.equal(brownoutEnd(second, at(until)), undefined);
  });

  test('everything else begins with its day', () => {
    const readOnly = around('2026-03-01', (now) => isReadOnly(second, now));
    assert.deepEqual(readOnly, [false, true, true]);
    const closed = around('2025-09-01', (now) => isClosed(second, now));
    assert.deepEqual(closed, [false, true, true]);
    const quota = around('2025-12-01', (now) => quotaOf(second, now)?.requests);
    assert.deepEqual(quota, [undefined, 5, 5]);
    const withdrawn = around('2026-01-01', (now) => [...withdrawnFrom(second, now)].join());
    assert.deepEqual(withdrawn, ['', 'deleteOrder', 'deleteOrder']);
    const exempt = around('2026-04-01', (now) => exemptFrom(second, now).has('c-1'));
    assert.deepEqual(exempt, [true, false, false]);
  });

  test('a version of which nothing is restricted never reaches it', () => {
    assert.equal(windDownBegin(fourth), Infinity);
    assert.equal(brownoutEnd(fourth, at('2026-01-01')), undefined);
    assert.deepEqual(phaseOf(first, at('2025-02-28')), 2);
  });
});

describe('what answers tell of their version', () => {
  const fields = (version: ApiVersion, instant: string) => fieldsOf(version, versions, at(instant));

  test('an active version has no end', () => {
    assert.deepEqual(fields(fourth, '2025-07-01'), {
      'x-api-version': '4',
      'api-supported-versions': '2, 3, 4',
      'api-deprecated-versions': '2',
    });
  });

  test('the deprecation is told from its announcement on, as a date of structured fields', () => {
    const told = around('2025-01-15', (now) => fieldsOf(second, versions, now)['deprecation']);
    assert.deepEqual(told, [undefined, '@1748736000', '@1748736000']);
    assert.equal(Date.parse('2025-06-01') / 1000, 1_748_736_000);
    const { sunset } = fields(second, '2025-01-15');
    assert.equal(sunset, 'Mon, 01 Jun 2026 00:00:00 GMT');
    assert.equal(fields(second, '2025-07-01')['deprecation'], '@1748736000');
  });

  test('a version that is gone still tells when it went', () => {
    assert.deepEqual(fields(first, '2026-07-01'), {
      'x-api-version': '1',
      'api-supported-versions': '3, 4',
      deprecation: '@1709251200',
      sunset: 'Sat, 01 Mar 2025 00:00:00 GMT',
    });
  });

  test('dates are versions like others', () => {
    const dated: ApiVersion[] = [
      { label: '2025-01-01', released: '2025-01-01', deprecated: '2025-06-01' },
      { label: '2025-06-01', released: '2025-06-01' },
    ];
    const [old] = dated;
    assert.ok(old !== undefined);
    const listed = fieldsOf(old, dated, at('2025-06-01'))['api-supported-versions'];
    assert.equal(listed, '2025-01-01, 2025-06-01');
  });
});

describe('how versions stand', () => {
  const edges = edgesOf(versions);

  test('is the same whether it was known or is found out, whichever way the clock goes', () => {
    const standing = standings(versions);
    const instant = fc
      .tuple(fc.constantFrom(...edges), fc.constantFrom(-1000, -1, 0, 1, 1000))
      .map(([edge, offset]) => new Date(edge + offset));
    fc.assert(
      fc.property(instant, fc.constantFrom(...versions), (now, version) => {
        assert.deepEqual(standing(version, now), standings(versions)(version, now));
      }),
    );
  });

  test('never goes back, and changes at no other instant', () => {
    const order = ['draft', 'active', 'maintained', 'deprecated', 'sunset'];
    const instant = fc.date({ min: at('2020-01-01'), max: at('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, fc.constantFrom(...versions), (one, other, version) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const before = stateOf(version, earlier);
        const after = stateOf(version, later);
        assert.ok(order.indexOf(before) <= order.indexOf(after));
        const isBetween = edges.some((e) => earlier.getTime() < e && e <= later.getTime());
        if (!isBetween) {
          const standing = standings(versions);
          assert.deepEqual(standing(version, earlier), standing(version, later));
        }
      }),
    );
  });

  test('a smaller quota has a name of its own', () => {
    const { quota } = standings(versions)(second, at('2025-12-01'));
    assert.deepEqual(quota, { name: 'v2-deprecated', requests: 5, per: 60_000, burst: 5 });
  });
});
