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

  /** What could be sent, but for what a proof cannot choose. */
  async function valid(): Promise<{ readonly collection: string; readonly chosen: Members }> {
    const { make, frozen } = proving();
    const schema = resource.request('POST');
    const [chosen = {}] = fc.sample(valuesOf(schema, frozen.follow), { numRuns: 1, seed: 3 });
    const collection = resource.collection(await make.collection(resource.newest));
    return { collection, chosen: chosen as Members };
  }

  test(`${name}: a member that is missing is called by its name`, async () => {
    const { ask, body } = proving();
    const { collection, chosen } = await valid();
    const whole = await body(resource, chosen);
    for (const member of requiredOf(resource.request('POST'))) {
      const { [member]: _, ...rest } = whole;
      const answer = await ask('POST', collection, { body: rest });
      assert.ok(answer.status === 400 || answer.status === 422, answer.text);
      assert.ok(placesOf(answer).includes(`/${member}`), answer.text);
    }
  });

  for (const [member, { refused }] of Object.entries(resource.convertible)) {
    if (refused === undefined || resource.unwritable.has(member)) continue;
    test(`${name}: a value of ${member} that the newest version cannot hold is refused by that name`, async () => {
      const { ask, body } = proving();
      const { collection, chosen } = await valid();
      const sent = { ...(await body(resource, chosen)), [member]: refused };
      const answer = await ask('POST', collection, { body: sent });
      assert.equal(answer.body['code'], 'validation-failed', answer.text);
      const places = placesOf(answer);
      assert.ok(places.length > 0, answer.text);
      for (const place of places) assert.ok(`${place}/`.startsWith(`/${member}/`), answer.text);
    });
  }

  for (const [member, { type, unique, writeOnly, readOnly }] of Object.entries(fields)) {
    if (resource.removed.has(member) || resource.unwritable.has(member)) continue;
    if (type === 'reference' && !writeOnly && !readOnly) {
      test(`${name}: a reference to nothing is refused at ${member}`, async () => {
        const { collection, chosen } = await valid();
        const nothing = { [member]: unknownId };
        const { answer } = await proving().create(resource, collection, chosen, nothing);
        assert.equal(answer.status, 409, answer.text);
        assert.deepEqual(placesOf(answer), [`/${member}`]);
      });
    }
    // Bodies of the frozen document have no value of what the next minor release adds.
    const isSent = !Object.hasOwn(resource.added, member);
    if (isSent && unique && !readOnly && !resource.claimed.has(member)) {
      test(`${name}: a value that is taken is refused at ${member}`, async () => {
        const { ask, create, body } = proving();
        const { collection, chosen } = await valid();
        const first = await create(resource, collection, chosen);
        assert.equal(first.answer.status, 201, first.answer.text);
        // The service names one of several values that are taken: here there is one.
        const other = await body(resource, chosen);
        const answer = await ask('POST', collection, {
          body: { ...other, [member]: first.body[member] },
        });
        assert.equal(answer.status, 409, answer.text);
        // Where it is unique along with others, too, the answer may name these; or what claims say, which no caller has twice.
        const fromClaims = resource.unique.filter((each) => resource.claimed.has(each));
        const named = placesOf(answer);
        assert.ok(
          [member, ...fromClaims].some((each) => named.includes(`/${each}`)),
          answer.text,
        );
      });
    }
  }
}
