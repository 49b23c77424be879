import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { violationsOf } from '../../../templates/src/runtime/endpoints/validation.ts';
import { orderSchemas, startDesk, type Desk } from './fixture/desk.ts';
import { create, down, purchaseSchemas, replace, version1 } from './fixture/version-1.ts';

let desk: Desk;
before(async () => {
  desk = await startDesk(version1);
});
after(() => desk.close());

let counter = 0;
const nextNumber = () => `P-${String((counter += 1))}`;

const ada = (members: object = {}) => ({
  number: nextNumber(),
  customerName: 'Ada Lovelace',
  total: 12.5,
  ...members,
});

/** Creates a purchase in version 1. */
async function purchased(members: object = {}) {
  const answer = await desk.send('POST', '/v1/purchases', ada(members));
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

const idOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => String(body['id']);

test('what is created in the older version is what the newest one has', async () => {
  const made = await purchased({ pin: '1234', parcels: [{ code: 'A1' }] });
  const id = idOf(made);
  assert.equal(made.headers.get('location'), `/v1/purchases/${id}`);
  assert.match(made.headers.get('etag') ?? '', /^"1\.v1\.json\.[\w-]+"$/);
  const { id: _, createdAt: __, updatedAt: ___, number: ____, ...rest } = made.body;
  assert.deepEqual(rest, {
    revision: 1,
    customerName: 'Ada Lovelace',
    total: 12.5,
    note: null,
    channel: 'web',
    status: 'open',
    parcels: [{ code: 'A1' }],
  });
  const newest = await desk.send('GET', `/v3/orders/${id}`);
  assert.equal(newest.body['firstName'], 'Ada');
  assert.equal(newest.body['lastName'], 'Lovelace');
  assert.equal(newest.body['total'], '12.50');
  assert.equal(newest.body['priority'], 'normal');
  assert.deepEqual(newest.body['parcels'], [{ barcode: 'A1' }]);
  assert.deepEqual(violationsOf(purchaseSchemas.shown, { ...made.body }, 'body'), []);
});

test('a list of the older version filters, sorts and counts by its own names and types', async () => {
  const names = ['Grace Hopper', 'Mary Somerville', 'Mary Shelley', 'Emmy Noether'];
  const before = await desk.send('GET', '/v1/purchases');
  assert.equal((before.body['page'] as { size: number }).size, 50);
  for (const [index, customerName] of names.entries()) {
    await purchased({ customerName, total: 100 + index });
  }
  const found = async (query: string) => {
    const { status, text, body } = await desk.send('GET', `/v1/purchases?${query}`);
    assert.equal(status, 200, text);
    return (body['items'] as readonly { customerName: string }[]).map(
      ({ customerName }) => customerName,
    );
  };
  assert.deepEqual(await found('customerName=Grace+Hopper'), ['Grace Hopper']);
  assert.deepEqual(
    await found('customerName=Mary+Shelley&customerName=Emmy+Noether&sort=customerName'),
    ['Emmy Noether', 'Mary Shelley'],
    'Two of both parts together, and not Mary Noether either',
  );
  assert.deepEqual(await found('total[gte]=101&total[lt]=103&sort=total,desc'), [
    'Mary Shelley',
    'Mary Somerville',
  ]);
  assert.deepEqual(await found('total=100,103&sort=total'), ['Grace Hopper', 'Emmy Noether']);
  assert.deepEqual(await found('channel=shop'), []);
  assert.equal((await found('channel=web&total[gte]=100')).length, 4);
  assert.deepEqual(await found('status=placed&total[gte]=100'), []);
});

test('the pages of an older list have its paths and parameters, and no cursors', async () => {
  const { headers, body } = await desk.send('GET', '/v1/purchases?size=1&sort=total,desc');
  const { next } = body['links'] as { next: string };
  assert.equal(next, '/v1/purchases?size=1&sort=total,desc&page=2');
  assert.match(headers.get('link') ?? '', /<\/v1\/purchases\?/);
  const second = await desk.send('GET', next);
  assert.equal((second.body['items'] as object[]).length, 1);
  const newest = await desk.send('GET', '/v3/orders?size=1');
  assert.match((newest.body['links'] as { next: string }).next, /cursor=/);
});

test('parameters of the newest version are unknown to the older one, and each knows its values', async () => {
  const unknown = await desk.send('GET', '/v1/purchases?firstName=Ada');
  assert.equal(unknown.status, 400);
  assert.ok((unknown.body['allowed'] as string[]).includes('customerName'));
  const wrong = await desk.send('GET', '/v1/purchases?status=draft&total[gte]=much');
  const places = (wrong.body['errors'] as readonly { at: string }[]).map(({ at }) => at);
  assert.deepEqual([...new Set(places)].toSorted(), ['status', 'total[gte]']);
});

test('faults are told at the places that the client knows', async () => {
  const made = await purchased();
  const again = await desk.send('POST', '/v1/purchases', ada({ number: made.body['number'] }));
  assert.equal(again.status, 409);
  assert.deepEqual(placesOf(again), ['/number']);
  const wrong = await desk.send('POST', '/v1/purchases', { firstName: 'Ada', total: 'x' });
  assert.deepEqual(placesOf(wrong), ['/customerName', '/firstName', '/number', '/total']);
  const path = `/v1/purchases/${idOf(made)}`;
  const other = await desk.send('PUT', path, ada({ number: 'other' }));
  assert.deepEqual(placesOf(other), ['/number']);
  const state = await desk.send('PUT', path, { ...made.body, status: 'placed' });
  assert.deepEqual(placesOf(state), ['/status']);
  const patched = await desk.send('PATCH', path, { customerName: null });
  assert.deepEqual(placesOf(patched), ['/customerName']);
  const asDocument = await desk.send(
    'POST',
    '/v1/purchases',
    ada({ number: made.body['number'] }),
    {
      accept: 'application/vnd.api+json',
    },
  );
  const [{ source }] = asDocument.body['errors'] as [{ source: { pointer: string } }];
  assert.equal(source.pointer, '/number');
});

function placesOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string[] {
  const { errors } = body as { errors: readonly { at: string }[] };
  return [...new Set(errors.map(({ at }) => at))].toSorted();
}

/** An order that says more than version 1 can. */
async function ordered() {
  const made = await desk.send('POST', '/v3/orders', {
    reference: nextNumber(),
    firstName: 'Ada King',
    lastName: 'Lovelace',
    total: '7.10',
    priority: 'high',
    accessCode: 'secret',
    parcels: [{ barcode: 'A1', isFragile: true }, { barcode: 'B2' }],
  });
  assert.equal(made.status, 201, made.text);
  return { id: idOf(made), newest: made.body };
}

test('what was read in the older version and is sent back changes nothing', async () => {
  const { id, newest } = await ordered();
  const { body } = await desk.send('GET', `/v1/purchases/${id}`);
  assert.equal(body['customerName'], 'Ada King Lovelace');
  const replaced = await desk.send('PUT', `/v1/purchases/${id}`, body);
  assert.equal(replaced.status, 200, replaced.text);
  assert.equal(replaced.headers.get('etag'), null);
  const now = await desk.send('GET', `/v3/orders/${id}`);
  assert.deepEqual(now.body, newest);
});

test('PUT of the older version loses nothing of the newest', async () => {
  const { id, newest } = await ordered();
  const { body } = await desk.send('GET', `/v1/purchases/${id}`);
  const changed = { ...body, note: 'Ring twice', parcels: [{ code: 'A1' }, { code: 'C3' }] };
  const replaced = await desk.send('PUT', `/v1/purchases/${id}`, changed);
  assert.equal(replaced.status, 200, replaced.text);
  assert.equal(replaced.body['note'], 'Ring twice');
  const now = await desk.send('GET', `/v3/orders/${id}`);
  assert.deepEqual(now.body, {
    ...newest,
    revision: 2,
    note: 'Ring twice',
    parcels: [{ barcode: 'A1', isFragile: true }, { barcode: 'C3' }],
  });
});

test('PUT of the older version creates what is not there', async () => {
  const id = '019bc0fd-89c0-7000-8000-00000000aaaa';
  const made = await desk.send('PUT', `/v1/purchases/${id}`, ada());
  assert.equal(made.status, 201, made.text);
  const { body } = await desk.send('GET', `/v3/orders/${id}`);
  assert.equal(body['lastName'], 'Lovelace');
});

test('an identifier that PUT cannot create is named as the path of the older version does', async () => {
  const refused = await desk.send('PUT', '/v1/purchases/P-17', ada());
  assert.equal(refused.status, 400, refused.text);
  const [error] = refused.body['errors'] as readonly object[];
  assert.deepEqual(error, {
    in: 'path',
    at: 'purchaseId',
    code: 'format',
    detail: 'must be a UUID in lower case',
  });
});

test('patches work on the older shape, and lose nothing of the newest', async () => {
  const { id, newest } = await ordered();
  const path = `/v1/purchases/${id}`;
  const merged = await desk.send('PATCH', path, { total: 8 });
  assert.equal(merged.status, 200, merged.text);
  assert.equal(merged.body['total'], 8);
  const patched = await desk.send(
    'PATCH',
    path,
    [
      { op: 'test', path: '/customerName', value: 'Ada King Lovelace' },
      { op: 'replace', path: '/parcels/1/code', value: 'Z9' },
      { op: 'replace', path: '/customerName', value: 'Grace Hopper' },
    ],
    { 'content-type': 'application/json-patch+json' },
  );
  assert.equal(patched.status, 200, patched.text);
  const { body } = await desk.send('GET', `/v3/orders/${id}`);
  assert.deepEqual(body, {
    ...newest,
    revision: 3,
    total: '8.00',
    firstName: 'Grace',
    lastName: 'Hopper',
    parcels: [{ barcode: 'A1', isFragile: true }, { barcode: 'Z9' }],
  });
  const unfitting = await desk.send('PATCH', path, [{ op: 'remove', path: '/firstName' }], {
    'content-type': 'application/json-patch+json',
  });
  assert.equal(unfitting.status, 409);
});

test('a tag of either version protects against changes by the other', async () => {
  const made = await purchased();
  const id = idOf(made);
  const tag = made.headers.get('etag') ?? '';
  const inNewest = await desk.send('PATCH', `/v3/orders/${id}`, { note: 'a' }, { 'if-match': tag });
  assert.equal(inNewest.status, 200, inNewest.text);
  const late = await desk.send('PATCH', `/v1/purchases/${id}`, { note: 'b' }, { 'if-match': tag });
  assert.equal(late.status, 412);
  const newer = inNewest.headers.get('etag') ?? '';
  assert.notEqual(newer, tag);
  const fresh = await desk.send(
    'PATCH',
    `/v1/purchases/${id}`,
    { note: 'b' },
    { 'if-match': newer },
  );
  assert.equal(fresh.status, 200, fresh.text);
});

test('transitions and states have the names of the version', async () => {
  const made = await purchased();
  const path = `/v1/purchases/${idOf(made)}`;
  const alone = await desk.send('GET', path, undefined, { accept: 'application/hal+json' });
  const { 'rel:place': place } = alone.body['_links'] as { 'rel:place'?: { href: string } };
  assert.equal(place?.href, `${path}/place`);
  const page = await desk.send('GET', '/v1/purchases', undefined, {
    accept: 'application/hal+json',
  });
  const { find } = page.body['_links'] as { find: { href: string } };
  assert.match(find.href, /customerName/);
  assert.doesNotMatch(page.text, /firstName|\/orders|submit/);
  const placed = await desk.send('POST', `${path}/place`, {});
  assert.equal(placed.status, 200, placed.text);
  assert.equal(placed.body['status'], 'placed');
  const again = await desk.send('POST', `${path}/place`, {});
  assert.equal(again.status, 409);
  assert.equal(again.body['state'], 'placed');
  assert.doesNotMatch(again.text, /submit|draft/);
  const unknown = await desk.send('POST', `${path}/submit`, {});
  assert.equal(unknown.status, 404);
});

test('what is hidden from a caller is hidden in the older shape', async () => {
  const boss = { 'x-role': 'boss' };
  const made = await desk.send('POST', '/v1/purchases', ada({ profit: 3.5 }), boss);
  assert.equal(made.body['profit'], 3.5);
  const path = `/v1/purchases/${idOf(made)}`;
  const seen = await desk.send('GET', path);
  assert.equal(seen.status, 200);
  assert.equal('profit' in seen.body, false);
  const kept = await desk.send('PUT', path, { ...seen.body, note: 'x' });
  assert.equal(kept.status, 200, kept.text);
  const told = await desk.send('GET', path, undefined, boss);
  assert.equal(told.body['profit'], 3.5);
  assert.notEqual(told.headers.get('etag'), seen.headers.get('etag'));
  const refused = await desk.send('PATCH', path, { profit: 4 });
  assert.equal(refused.status, 403);
  assert.deepEqual(placesOf(refused), ['/profit']);
  const filtered = await desk.send('GET', '/v1/purchases?profit[gt]=1');
  assert.equal(filtered.status, 400);
  assert.deepEqual(placesOf(filtered), ['profit[gt]']);
  const hal = { accept: 'application/hal+json' };
  const page = await desk.send('GET', '/v1/purchases', undefined, hal);
  assert.doesNotMatch(page.text, /profit/);
  const whole = await desk.send('GET', '/v1/purchases?profit=3.5', undefined, { ...hal, ...boss });
  assert.match(whole.text, /profit/);
  const html = await desk.send('GET', '/v1/purchases', undefined, { accept: 'text/html' });
  assert.doesNotMatch(html.text, /profit/);
  // A boss may not submit: it is shown no link to that.
  assert.doesNotMatch(whole.text, /rel:place/);
});

test('a guard names the members of the version', async () => {
  const made = await purchased({ customerName: 'Nobody Known' });
  const refused = await desk.send('POST', `/v1/purchases/${idOf(made)}/place`, {});
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.body['unmet'], ['customerName']);
  assert.deepEqual(refused.body['allowedTransitions'], []);
});

