import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testInstant } from '../../src/rendering/views/versions/test-clock.ts';

const day = (...versions: Parameters<typeof testInstant>[0]) => testInstant(versions).slice(0, 10);

test('tests begin on the usual day where nothing speaks against it', () => {
  assert.equal(day({ label: '1' }), '2026-01-01');
  assert.equal(day({ label: '1', released: '2025-03-01' }), '2026-01-01');
  assert.equal(day({ label: '1', released: '2023-03-01' }, { label: '2' }), '2026-01-01');
});

test('they begin when the newest version is released, and before anything is taken from it', () => {
  assert.equal(day({ label: '1', released: '2026-11-01' }), '2026-11-01');
  const ending = {
    label: '1',
    released: '2023-01-01',
    deprecated: '2025-01-01',
    sunset: '2025-09-01',
  };
  assert.equal(day(ending), '2023-01-01');
});

test('they begin while older versions are as they were, where the newest one allows it', () => {
  const older = {
    label: '1',
    released: '2023-01-01',
    deprecated: '2024-07-01',
    sunset: '2025-06-01',
  };
  assert.equal(day(older, { label: '2', released: '2024-06-01' }), '2024-06-01');
  assert.equal(day(older, { label: '2', released: '2025-07-01' }), '2026-01-01');
});
