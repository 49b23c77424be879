import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  maxAttempts,
  nextAttempt,
} from '../../../../templates/src/runtime/events/webhooks/schedule.ts';

const at = new Date('2026-03-01T12:00:00Z');
const second = 1000;
const hour = 3600 * second;

const delayOf = (attempts: number, retryAfter?: string, deliveryId = 'one') => {
  const next = nextAttempt({ deliveryId, attempts, at, retryAfter });
  return next === undefined ? undefined : next.getTime() - at.getTime();
};

describe('the schedule of deliveries', () => {
  test('is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h with up to a fifth more, and then ends', () => {
    const delays = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    assert.equal(maxAttempts, delays.length + 1);
    for (const [index, seconds] of delays.entries()) {
      const delay = delayOf(index + 1) ?? 0;
      assert.ok(delay >= seconds * second && delay <= seconds * second * 1.2, String(delay));
    }
    assert.equal(delayOf(maxAttempts), undefined);
  });

  test('is the same after a restart, and another one for each delivery and attempt', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `delivery ${String(index)}`);
    const delays = ids.map((id) => delayOf(2, undefined, id) ?? 0);
    assert.deepEqual(
      delays,
      ids.map((id) => delayOf(2, undefined, id)),
    );
    assert.ok(new Set(delays).size > 190, 'they are spread');
    const quarters = delays.map((delay) => Math.floor((delay / (300 * second) - 1) / 0.05));
    for (const quarter of [0, 1, 2, 3]) {
      const share = quarters.filter((each) => each === quarter).length / delays.length;
      assert.ok(share > 0.1, `a ${String(share)} of them in quarter ${String(quarter)}`);
    }
  });

  test('waits longer where the receiver asks for it, in seconds or until a date', () => {
    assert.equal(delayOf(1, '120'), 120 * second);
    assert.equal(delayOf(1, ' 120 '), 120 * second);
    assert.equal(delayOf(1, new Date(at.getTime() + 2 * hour).toUTCString()), 2 * hour);
  });

  test('never waits shorter because of it, nor longer than a day, and ignores what is neither', () => {
    const own = delayOf(2);
    const past = new Date(at.getTime() - hour).toUTCString();
    for (const text of ['0', '1', past, '', 'soon', '-5', '1.5', '2026']) {
      assert.equal(delayOf(2, text), text === '2026' ? 2026 * second : own, text);
    }
    assert.equal(delayOf(1, '99999999999999'), 24 * hour);
    assert.equal(delayOf(1, 'Fri, 01 Mar 2999 00:00:00 GMT'), 24 * hour);
  });
});
