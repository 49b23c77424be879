import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  mistakesIn,
  refuses,
  withField,
  withFields,
  withResources,
  withSections,
} from './support.ts';

refuses('a file without its sections', ['missing-key', 'missing-key'], '▸▸{}');
refuses(
  'a service without a name',
  'missing-key',
  '▸service: {}\nresources: { order: { fields: { a: { type: string } } } }',
);
refuses('an unknown section', 'unknown-key', withSections('▸limit: {}'));
refuses('a key that comes later', 'not-yet', withSections('endpoints: { ▸methods: [] }'));
refuses('an empty section', 'wrong-type', withSections('limits:▸\n'));
refuses('no resource', 'too-few', 'service: { name: a }\n▸resources: {}');
refuses('a resource without fields', 'missing-key', withResources('▸order: {}'));
refuses('a resource with no field', 'too-few', withResources('order: { ▸fields: {} }'));
refuses('a list of fields', 'wrong-type', withResources('order: { fields: ▸[] }'));
refuses(
  'too many fields',
  'too-many',
  withResources(
    `order: { fields: ▸{ ${Array.from({ length: 501 }, (_, i) => `f${i}: { type: date }`).join(', ')} } }`,
  ),
);

refuses('a field without a type', 'missing-key', withFields('▸a: { required: true }'));
refuses('a field that is only a type', 'wrong-type', withFields('a: ▸string'));
refuses('an unknown type', 'not-allowed', withField('{ type: ▸strnig }'));
refuses('a type that is no text', 'wrong-type', withField('{ type: ▸7 }'));
refuses('a key of another type', 'unknown-key', withField('{ type: boolean, ▸maxLength: 3 }'));
refuses(
  'unique where values are not compared',
  'unknown-key',
  withField('{ type: text, ▸unique: true }'),
);
refuses(
  'a default of an object',
  'unknown-key',
  withField('{ type: object, ▸default: {}, fields: { a: { type: string } } }'),
);
refuses(
  'a key that comes later',
  'not-yet',
  withField('{ type: enum, values: [a], ▸extensible: true }'),
);
refuses('a reference without a target', 'missing-key', withFields('▸a: { type: reference }'));
refuses('an enum without values', 'missing-key', withFields('▸a: { type: enum }'));
refuses('an array without items', 'missing-key', withFields('▸a: { type: array }'));
refuses('an object without fields', 'missing-key', withFields('▸a: { type: object }'));
refuses(
  'an array of references',
  'not-allowed',
  withField('{ type: array, items: { type: ▸reference } }'),
);
refuses('an array of arrays', 'not-allowed', withField('{ type: array, items: { type: ▸array } }'));
refuses(
  'a reference in an object',
  'not-allowed',
  withField('{ type: object, fields: { a: { type: ▸reference } } }'),
);
for (const key of ['unique', 'immutable', 'readOnly', 'writeOnly', 'default']) {
  refuses(
    `${key} inside of an object`,
    'unknown-key',
    withField(`{ type: object, fields: { a: { type: string, ▸${key}: true } } }`),
  );
  refuses(
    `${key} in an item`,
    'unknown-key',
    withField(`{ type: array, items: { type: string, ▸${key}: true } }`),
  );
}
refuses(
  'required in an item',
  'unknown-key',
  withField('{ type: array, items: { type: string, ▸required: true } }'),
);

refuses(
  'a value that is too long',
  'too-long',
  withField(`{ type: string, description: ▸${'x'.repeat(2001)} }`),
);
refuses('empty text', 'too-short', withField('{ type: string, description: ▸"" }'));
refuses(
  'a bound beyond its own bounds',
  'too-great',
  withField('{ type: string, maxLength: ▸100001 }'),
);
refuses('a length below zero', 'too-small', withField('{ type: string, minLength: ▸-1 }'));
refuses('a precision beyond 18', 'too-great', withField('{ type: decimal, precision: ▸19 }'));
refuses(
  'a value that is listed twice',
  'duplicate-item',
  withField('{ type: enum, values: [a, b, ▸a] }'),
);
refuses('an empty list of values', 'too-few', withField('{ type: enum, values: ▸[] }'));
refuses('an empty word', 'too-short', withField('{ type: enum, values: [▸""] }'));
refuses('infinity', 'wrong-type', withField('{ type: number, minimum: ▸.inf }'));
refuses(
  'a fraction for a whole number',
  'wrong-type',
  withField('{ type: integer, minimum: ▸1.5 }'),
);

const only = (text: string) => {
  const [mistake, ...others] = mistakesIn(text);
  assert.ok(mistake !== undefined && others.length === 0);
  return mistake;
};

test('a misspelt key says what is found, what is allowed and what was meant', () => {
  const { message, allowed, suggestion } = only(withField('{ type: decimal, precison: 12 }'));
  assert.equal(message, 'unknown key "precison" for the type "decimal"');
  assert.equal(suggestion, 'precision');
  assert.ok(allowed?.includes('scale') && !allowed.includes('maxLength'));
});

for (const [written, meant] of [
  ['yes', 'true'],
  ['No', 'false'],
  ['on', 'true'],
  ['"true"', 'true'],
  ['1', 'true'],
] as const) {
  test(`${written} for a boolean suggests ${meant}`, () => {
    assert.equal(only(withField(`{ type: string, required: ${written} }`)).suggestion, meant);
  });
}

for (const [written, meant] of [
  ['interger', 'integer'],
  ['bool', 'boolean'],
  ['datetime', 'date-time'],
  ['money', 'decimal'],
  ['url', 'uri'],
  ['xyz', undefined],
] as const) {
  test(`the type ${written} suggests ${meant ?? 'nothing'}`, () => {
    assert.equal(only(withField(`{ type: ${written} }`)).suggestion, meant);
  });
}

test('a number for text needs quotes, and quotes for a number none, as the message says', () => {
  const text = only(withField('{ type: enum, values: [1] }'));
  assert.deepEqual(
    [text.suggestion, text.message.endsWith('in quotes, as "1"')],
    [undefined, true],
  );
  const number = only(withField('{ type: string, maxLength: "5" }'));
  assert.equal(number.suggestion, undefined);
  assert.match(number.message, /written without quotes, as 5$/);
});

test('one mistake in a field is one mistake, whatever the number of types', () => {
  assert.equal(mistakesIn(withField('{ type: string, maxLength: [] }')).length, 1);
  assert.equal(mistakesIn(withField('{ type: [] }')).length, 1);
});

test('a message never carries characters that act on a terminal', () => {
  const { message, found } = only(withField('{ type: "\\u001b[31m\\u202e\\u009b" }'));
  assert.doesNotMatch(`${message}${found}`, /[\p{C}\p{Zl}\p{Zp}]/u);
});
