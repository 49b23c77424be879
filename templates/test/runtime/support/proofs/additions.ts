import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { valuesOf } from '../arbitraries.ts';
import { asShown } from './assert-shown.ts';
import { documentOf, type FrozenResource, type Schema } from './frozen.ts';
import { forAll, membersOf, type Proving } from './proving.ts';
import { bodiesOf, patchOf, sendable } from './shapes.ts';

/**
 * Members that the next minor release of a version adds: no frozen document has them, so their values are those that the served
 * one describes. From that release on, the frozen document says the rest.
 */
export function proveAdditions(
  label: string,
  resource: FrozenResource,
  proving: () => Proving,
): void {
  const { name, path, methods, added } = resource;
  for (const [member, { type, immutable, readOnly, writeOnly }] of Object.entries(added)) {
    if (type === 'reference' || readOnly || writeOnly) continue;
    if (!methods.includes('create') || !methods.includes('read')) continue;
    const changes = methods.includes('update') && !immutable;
    test(`${name}: ${member}, which the next minor release adds, can be sent and is shown`, async () => {
      const { service, create, ask, make, frozen } = proving();
      const { body: served } = await service.anonymous('GET', `/openapi/v${label}.json`);
      const document = documentOf(served);
      const sent: Schema | undefined = membersOf(document.request('POST', path))[member];
      assert.ok(sent !== undefined, `the served document does not describe ${member}`);
      const collection = resource.collection(await make.collection(resource.newest));
      const values = valuesOf(sent, document.follow);
      const body = bodiesOf(resource.request('POST'), frozen.follow);
      let created = 0;
      const assertHas = (shown: unknown, value: unknown, what: string) => {
        assert.deepEqual(asShown(resource, member, shown), asShown(resource, member, value), what);
      };
      await forAll(fc.record({ body, first: values, second: values }), async (given) => {
        const { answer } = await create(resource, collection, given.body, {
          [member]: given.first,
        });
        assert.notEqual(answer.body['code'], 'validation-failed', answer.text);
        // Another row may have the value of what is unique.
        if (answer.status >= 400) return;
        created += 1;
        assertHas(answer.body[member], given.first, 'the answer has what was sent');
        const address = `${collection}/${String(answer.body['id'])}`;
        if (changes) {
          const changed = await ask('PATCH', address, {
            body: patchOf(member, given.second, answer.body[member]),
          });
          if (changed.status >= 400) return;
        }
        const { body: seen } = await ask('GET', address);
        assertHas(seen[member], changes ? given.second : given.first, 'it is shown as it is now');
        if (!methods.includes('replace')) return;
        const back = await ask('PUT', address, { body: sendable(resource, seen) });
        assert.equal(back.status, 200, back.text);
        assertHas(back.body[member], seen[member], 'a replacement by what was read keeps it');
      });
      assert.ok(created > 0, 'not one of them was taken');
    });
  }
}
