import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMistakes, type Mistake } from '../../src/specification/index.ts';
import { mistakesIn, withFields } from './support.ts';

test('a mistake is a line with place, path, what is wrong, what was meant and what is allowed', () => {
  const text = formatMistakes(mistakesIn(withFields('a: { type: date, requird: true }')));
  assert.equal(
    text,
    'service.yaml:5:24  resources.order.fields.a.requird  unknown key "requird" for the type "date"; did you mean "required"? Allowed: type, description, required, nullable, deprecated, replacedBy, renamedFrom, immutable, readOnly, writeOnly, readableBy, writableBy, unique, default, example\n',
  );
});

const mistake: Mistake = {
  file: 'a.yaml',
  line: 1,
  column: 2,
  path: [],
  code: 'x',
  message: 'wrong',
};

test('a mistake of the whole file has no path', () => {
  assert.equal(formatMistakes([mistake]), 'a.yaml:1:2  wrong\n');
});

test('positions in lists, and keys that are no words, are marked', () => {
  const path = ['errors', 'codes', 'a.b\u202e', 0];
  assert.equal(
    formatMistakes([{ ...mistake, path }]),
    'a.yaml:1:2  errors.codes."a.b\\u{202e}"[0]  wrong\n',
  );
});

test('a long list of allowed values is cut', () => {
  const allowed = Array.from({ length: 30 }, (_, i) => `v${i}`);
  assert.match(formatMistakes([{ ...mistake, allowed }]), /v23, and 6 more\n$/);
});

test('no mistakes are no text', () => assert.equal(formatMistakes([]), ''));

test('mistakes come in the order of their places', () => {
  const found = mistakesIn(
    'limits: { body: x }\nresources: { order: { fields: { id: { type: date } } } }\nservice: { name: A }\n',
  );
  assert.deepEqual(
    found.map(({ line }) => line),
    [1, 2, 3],
  );
});
