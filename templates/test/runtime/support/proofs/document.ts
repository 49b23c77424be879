import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, type Frozen } from './frozen.ts';
import type { Proving } from './proving.ts';

/** The document that is served tells of the version what the frozen one told: its state, which the clock decides, is laid over. */
export function proveDocument(frozen: Frozen, proving: () => Proving): void {
  const { label, resources } = frozen;
  const collections = resources.map(({ path }) => `/v${label}${path}`);
  for (const { method, path } of frozen.operations) {
    // What is told of events and of webhooks grows with what happens to versions.
    const anonymous = path.replaceAll(/\{\w+\}/g, '{id}');
    if (!collections.some((each) => `${anonymous}/`.startsWith(`${each}/`))) continue;
    const lost = resources
      .filter((each) => `/v${label}${each.path}` === anonymous)
      .flatMap(({ lost: { filter, sort } }) => (sort.length === 0 ? filter : [...filter, 'sort']));
    test(`document: ${method} ${path} is told as it was`, async () => {
      const { body } = await proving().service.anonymous('GET', `/openapi/v${label}.json`);
      const now = documentOf(body);
      assert.ok(now.has(method, path), 'it is not told of');
      assert.deepEqual(now.promise(method, path, lost), frozen.promise(method, path, lost));
    });
  }
}