test('what the version lacks is not there, and Allow says so', async () => {
  const made = await purchased();
  const path = `/v1/purchases/${idOf(made)}`;
  const refused = await desk.send('DELETE', path);
  assert.equal(refused.status, 405);
  assert.equal(refused.headers.get('allow'), 'GET, HEAD, PUT, PATCH, OPTIONS');
  assert.equal((await desk.send('GET', '/v1/orders')).status, 404);
  assert.equal((await desk.send('DELETE', `/v3/orders/${idOf(made)}`)).status, 204);
});

test('a repetition in another version is the same request, and is answered in that version', async () => {
  const number = nextNumber();
  const key = { 'idempotency-key': `"${number}"` };
  const first = await desk.send('POST', '/v1/purchases', ada({ number }), key);
  assert.equal(first.status, 201, first.text);
  const order = {
    reference: number,
    firstName: 'Ada',
    lastName: 'Lovelace',
    total: '12.50',
    note: null,
    priority: 'normal',
  };
  const again = await desk.send('POST', '/v3/orders', order, key);
  assert.equal(again.status, 201, again.text);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  assert.equal(again.headers.get('location'), `/v3/orders/${idOf(first)}`);
  assert.equal(again.body['firstName'], 'Ada');
  const back = await desk.send('POST', '/v1/purchases', ada({ number }), key);
  assert.equal(back.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(back.body, first.body);
  assert.equal(back.headers.get('location'), first.headers.get('location'));
  const other = await desk.send('POST', '/v3/orders', { ...order, firstName: 'Eve' }, key);
  assert.equal(other.status, 422);
});

for (const [name, type] of [
  ['XML', 'application/xml'],
  ['HTML', 'text/html'],
  ['JSON:API', 'application/vnd.api+json'],
] as const) {
  test(`${name} shows the older shape`, async () => {
    const made = await purchased({ parcels: [{ code: 'A1' }] });
    for (const path of [`/v1/purchases/${idOf(made)}`, '/v1/purchases']) {
      const { status, text } = await desk.send('GET', path, undefined, { accept: type });
      assert.equal(status, 200, text);
      assert.match(text, /customerName/);
      assert.doesNotMatch(text, /firstName|barcode|\/orders|submit/);
    }
  });
}

test('the operations of the older version have its names', () => {
  const ids = desk.routes.flatMap(({ operations }) =>
    Object.values(operations).map(({ id, tag }) => `${id} ${tag}`),
  );
  assert.deepEqual(ids, [
    'listPurchases Purchases',
    'createPurchase Purchases',
    'readPurchase Purchases',
    'replacePurchase Purchases',
    'updatePurchase Purchases',
    'placePurchase Purchases',
  ]);
  assert.deepEqual(
    desk.routes.map(({ path }) => path),
    ['/purchases', '/purchases/{purchaseId}', '/purchases/{purchaseId}/place'],
  );
});

const text = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((value) => !value.includes('\u0000'));
const name = text.map((value) => value.replaceAll(' ', '_'));
const newestOrder = fc.record(
  {
    id: fc.constant('019bc0fd-89c0-7000-8000-000000000001'),
    createdAt: fc.constant('2026-01-15T09:30:00.000Z'),
    updatedAt: fc.constant('2026-01-15T09:30:00.000Z'),
    revision: fc.integer({ min: 1, max: 1000 }),
    reference: text,
    firstName: text,
    lastName: text,
    total: fc.integer({ min: 0, max: 99_999_900 }).map((cents) => (cents / 100).toFixed(2)),
    note: fc.option(text),
    priority: fc.constantFrom('normal', 'high'),
    status: fc.constantFrom('draft', 'submitted'),
    parcels: fc.array(
      fc.record({ barcode: text, isFragile: fc.boolean() }, { noNullPrototype: true }),
      { maxLength: 3 },
    ),
  },
  {
    requiredKeys: [
      'id',
      'createdAt',
      'updatedAt',
      'revision',
      'reference',
      'firstName',
      'lastName',
      'total',
      'note',
      'priority',
      'status',
    ],
  },
);

test('proof: every newest order is shown as a valid purchase, and sent back it is the same order', () => {
  fc.assert(
    fc.property(newestOrder, (newest) => {
      const shown = down(newest);
      assert.deepEqual(violationsOf(purchaseSchemas.shown, shown, 'body'), []);
      assert.deepEqual(replace(shown, newest), { ...newest });
    }),
  );
});

test('proof: every valid purchase is a valid order', () => {
  const body = fc.record({
    number: text,
    customerName: fc.tuple(name, name).map((parts) => parts.join(' ')),
    total: fc.integer({ min: 0, max: 99_999_900 }).map((cents) => cents / 100),
  });
  fc.assert(
    fc.property(body, (members) => {
      const own: Record<string, unknown> = { ...members };
      assert.deepEqual(violationsOf(purchaseSchemas.create, own, 'body'), []);
      const newest = { ...create(own) };
      assert.deepEqual(violationsOf(orderSchemas.create, newest, 'body'), []);
      const shown = down(newest);
      for (const [member, value] of Object.entries(members)) assert.equal(shown[member], value);
    }),
  );
});
