import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { valuesOf } from '../arbitraries.ts';
import { placesOf } from '../client.ts';
import { unknownId } from '../conformance.ts';
import type { FrozenResource, Members } from './frozen.ts';
import { requiredOf, type Proving } from './proving.ts';

/** What refuses a request calls its members as the version does. */
export function provePointers(resource: FrozenResource, proving: () => Proving): void {
  const { name, fields, methods } = resource;
  if (!methods.includes('create')) return;

  async function valid(): Promise<{ readonly collection: string; readonly body: Members }> {
    const { make, body, frozen } = proving();
    const schema = resource.request('POST');
    const [given = {}] = fc.sample(valuesOf(schema, frozen.follow), { numRuns: 1, seed: 3 });
    const collection = resource.collection(await make.collection(resource.newest));
    return { collection, body: await body(resource, given as Members) };
  }

  test(`${name}: a member that is missing is called by its name`, async () => {
    const { collection, body } = await valid();
    for (const member of requiredOf(resource.request('POST'))) {
      const { [member]: _, ...rest } = body;
      const answer = await proving().ask('POST', collection, { body: rest });
      assert.ok(answer.status === 400 || answer.status === 422, answer.text);
      assert.ok(placesOf(answer).includes(`/${member}`), answer.text);
    }
  });

  for (const [member, { type, unique, writeOnly }] of Object.entries(fields)) {
    if (resource.removed.has(member) || resource.unwritable.has(member)) continue;
    if (type === 'reference' && !writeOnly) {
      test(`${name}: a reference to nothing is refused at ${member}`, async () => {
        const { collection, body } = await valid();
        const answer = await proving().create(resource, collection, {
          ...body,
          [member]: unknownId,
        });
        assert.equal(answer.status, 409, answer.text);
        assert.deepEqual(placesOf(answer), [`/${member}`]);
      });
    }
    if (unique) {
      test(`${name}: a value that is taken is refused at ${member}`, async () => {
        const { collection, body } = await valid();
        const first = await proving().create(resource, collection, body);
        assert.equal(first.status, 201, first.text);
        // Of several values that are taken, one is told.
        const { body: other } = await valid();
        const answer = await proving().ask('POST', collection, {
          body: { ...other, [member]: body[member] },
        });
        assert.equal(answer.status, 409, answer.text);
        assert.deepEqual(placesOf(answer), [`/${member}`]);
      });
    }
  }
}
