import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { treeOf } from '../../src/specification/yaml/tree.ts';
import { fixture, mistakesIn, refuses, withFields, withSections } from './support.ts';

const valid = fixture('smallest.yaml');

refuses('an empty file', 'not-a-mapping', '▸');
refuses('a file of comments', 'not-a-mapping', '▸# nothing yet\n');
refuses('a list', 'not-a-mapping', '▸[]');
refuses('a scalar', 'not-a-mapping', '▸hello');
refuses('a second document', 'several-documents', `${valid}▸---\na: 1\n`);
refuses('a directive for another YAML', 'yaml-version', `▸%YAML 1.1\n---\n${valid}`);
refuses(
  'an unclosed list, and nothing that follows from it',
  'yaml-syntax',
  'service: { name: a }\nresources: [▸',
);
refuses(
  'several errors of syntax at once',
  ['yaml-syntax', 'yaml-syntax'],
  `service: { name: a, title: ▸\`x }\nresources:\n  order:\n    fields:\n      a: { type: string, description: ▸@x }\n`,
);
refuses(
  'errors of syntax together with those of structure and of meaning',
  ['yaml-syntax', 'unknown-key', 'empty-range'],
  withFields(
    'a: { type: string, description: ▸@x }\nb: { type: string, ▸patern: x }\nc: { type: integer, ▸minimum: 2, maximum: 1 }'.replace(
      '▸minimum: ',
      'minimum: ▸',
    ),
  ),
);
refuses('a bad indent', 'yaml-syntax', 'service:\n  name: a\n▸ resources: 1\n');

refuses('a key that is written twice', 'duplicate-key', `${valid}▸service: { name: b }\n`);
refuses(
  'a field that is written twice',
  'duplicate-key',
  withFields('a: { type: string }\n▸a: { type: text }'),
);
refuses('a merge key', 'merge-key', `service: &s { name: a }\nresources: { ▸<<: *s }`);
refuses(
  'a number as a key',
  'key-not-text',
  withFields('a: { type: string }\n▸1: { type: string }'),
);
refuses('null as a key', 'key-not-text', withFields('a: { type: string }\n▸~: { type: string }'));
refuses(
  'true as a key',
  'key-not-text',
  withFields('a: { type: string }\n▸true: { type: string }'),
);
refuses('a list as a key', 'key-not-text', `${valid}? ▸[a]\n: 1\n`);
refuses(
  'a version in other digits',
  'key-not-text',
  withSections('versioning: { versions: { ▸0x1: {} } }'),
);

for (const key of ['__proto__', 'constructor', 'prototype']) {
  refuses(`${key} as a section`, 'forbidden-key', `${valid}▸${key}: { polluted: true }\n`);
  refuses(
    `${key} as a resource`,
    'forbidden-key',
    `service: { name: a }\nresources: { ▸${key}: { fields: {} } }`,
  );
  refuses(
    `${key} in the value of a field`,
    'forbidden-key',
    withFields(`a: { type: json, default: { ▸"${key}": 1 } }`),
  );
}

test('values of an enumeration may have any name where a step renames them', () => {
  const text = `${valid}map: { values: { constructor: a, prototype: b, __proto__: c } }\n`;
  const { value, issues } = treeOf(parseDocument(text));
  assert.deepEqual(issues, []);
  const { values } = (value as { map: { values: object } }).map;
  assert.deepEqual(Object.entries(values), [
    ['constructor', 'a'],
    ['prototype', 'b'],
    ['__proto__', 'c'],
  ]);
  assert.equal(Object.getPrototypeOf(values), Object.prototype);
});

test('no prototype is touched by hostile keys', () => {
  mistakesIn(
    `${valid}__proto__: { polluted: true }\nconstructor: { prototype: { polluted: true } }\n`,
  );
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

refuses(
  'tags',
  ['custom-tag', 'custom-tag', 'custom-tag'],
  `service: ▸!foo { name: a }\nresources: ▸!!map/js { order: { fields: { a: ▸!!binary { type: string } } } }`,
);
refuses(
  'code in a tag',
  'custom-tag',
  withFields('a: { type: string, default: ▸!!js/function "x" }'),
);

refuses('an alias without an anchor', 'unknown-alias', withFields('a: ▸*nobody'));
refuses(
  'an alias inside of its own anchor',
  'endless-alias',
  withFields('a: { type: json, default: &a [▸*a] }'),
);
const level = (name: string, below: string) =>
  `${name}: &${name} [${Array(20).fill(`*${below}`).join(', ')}]`;

test('refuses aliases that multiply, once', () => {
  const bomb = [
    'a: &a [1, 1, 1, 1, 1, 1, 1, 1]',
    level('b', 'a'),
    level('c', 'b'),
    level('d', 'c'),
    level('e', 'd'),
  ];
  const found = mistakesIn(bomb.join('\n')).filter(({ code }) => code === 'too-many-aliases');
  assert.equal(found.length, 1);
});

refuses('lists that are nested too deeply', 'too-deep', `a: ${'['.repeat(49)}▸[${']'.repeat(50)}`);
test('a hundred thousand brackets are refused and not followed', () => {
  assert.deepEqual(
    mistakesIn('['.repeat(100_000)).map(({ code }) => code),
    ['too-deep'],
  );
});

refuses('more than 1 MiB', 'too-large', `▸${'#'.repeat(1024 * 1024 + 1)}`);
refuses('NUL', 'unusable-text', withFields('a: { type: string, description: "▸\0" }'));
refuses('an escaped NUL', 'unusable-text', withFields('a: { type: string, description: ▸"\\0" }'));
refuses(
  'half of a surrogate pair',
  'unusable-text',
  withFields('a: { type: string, description: "▸\ud800" }'),
);
refuses(
  'an escaped half of a surrogate pair',
  'unusable-text',
  withFields('a: { type: string, description: ▸"\\ud800" }'),
);
refuses(
  'an escaped NUL in a key',
  'unusable-text',
  withFields('a: { type: json, default: { ▸"\\0": 1 } }'),
);
