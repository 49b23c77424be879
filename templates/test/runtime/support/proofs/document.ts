import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, type Frozen } from './frozen.ts';
import { assertGrown } from './grown.ts';
import type { Proving } from './proving.ts';

/** The document that is served tells of the version what the frozen one told: its state, which the clock decides, is laid over. */
export function proveDocument(frozen: Frozen, proving: () => Proving): void {
  const { label, resources } = frozen;
  const collections = resources.map(({ path }) => `/v${label}${path}`);
  for (const { method, path } of frozen.operations) {
    // The part about events and webhooks grows with the events about versions.
    const anonymous = path.replaceAll(/\{\w+\}/g, '{id}');
    if (!collections.some((each) => `${anonymous}/`.startsWith(`${each}/`))) continue;
    const lost = resources.flatMap((each) => {
      const { filter, sort } = each.lost;
      const own = `/v${label}${each.path}`;
      return [
        ...(own === anonymous ? filter : []),
        ...(own === anonymous && sort.length > 0 ? ['sort'] : []),
        ...(`${anonymous}/`.startsWith(`${own}/`) ? each.demanded : []),
      ];
    });
    test(`document: ${method} ${path} is described as it was`, async () => {
      const { body } = await proving().service.anonymous('GET', `/openapi/v${label}.json`);
      const now = documentOf(body);
      assert.ok(now.has(method, path), 'it is not told of');
      assert.deepEqual(now.promise(method, path, lost), frozen.promise(method, path, lost));
    });
  }
  proveWebhooks(frozen, proving);
}

/** Webhook endpoints know more versions and events of versions as time goes by; what they were is still there. */
function proveWebhooks(frozen: Frozen, proving: () => Proving): void {
  const { label } = frozen;
  const served = async () => {
    const { body } = await proving().service.anonymous('GET', `/openapi/v${label}.json`);
    return documentOf(body);
  };
  for (const { method, path } of frozen.operations) {
    if (!path.startsWith(`/v${label}/webhook-endpoints`)) continue;
    test(`document: ${method} ${path} is described as it was, or more`, async () => {
      const now = await served();
      assert.ok(now.has(method, path), 'it is not told of');
      assertGrown(now.promise(method, path, []), frozen.promise(method, path, []), '');
    });
  }
  const names = Object.keys((frozen.value['webhooks'] ?? {}) as object);
  for (const name of names.filter((each) => !frozen.withdrawn.includes(each))) {
    test(`document: the webhook ${name} is described as it was`, async () => {
      assertGrown((await served()).webhook(name), frozen.webhook(name), '');
    });
  }
}
