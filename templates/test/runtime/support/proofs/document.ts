import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMembers } from './added-members.ts';
import { documentOf, type Frozen, type Schema } from './frozen.ts';
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
    const { lost, addedParameters, demanded, undemanded, unclaimed, lostTypes } = resource;
    const filters = [...lost.filter, ...addedParameters.filter];
    const sorts = [...lost.sort, ...addedParameters.sort];
    const added = new Set(Object.keys(resource.added));
    const isReanswered = resource.reanswered.some((action) => path.endsWith(`}/${action}`));
    const statuses = isReanswered
      ? ['200', '202', '204']
      : method === 'PUT'
        ? resource.lostStatuses
        : [];
    const isList = anonymous === `/v${label}${resource.path}`;
    /** Parameters that one of the two documents does not have. */
    const different = [
      // The second form is that of JSON:API.
      ...(isList ? filters.flatMap((name) => [name, `filter[${name}]`]) : []),
      ...(isList ? lost.parameters : []),
      ...(isList && sorts.length > 0 ? ['sort'] : []),
      ...demanded,
    ];
    test(`document: ${method} ${path} is described as it was`, async () => {
      const { body } = await proving().service.anonymous('GET', `/openapi/v${label}.json`);
      const now = documentOf(body);
      assert.ok(now.has(method, path), 'the document does not describe it');
      const [is, was] = [now, frozen].map((document) =>
        withoutTypes(
          lostTypes,
          withoutMembers(
            added,
            withoutDemand(
              unclaimed,
              document.promise(method, path, different, undemanded, statuses),
            ),
          ),
        ),
      );
      assert.deepEqual(is, was);
    });
  }
  proveWebhooks(frozen, proving);
}

/** Webhook endpoints know more versions and events of versions as time goes by; what they were is still there. */
function proveWebhooks(frozen: Frozen, proving: () => Proving): void {
  const { label } = frozen;
  if (frozen.hasNoWebhooks) return;
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
  const added = new Set(frozen.resources.flatMap((each) => Object.keys(each.added)));
  const names = Object.keys((frozen.value['webhooks'] ?? {}) as object);
  for (const name of names.filter((each) => !frozen.withdrawn.includes(each))) {
    test(`document: the webhook ${name} is described as it was`, async () => {
      const [now, then] = [await served(), frozen].map((document) =>
        withoutMembers(added, document.webhook(name)),
      );
      assertGrown(now, then, '');
    });
  }
}

/** What a document says, but for what has such media types, with or without a version in their names. */
function withoutTypes(types: readonly string[], said: unknown): unknown {
  if (types.length === 0) return said;
  const isLost = (name: string) => types.some((type) => isOfType(name, type));
  if (Array.isArray(said)) {
    const isOfLost = (each: unknown) =>
      isLost(/ For `([^`]+)` only\.$/.exec(textOf(each))?.[1] ?? '');
    return said.filter((each) => !isOfLost(each)).map((each) => withoutTypes(types, each));
  }
  if (typeof said !== 'object' || said === null) return said;
  // Of a parameter it also says which of them have another one instead.
  const isSaid = (name: string) => name === 'description' && 'in' in said;
  const left = Object.entries(said).filter(([name]) => !isLost(name) && !isSaid(name));
  return Object.fromEntries(left.map(([name, each]) => [name, withoutTypes(types, each)]));
}

function textOf(parameter: unknown): string {
  const { description } = (parameter ?? {}) as { readonly description?: unknown };
  return typeof description === 'string' ? description : '';
}

/** `application/vnd.acme.v1.hal+json` and `application/hal+json;version=1` are of the type `application/hal+json`. */
function isOfType(name: string, type: string): boolean {
  const [written = ''] = name.split(';');
  const structure = type.replace('application/', '');
  const ending = structure.includes('+') ? `.${structure}` : `+${structure}`;
  return written === type || (written.startsWith('application/vnd.') && written.endsWith(ending));
}

/** What a document says, but for whether such members can be left out, or be null in a patch. */
function withoutDemand(members: readonly string[], said: unknown): unknown {
  if (members.length === 0) return said;
  if (Array.isArray(said)) return said.map((each) => withoutDemand(members, each));
  if (typeof said !== 'object' || said === null) return said;
  const entries = Object.entries(said).map(([key, value]: [string, unknown]) => {
    const each = withoutDemand(members, value);
    if (key === 'properties') return [key, withoutNulls(members, each as Schema)] as const;
    if (key !== 'required' || !Array.isArray(each)) return [key, each] as const;
    const left = each.filter((name) => !members.includes(String(name)));
    return [key, left.length === 0 ? undefined : left] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function withoutNulls(members: readonly string[], properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!members.includes(name)) return [name, property];
      const { type, enum: values, ...others } = property as Schema;
      const left = {
        type: [type].flat().filter((each) => each !== 'null'),
        ...(Array.isArray(values) && { enum: values.filter((each) => each !== null) }),
      };
      return [name, { ...others, ...left }];
    }),
  );
}
