import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalDuration } from '../../src/specification/values/duration.ts';
import * as service from '../../templates/src/runtime/storage/durations.ts';

const canonical = {
  PT15M: 'PT15M',
  PT60M: 'PT1H',
  PT90S: 'PT1M30S',
  PT24H: 'P1D',
  P1W: 'P7D',
  P14M: 'P1Y2M',
  P12M: 'P1Y',
  P1M: 'P1M',
  P0D: 'PT0S',
  'PT0.0S': 'PT0S',
  'PT0.50S': 'PT0.5S',
  'PT60.250S': 'PT1M0.25S',
  'P1Y2M3DT4H5M6.007S': 'P1Y2M3DT4H5M6.007S',
  PT2147483647S: 'P24855DT3H14M7S',
  PT86399999999999S: 'P999999999DT23H59M59S',
};

for (const [text, expected] of Object.entries(canonical)) {
  test(`${text} is ${expected}, in the generator and in the service`, () => {
    assert.equal(canonicalDuration(text), expected);
    assert.equal(service.canonicalDuration(text), expected);
    assert.equal(canonicalDuration(expected), expected);
  });
}

for (const text of [
  '',
  'P',
  'PT',
  'P1W1D',
  '-PT1S',
  'PT1,5S',
  'PT0.0001S',
  'pt1s',
  'P0.5D',
  'P1S',
  // As many years and days as the canonical text has digits for.
  'PT86400000000000S',
  'P143000000W',
  'P999999999Y12M',
]) {
  test(`"${text}" is no duration`, () => {
    assert.equal(canonicalDuration(text), undefined);
    assert.equal(service.canonicalDuration(text), undefined);
  });
}
