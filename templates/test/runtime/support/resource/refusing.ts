import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { placesOf } from '../client.ts';
import type { Json } from '../sample.ts';
import {
  addressOf,
  offers,
  referable,
  unknownId,
  type ResourceContext,
  type ResourceTests,
} from './context.ts';

/** Bodies that are refused, with the place of what is wrong. */
export function testRefusing({ sample, context }: ResourceTests): void {
  if (offers(sample, 'update')) {
    for (const name of sample.immutable) {
      test(`${name} keeps its first value`, async (testing) => {
        const { send, make, collection } = context();
        const attribute = sample.attributes.find(({ member }) => member === name);
        const second = await make.body(sample, 1);
        const first = await make.body(sample);
        const possible = [
          attribute?.other,
          second[name],
          ...sample.bodies.map((body) => body[name]),
        ];
        const value = possible.find(
          (each) => each !== undefined && !isDeepStrictEqual(each, first[name]),
        );
        if (value === undefined) {
          testing.skip(
            `tests have no other value of it: ${sample.alike[name] ?? 'no sample has it'}`,
          );
          return;
        }
        const address = addressOf(context(), await make.insert(sample, collection, first));
        const answer = await send('PATCH', address, { body: { [name]: value } });
        assert.deepEqual(placesOf(answer), [`/${name}`], answer.text);
      });
    }
  }
  if (!offers(sample, 'create')) return;

  test('what the service sets is refused', async () => {
    const { send, make, collection } = context();
    const body = await make.spare(sample);
    for (const name of ['id', 'createdAt', 'updatedAt', 'revision', ...sample.readOnly]) {
      const answer = await send('POST', collection, { body: { ...body, [name]: unknownId } });
      assert.equal(answer.body['code'], 'validation-failed', name);
      assert.deepEqual(placesOf(answer), [`/${name}`]);
    }
  });

  test('an unknown member is refused', async () => {
    const { send, make, collection } = context();
    const body = { ...(await make.spare(sample)), 'no~such/member': 1 };
    const answer = await send('POST', collection, { body });
    assert.deepEqual(placesOf(answer), ['/no~0such~1member']);
  });

  for (const { member, value, at } of sample.invalid) {
    test(`${member} refuses ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const { send, make, collection } = context();
      const body = { ...(await make.spare(sample)), [member]: value };
      const answer = await send('POST', collection, { body });
      assert.equal(answer.body['code'], 'validation-failed', answer.text);
      assert.ok(placesOf(answer).includes(at), answer.text);
    });
  }

  for (const name of sample.required) {
    test(`${name} is required`, async () => {
      const { send, make, collection } = context();
      const { [name]: _, ...body } = await make.spare(sample);
      const answer = await send('POST', collection, { body });
      assert.equal(answer.body['code'], 'validation-failed', answer.text);
      assert.deepEqual(placesOf(answer), [`/${name}`]);
    });
  }

  for (const name of sample.references) {
    test(`${name} must refer to something`, async () => {
      const { send, make, collection } = context();
      const body = { ...(await make.body(sample)), [name]: unknownId };
      const answer = await send('POST', collection, { body });
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body['code'], 'reference-conflict');
      assert.deepEqual(placesOf(answer), [`/${name}`]);
    });
  }

  for (const key of sample.uniqueKeys) {
    test(`${key.join(' and ')} must be unique`, async (testing) => {
      const { send, make, collection } = context();
      const other = await make.full(sample);
      const body = await referring(context(), key, await make.full(sample));
      const absent = key.filter(
        (name) => isUnset(body, name) && name !== sample.parent?.idParameter,
      );
      if (absent.length > 0) {
        testing.skip(
          `a sample of it has no ${absent.join(' and ')}, and nothing is equal to what is absent or null`,
        );
        return;
      }
      const first = await send('POST', collection, { body });
      assert.equal(first.status, 201, first.text);
      const same = Object.entries(body).filter(([name]) => key.includes(name));
      const second: Json = { ...other, ...Object.fromEntries(same) };
      const answer = await send('POST', collection, { body: second });
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body['code'], 'unique-conflict');
      // Where there is room for one alone, it is the same in its other keys, too.
      const isSame = (name: string) =>
        !(sample.references.includes(name) && isUnset(second, name)) &&
        isDeepStrictEqual(second[name], body[name]);
      const equal = sample.uniqueKeys.filter((each) => each.every(isSame));
      const places = equal.map((each) =>
        each
          .map((member) => `/${member}`)
          .toSorted()
          .join(),
      );
      assert.ok(places.includes(placesOf(answer).toSorted().join()), answer.text);
    });
  }
}

/** A body that refers to something in each member of a key that need not refer to anything. */
async function referring(
  context: ResourceContext,
  key: readonly string[],
  body: Json,
): Promise<Json> {
  const { sample, make } = context;
  const references: Record<string, string> = {};
  for (const name of sample.references.filter(
    (each) => key.includes(each) && isUnset(body, each),
  )) {
    const id = await referable(context, name, 2);
    if (id !== undefined) references[name] = id;
  }
  const whole = { ...body, ...references };
  await make.clear(sample, whole);
  return whole;
}

/** Whether it is absent, or null: nothing is equal to that. */
function isUnset(body: Json, name: string): boolean {
  return (body[name] ?? null) === null;
}
