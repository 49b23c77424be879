import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changeIssues,
  orderIssues,
  policyIssues,
  stateOn,
  type Lifetime,
} from '../../src/specification/index.ts';

/** Numbers that look random and are the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const day = (offset: number) =>
  new Date(Date.UTC(2020, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);

/** Versions with some of their days, in any order. */
function anyVersions(next: () => number): Record<string, Lifetime> {
  const stages = ['released', 'maintained', 'announced', 'deprecated', 'sunset'] as const;
  const count = 1 + Math.floor(next() * 4);
  return Object.fromEntries(
    Array.from({ length: count }, (_, position) => [
      String(position + 1),
      Object.fromEntries(
        stages.flatMap((stage, index) =>
          next() < 0.75
            ? [[stage, day(Math.floor(position * 300 + index * 200 + next() * 250))]]
            : [],
        ),
      ),
    ]),
  );
}

const ranks = { draft: 0, active: 1, maintained: 2, deprecated: 3, sunset: 4 };

test('versions without an issue never go back, and never leave clients with less than was promised', () => {
  const next = numbers(6);
  let sound = 0;
  for (let round = 0; round < 3000; round += 1) {
    const versions = anyVersions(next);
    if (orderIssues(versions).length > 0 || policyIssues({ versions }).length > 0) continue;
    sound += 1;
    let before = Object.values(versions).map(() => 0);
    for (let offset = 0; offset < 2600; offset += 13) {
      const states = Object.values(versions).map((version) => stateOn(version, day(offset)));
      const now = states.map((state) => ranks[state]);
      assert.ok(now.every((rank, index) => rank >= (before[index] ?? 0)));
      before = now;
      const promised = states.filter((state) => state !== 'draft');
      const left = promised.filter((state) => state !== 'sunset');
      const isGone = promised.includes('sunset');
      assert.ok(!isGone || promised.length === 1 || left.length >= 2, JSON.stringify(versions));
    }
    for (const { announced = '', deprecated = '', sunset } of Object.values(versions)) {
      if (sunset === undefined) continue;
      const known = announced > deprecated ? announced : deprecated;
      assert.ok(Date.parse(sunset) - Date.parse(known) >= 180 * 86_400_000);
    }
  }
  assert.ok(sound > 100, String(sound));
});

test('nothing that stays as it is, is a change', () => {
  const next = numbers(7);
  for (let round = 0; round < 500; round += 1) {
    const versioning = { versions: anyVersions(next) };
    assert.deepEqual(changeIssues(versioning, versioning, day(next() * 2600)), []);
  }
});

const old = { released: '2023-01-01', deprecated: '2025-01-01', sunset: '2025-12-01' };
const change = (before: object, after: object | undefined, on: string) =>
  changeIssues(
    { versions: { 1: before } },
    { versions: after === undefined ? {} : { 1: after } },
    on,
  ).map(({ code }) => code);

test('a sunset is final, and no earlier than it was announced', () => {
  const later = { ...old, sunset: '2026-01-01' };
  assert.deepEqual(change(old, later, '2025-11-30'), []);
  assert.deepEqual(change(old, later, '2025-12-01'), ['sunset-final']);
  const earlier = { ...old, sunset: '2025-11-01' };
  assert.deepEqual(change(old, earlier, '2025-02-01'), ['sunset-announced']);
  assert.deepEqual(change(old, earlier, '2024-12-31'), []);
});

test('a deprecation is taken back once, before anything was taken away', () => {
  const back = { released: '2023-01-01', maintained: '2025-03-01', reprieved: '2025-03-01' };
  assert.deepEqual(change(old, back, '2025-03-01'), []);
  assert.deepEqual(change({ ...old, reprieved: '2024-01-01' }, back, '2025-03-01'), ['reprieve']);
  const readOnly = { ...old, readOnly: '2025-02-15' };
  assert.deepEqual(change(readOnly, back, '2025-03-01'), ['reprieve']);
  assert.deepEqual(change(readOnly, back, '2025-02-14'), []);
  const { reprieved: _, ...unwritten } = back;
  assert.deepEqual(change(old, unwritten, '2025-03-01'), ['reprieve']);
});

test('a version is left out a year after its sunset', () => {
  assert.deepEqual(change(old, undefined, '2026-11-30'), ['version-promised']);
  assert.deepEqual(change(old, undefined, '2026-12-01'), []);
  assert.deepEqual(change({ released: '2023-01-01' }, undefined, '2030-01-01'), [
    'version-promised',
  ]);
  assert.deepEqual(change({}, undefined, '2030-01-01'), []);
});
