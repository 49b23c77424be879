import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { isObject } from '../answer-members.ts';
import { valuesOf } from '../arbitraries.ts';
import { unknownId } from '../conformance.ts';
import type { FrozenResource, Members, Schema } from './frozen.ts';
import { assertShown, asShown } from './assert-shown.ts';
import {
  forAll,
  isEmpty,
  isOfService,
  isShownByNewest,
  membersOf,
  newestRows,
  requiredOf,
  type Proving,
} from './proving.ts';

/** Bodies of one resource, in both directions. */
export function proveShapes(resource: FrozenResource, proving: () => Proving): void {
  const { name, methods, lossy } = resource;
  const request = resource.request('POST');
  const writable = membersOf(request, (member) => resource.fields[member]?.type !== 'reference');

  /** The address in this version of what the newest one has. */
  function addressOf(newest: string): string {
    const cut = newest.lastIndexOf('/');
    return `${resource.collection(newest.slice(0, cut))}${newest.slice(cut)}`;
  }

  if (methods.includes('read')) {
    test(`${name}: whatever the newest version holds is shown as it was promised`, async () => {
      const { ask, keep } = proving();
      await forAll(newestRows(resource, proving()), async (row) => {
        const { status } = await ask('GET', addressOf(await keep(resource, row)));
        assert.equal(status, 200);
      });
    });
  }

  if (methods.includes('create') && methods.includes('read')) {
    test(`${name}: what could be sent can be sent, and is shown as it was sent`, async () => {
      const { ask, create, newestOf, now: shownNow, make, frozen } = proving();
      const newest = newestOf(resource);
      const schema = resource.request('POST');
      const newestCollection = await make.collection(resource.newest);
      const collection = resource.collection(newestCollection);
      let created = 0;
      const holds = async (given: Members) => {
        const { body, answer } = await create(resource, collection, given);
        // It is what the schema of the version asks for: only a rule can refuse it.
        assert.notEqual(answer.body['code'], 'validation-failed', answer.text);
        assert.ok(answer.status < 500, answer.text);
        if (answer.status >= 400) return;
        created += 1;
        assert.equal(answer.status, 201);
        const location = answer.headers.get('location') ?? '';
        assertShown(resource, schema, body, answer.body);
        const id = String(answer.body['id']);
        assert.ok(location.includes(id), `${location} is its address`);
        const again = await ask('GET', `${collection}/${id}`);
        assert.deepEqual(again.body, answer.body);
        const now = await shownNow(resource, `${newestCollection}/${id}`);
        if (isShownByNewest(resource)) {
          const held = withinBounds(now.body, resource);
          newest.check('GET', `${resource.newest.path}/{id}`, now.status, held);
        }
      };
      await forAll(bodiesOf(schema, frozen.follow), holds);
      // And what is left out as far as it can be.
      const required = requiredOf(schema);
      const properties = membersOf(schema, (member) => required.includes(member));
      await forAll(bodiesOf({ ...schema, properties }, frozen.follow), holds, 2);
      assert.ok(created > 0, 'not one of them was taken');
    });

    for (const [member, { default: initial }] of Object.entries(writable)) {
      if (initial === undefined) continue;
      test(`${name}: ${member} that is not sent is what it was by default`, async () => {
        const { create, now: shownNow, make, frozen } = proving();
        const schema = resource.request('POST');
        const newest = await make.collection(resource.newest);
        const collection = resource.collection(newest);
        // Whatever it becomes now, also where it is shown as something else.
        const kept = async (given: Members) => {
          const { answer } = await create(resource, collection, given);
          assert.equal(answer.status, 201, answer.text);
          const now = await shownNow(resource, `${newest}/${String(answer.body['id'])}`);
          return comparable(now.body, resource);
        };
        await forAll(
          bodiesOf(schema, frozen.follow),
          async (given) => {
            const unsent = Object.entries(given).filter(([each]) => each !== member);
            assert.deepEqual(
              await kept(Object.fromEntries(unsent)),
              await kept({ ...given, [member]: initial }),
            );
          },
          3,
        );
      });
    }

    for (const member of Object.keys(resource.fields)) {
      if (resource.fields[member]?.writeOnly !== true || !(member in membersOf(request))) continue;
      if (lossy.has(member)) continue;
      test(`${name}: ${member}, which is never shown, is kept`, async () => {
        const { create, make, service, frozen } = proving();
        const schema = resource.request('POST');
        const collection = resource.collection(await make.collection(resource.newest));
        await forAll(
          bodiesOf(schema, frozen.follow, [member]),
          async (given) => {
            const { body, answer } = await create(resource, collection, given);
            assert.equal(answer.status, 201, answer.text);
            const rows = await resource.newest.rows(service.database);
            const row = rows.find(({ id }) => id === answer.body['id']) ?? {};
            const isKept = Object.values(row).some((value) =>
              isDeepStrictEqual(value, body[member]),
            );
            assert.ok(isKept, `${member} is in no column`);
          },
          3,
        );
      });
    }
  }

  for (const method of ['PUT', 'PATCH'] as const) {
    if (!methods.includes('read') || !methods.includes(method === 'PUT' ? 'replace' : 'update')) {
      continue;
    }
    test(`${name}: ${method} of what was read changes nothing`, async () => {
      const { ask, keep, stored, now: shownNow } = proving();
      await forAll(newestRows(resource, proving()), async (row) => {
        const address = await keep(resource, row);
        const before = await stored(resource, address);
        const { body: newest } = await shownNow(resource, address);
        const { body: seen } = await ask('GET', addressOf(address));
        const answer = await ask(method, addressOf(address), { body: sendable(resource, seen) });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(unchanging(answer.body), unchanging(seen));
        assert.deepEqual(await stored(resource, address), before);
        const { body: after } = await shownNow(resource, address);
        assert.deepEqual(unchanging(after), unchanging(newest));
      });
    });
  }

  if (methods.includes('replace') && !resource.createByReplace) {
    test(`${name}: PUT creates nothing, as it was promised`, async () => {
      const { service, body, make, frozen, stored } = proving();
      const collection = await make.collection(resource.newest);
      const values = bodiesOf(resource.request('PUT'), frozen.follow);
      const [chosen = {}] = fc.sample(values, { numRuns: 1, seed: 3 });
      const address = `${collection}/${unknownId}`;
      // A condition would refuse it, too.
      const isConditional = resource.newest.preconditions === 'required';
      const answer = await service.request('PUT', addressOf(address), {
        body: await body(resource, chosen),
        headers: isConditional ? { 'if-match': '*' } : {},
      });
      assert.equal(answer.status, 404, answer.text);
      assert.deepEqual(await stored(resource, address), {});
    });
  }

  if (methods.includes('read') && methods.includes('update')) {
    for (const [member, schema] of Object.entries(writable)) {
      const { immutable, writeOnly } = resource.fields[member] ?? {};
      if (immutable === true || writeOnly === true || resource.unique.includes(member)) continue;
      if (resource.claimed.has(member)) continue;
      test(`${name}: ${member} is changed, alone, and back`, async () => {
        const { ask, keep, stored, frozen } = proving();
        const values = fc.record({
          row: newestRows(resource, proving()),
          value: valuesOf(schema, frozen.follow),
        });
        await forAll(
          values,
          async ({ row, value }) => {
            const address = await keep(resource, row);
            const kept = await stored(resource, address);
            const { body: before } = await ask('GET', addressOf(address));
            const changed = await ask('PATCH', addressOf(address), {
              // A patch of an object is merged into it: what is not mentioned stays.
              body: patchOf(member, value, before[member]),
            });
            assert.equal(changed.status, 200, changed.text);
            const others = (all: Members) =>
              Object.entries(unchanging(all)).filter(
                ([each]) => each !== member && !resource.computed.has(each),
              );
            assert.deepEqual(others(changed.body), others(before));
            if (lossy.has(member)) return;
            // A patch takes a member of an object away by null, and one that may be null is shown so.
            assert.deepEqual(
              withoutNulls(asShown(resource, member, changed.body[member])),
              withoutNulls(asShown(resource, member, value)),
            );
            const back = await ask('PATCH', addressOf(address), {
              body: patchOf(member, before[member] ?? null, value),
            });
            assert.deepEqual(unchanging(back.body), unchanging(before));
            // What this version does not see of items goes with them.
            if (Array.isArray(value)) return;
            assert.deepEqual(withoutEmpty(await stored(resource, address)), withoutEmpty(kept));
          },
          5,
        );
      });
    }
  }

  if (methods.includes('delete')) {
    test(`${name}: DELETE removes it`, async () => {
      const { ask, make, stored } = proving();
      const collection = await make.collection(resource.newest);
      const { id } = await make.insert(resource.newest, collection);
      const address = `${collection}/${id}`;
      assert.equal((await ask('DELETE', addressOf(address))).status, 204);
      assert.deepEqual(await stored(resource, address), {});
      if (methods.includes('read'))
        assert.equal((await ask('GET', addressOf(address))).status, 404);
    });
  }
}

