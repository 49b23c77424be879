import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { accepts, fixture, read, withFields, withSections } from './support.ts';

for (const name of ['smallest.yaml', 'order-desk.yaml', 'every-type.yaml']) {
  test(`${name} is read as it is written`, () => {
    const { specification, document } = read(fixture(name));
    assert.deepEqual(specification, parse(fixture(name)));
    assert.deepEqual(document.toJS(), specification);
  });
}

accepts('a byte order mark', `\uFEFF${fixture('smallest.yaml')}`);
accepts('line breaks of Windows', fixture('order-desk.yaml').replaceAll('\n', '\r\n'));
accepts('anchors and aliases', withFields('a: &a { type: string }\nb: *a'));
accepts('a tag of the core schema', withFields('a: { type: string, default: !!str 1 }'));
accepts(
  'keys that JavaScript objects inherit where they name data',
  withFields('a: { type: json, default: { toString: 1 } }'),
);
accepts('a version by quoted number', withSections("versioning: { versions: { '1': {} } }"));

const free = 'quote \' " back ` ${x} */ <!-- \\ # : - \u2028\u202E\u0085 \t\n {{a}} %';
test('free text may hold any character that can be stored', () => {
  const text = JSON.stringify(free);
  const { specification } = read(
    `service: { name: a, title: ${text}, purpose: ${text}, domain: ${text}, contact: { name: ${text} } }
resources: { order: { description: ${text}, fields: { a: { type: enum, values: [${text}], description: ${text}, example: ${text} } } } }
errors: { codes: { gone: { status: 410, title: ${text} } } }`,
  );
  assert.equal(specification.service.title, free);
});
