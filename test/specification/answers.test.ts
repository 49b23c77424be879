import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as specification from '../../src/specification/index.ts';
import { smallest } from './support.ts';

const checks: [name: string, answer: string | undefined, wanted: RegExp | undefined][] = [
  ['service name', specification.checkServiceName('order-desk'), undefined],
  ['service name', specification.checkServiceName('Order Desk'), /did you mean "order-desk"/],
  ['vendor', specification.checkVendor('acme'), undefined],
  ['vendor', specification.checkVendor('Acme'), /did you mean "acme"/],
  ['base URL', specification.checkBaseUrl('https://a.example'), undefined],
  ['base URL', specification.checkBaseUrl('a.example'), /https/],
  ['mail address', specification.checkEmail('a@example.com'), undefined],
  ['mail address', specification.checkEmail('a'), /mail address/],
  ['web address', specification.checkWebAddress('https://a.example/x?y'), undefined],
  ['license', specification.checkLicense('MIT'), undefined],
  ['license', specification.checkLicense('a\nb'), /single line/],
  ['text', specification.checkText('a\u2028b', 10), undefined],
  ['text', specification.checkText('abc', 2), /at most 2/],
  ['resource', specification.checkResourceName('order', ['item']), undefined],
  ['resource', specification.checkResourceName('createOrders'), /did you mean "order"/],
  ['resource', specification.checkResourceName('shipment', ['ship-ment']), /same name/],
  ['resource', specification.checkResourceName('event'), /events/],
  ['plural', specification.checkPlural('occurrences', 'event'), undefined],
  ['plural', specification.checkPlural('orders', 'item', ['order']), /same name/],
  ['field', specification.checkFieldName('total', ['note']), undefined],
  ['field', specification.checkFieldName('due_at'), /did you mean "dueAt"/],
  ['field', specification.checkFieldName('orderID', ['orderId']), /same column/],
  ['field', specification.checkFieldName('createdAT'), /same column/],
  ['field', specification.checkFieldName('orderId', [], 'order'), /parent/],
  ['enum value', specification.checkEnumValue(''), /empty/],
  ['pattern', specification.checkPattern('^a$'), undefined],
  ['header', specification.checkHeaderName('X-Key'), undefined],
  ['header', specification.checkHeaderName('Cookie'), /X-API-Key/],
  ['problem code', specification.checkProblemCode('conflict'), /already/],
  ['status', specification.checkStatus(409), undefined],
  ['status', specification.checkStatus(200), /400 to 599/],
  ['size', specification.checkSize('body', '2 MiB'), undefined],
  ['size', specification.checkSize('body', '2 GB'), /1 MiB/],
  ['duration', specification.checkDuration('requestTimeout', '30s'), undefined],
  ['duration', specification.checkDuration('requestTimeout', '1ms'), /within 1s to 10m/],
  ['date', specification.checkDate('2026-02-28'), undefined],
  ['date', specification.checkDate('2026-02-29'), /YYYY-MM-DD/],
];
for (const [name, answer, wanted] of checks) {
  test(`a ${name} is ${wanted === undefined ? 'taken' : `refused: ${wanted.source}`}`, () => {
    if (wanted === undefined) assert.equal(answer, undefined);
    else assert.match(answer ?? '', wanted);
  });
}

test('a whole specification is checked without a file', () => {
  assert.deepEqual(specification.checkSpecification(smallest), []);
});

test('its mistakes are those of the file that would be written', () => {
  const wrong = { ...smallest, service: { name: 'fs' }, limits: { body: '1 GiB' } };
  const found = specification.checkSpecification(wrong).map(({ line, code }) => `${line} ${code}`);
  assert.deepEqual(found, ['3 name-reserved', '11 wrong-form']);
});

test('text that no file can hold is a mistake as well', () => {
  const wrong = { ...smallest, service: { name: 'a', title: 'a\0' } };
  assert.deepEqual(
    specification.checkSpecification(wrong).map(({ code }) => code),
    ['unusable-text'],
  );
});
