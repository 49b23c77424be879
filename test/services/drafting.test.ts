import { describe, test } from 'node:test';
import { evolvedFixture, expectVersions } from '../support/evolved-fixture.ts';

describe('a service that a new user takes through four versions', () => {
  const directory = evolvedFixture('drafting', 'gallery-loans', ['1', '2', '3', '4']);

  test('compiles, and its older versions are what they were', () => {
    expectVersions(directory);
  });
});
