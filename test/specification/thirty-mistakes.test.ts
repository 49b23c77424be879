import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, mistakesIn } from './support.ts';

/** Place, code and path of every mistake in the fixture, in the order of the file. */
const expected = [
  '2:9 wrong-form service.name',
  '3:3 unknown-key service.vender',
  '4:12 base-url service.baseUrl',
  '5:21 wrong-form service.contact.email',
  '5:42 wrong-form service.contact.url',
  '6:12 wrong-type service.license',
  '10:31 unknown-key resources.order.fields.total.precison',
  '11:23 not-allowed resources.order.fields.amount.type',
  '12:37 wrong-type resources.order.fields.note.required',
  '13:38 slow-pattern resources.order.fields.code.pattern',
  '14:44 duplicate-item resources.order.fields.state.values.1',
  '15:40 empty-range resources.order.fields.count.minimum',
  '16:64 value resources.order.fields.price.default',
  '17:7 name-reserved resources.order.fields.createdAt',
  '18:42 contradiction resources.order.fields.due.default',
  '18:51 value resources.order.fields.due.default',
  '19:30 contradiction resources.order.fields.token.writeOnly',
  '20:37 unknown-resource resources.order.fields.buyer.to',
  '22:7 name-collision resources.order.fields.orderID',
  '25:7 missing-key resources.customer.fields.tags.type',
  '26:3 name-verb resources.get-items',
  '28:3 name-plural resources.invoices',
  '29:13 unknown-resource resources.invoices.parent',
  '33:21 not-allowed endpoints.order.methods.1',
  '34:21 write-only endpoints.order.filter.1',
  '34:28 unknown-field endpoints.order.filter.2',
  '35:25 empty-range endpoints.order.pagination.size',
  '38:21 name-reserved authentication.apiKey.header',
  '41:5 name-reserved errors.codes.not-found',
  '42:29 too-small errors.codes.out-of-stock.status',
  '44:9 wrong-form limits.body',
  '45:19 wrong-form limits.requestTimeout',
  '48:20 value versioning.versions.1.released',
];

test('a file with many different mistakes reports all of them at once, each at its place', () => {
  const found = mistakesIn(fixture('thirty-mistakes.yaml')).map(
    ({ line, column, code, path }) => `${line}:${column} ${code} ${path.join('.')}`,
  );
  assert.deepEqual(found, expected);
});

test('they are at least thirty', () => assert.ok(expected.length >= 30));
