import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../client.ts';
import { addressOf, offers, unknownId, type ResourceTests } from './context.ts';

/** Bodies that are refused, with the place of what is wrong. */
export function testRefusing({ sample, context }: ResourceTests): void {
  if (offers(sample, 'update')) {
    for (const name of sample.immutable) {
      test(`${name} keeps its first value`, async () => {
        const { send, make, collection } = context();
        const address = addressOf(context(), await make.insert(sample, collection));
        const attribute = sample.attributes.find(({ member }) => member === name);
        const value = attribute?.other ?? (await make.body(sample, 1))[name];
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
    test(`${key.join(' and ')} must be unique`, async () => {
      const { send, make, collection } = context();
      const body = await make.body(sample);
      assert.equal((await send('POST', collection, { body })).status, 201);
      // Nothing is equal to what is absent.
      const isSaid = (name: string) => name in body || name === sample.parent?.idParameter;
      if (!key.every(isSaid)) return;
      const same = Object.entries(body).filter(([name]) => key.includes(name));
      const second = { ...(await make.body(sample)), ...Object.fromEntries(same) };
      const answer = await send('POST', collection, { body: second });
      assert.equal(answer.status, 409, answer.text);
      assert.equal(answer.body['code'], 'unique-conflict');
      assert.deepEqual(placesOf(answer).toSorted(), key.map((name) => `/${name}`).toSorted());
    });
  }
}