/** A resource of the newest version with usual values of the members that may have values beyond its bounds. */
function withinBounds(shown: Members, { newest, narrowed }: FrozenResource): Members {
  const usual: Members = newest.bodies[0];
  const there = narrowed.filter((name) => name in shown && name in usual);
  return { ...shown, ...Object.fromEntries(there.map((name) => [name, usual[name]])) };
}

/** An object that is made of members of this version is there only while one of them is. */
function withoutEmpty(stored: Members): Members {
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, isEmptyObject(value) ? null : value]),
  );
}

function isEmptyObject(value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length === 0;
}

/** Bodies that a schema describes; where one has members that must be there for a proof, with these. */
export function bodiesOf(
  schema: Schema,
  follow: (schema: Schema) => Schema,
  present: readonly string[] = [],
): fc.Arbitrary<Members> {
  assert.ok(!isEmpty(schema), 'the frozen document has a schema of the body');
  const required = [...((schema as { required?: readonly string[] }).required ?? []), ...present];
  return valuesOf({ ...schema, required }, follow) as fc.Arbitrary<Members>;
}

/** What can be sent back: of a patch only what a client may set. */
export function sendable(resource: FrozenResource, seen: Members): Members {
  return Object.fromEntries(
    Object.entries(seen).filter(
      ([member]) => resource.fields[member]?.readOnly !== true && !isOfService(member, resource),
    ),
  );
}

/** Without what every change counts. */
function unchanging(shown: Members): Members {
  const { revision: _, updatedAt: __, ...others } = shown;
  return others;
}

/** Without what no two of them share, and what they refer to. */
function comparable(shown: Members, { newest, unique }: FrozenResource): Members {
  const { id: _, createdAt: __, ...others } = unchanging(shown);
  const own = new Set([...newest.uniqueKeys.flat(), ...unique, ...newest.references]);
  return Object.fromEntries(Object.entries(others).filter(([member]) => !own.has(member)));
}

/** Without the members of objects that are null: outside of lists, where nothing is merged. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const left = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(left.map(([name, each]) => [name, withoutNulls(each)]));
}

/** A merge patch that makes a member what it should be: members of an object that it should not have are removed. */
export function patchOf(member: string, value: unknown, before: unknown): Members {
  if (!isObject(value) || !isObject(before)) return { [member]: value };
  const removed = Object.keys(before).filter((each) => !(each in value));
  return { [member]: { ...value, ...Object.fromEntries(removed.map((each) => [each, null])) } };
}
