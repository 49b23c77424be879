import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  codedTag,
  entityTag,
  parseTags,
  revisionOf,
} from '../../../templates/src/runtime/endpoints/entity-tag.ts';

describe('entity tags', () => {
  test('name a revision, whatever the version is called and the representation is', () => {
    for (const label of ['0', '4', '9999', '2025-01-15']) {
      for (const tag of [
        entityTag(17, label, 'json'),
        codedTag(entityTag(17, label, 'hal.de'), 'gzip'),
      ]) {
        const tags = parseTags(tag);
        assert.ok(tags !== undefined && tags !== '*');
        assert.deepEqual(tags.map(revisionOf), [17], tag);
      }
    }
  });

  test('that are not of the service name none', () => {
    for (const tag of ['"17"', '"17.json"', '"17.vX.json"', '"017.v4.json"', 'W/"17.v4.json"']) {
      const tags = parseTags(tag);
      assert.ok(tags !== undefined && tags !== '*');
      assert.deepEqual(tags.map(revisionOf), [undefined], tag);
    }
  });
});
