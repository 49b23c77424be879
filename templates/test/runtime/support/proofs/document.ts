import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf, type Frozen } from './frozen.ts';
import { assertGrown } from './grown.ts';
import type { Proving } from './proving.ts';

/** The served document describes the version as the frozen one did: its state, which the clock decides, is laid over. */
export function proveDocument(frozen: Frozen, proving: () => Proving): void {
  const { label, resources } = frozen;
  for (const { method, path } of frozen.operations) {
    // The part about events and webhooks grows with the events about versions.
    const anonymous = path.replaceAll(/\{\w+\}/g, '{id}');
    // The path of a child begins with that of its parent, too.
    const [resource] = resources
      .filter((each) => `${anonymous}/`.startsWith(`/v${label}${each.path}/`))
      .toSorted((a, b) => b.path.length - a.path.length);
    if (resource === undefined) continue;
    const { lost: asked, demanded, undemanded } = resource;
    const statuses = method === 'PUT' ? resource.lostStatuses : [];
    const isList = anonymous === `/v${label}${resource.path}`;
    const lost = [
      ...(isList ? [...asked.filter, ...asked.parameters] : []),
      ...(isList && asked.sort.length > 0 ? ['sort'] : []),
      ...demanded,
    ];
    test(`document: ${method} ${path} is described as it was`, async () => {
      const { body } = await proving().service.anonymous('GET', `/openapi/v${label}.json`);
      const now = documentOf(body);
      assert.ok(now.has(method, path), 'the document does not describe it');
      assert.deepEqual(
        now.promise(method, path, lost, undemanded, statuses),
        frozen.promise(method, path, lost, undemanded, statuses),
      );
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
      assert.ok(now.has(method, path), 'the document does not describe it');
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
