import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isMap, isNode, parse, parseDocument } from 'yaml';
import { editSpecification, type Edit } from '../../src/specification/index.ts';
import { withValueAt } from '../../src/specification/edit/data.ts';
import { valueAt } from '../../src/specification/structure/locate.ts';
import { freeText } from './arbitrary.ts';

/** A file as people write it: columns, comments, quotes and empty lines of their own. */
const text = `# yaml-language-server: $schema=.resource-service/service.schema.json
# The order desk.

service:
    name:   order-desk      # never change it
    title: "Order Desk"
    contact: { name: Team,   email: 'orders@acme.example' } # the team
    purpose: >
        Takes orders.

        Follows them.
# Resources come next.
resources:
  # What everything is about.
  order:
    fields:
      reference:     { type: string,  required: true }   # AB-000001
      customerEmail: { type: string,  format: email  }
      currency: {
        type: string, # three letters
        maxLength: 3
      }

      # Money.
      total: # before tax
        type: decimal   # exact
        precision: 12
        # The smallest amount.
        minimum: 0
    examples:
      - { reference: A, total: 1 } # first
      - reference: B
        total: 2
  item:
    parent: order # nested
    fields: { sku: { type: string }, list: { type: enum, values: [a, 'b', c] } }

limits: {}   # nothing yet
versioning:
  versions:
    1: { released: 2026-05-01 }
# The end.
`;

const edited = (...edits: Edit[]) => editSpecification(text, edits);
const replaced = (before: string, after: string) => {
  assert.ok(text.includes(before));
  return text.replace(before, after);
};

const cases: [title: string, edit: Edit, before: string, after: string][] = [
  ['a scalar', { path: ['service', 'title'], value: 'Desk' }, '"Order Desk"', 'Desk'],
  [
    'a scalar before a comment',
    { path: ['service', 'name'], value: 'desk' },
    'order-desk ',
    'desk ',
  ],
  [
    'a value that needs quotes',
    { path: ['service', 'title'], value: 'a: #b' },
    '"Order Desk"',
    "'a: #b'",
  ],
  [
    'a value inside of braces',
    { path: ['resources', 'order', 'fields', 'reference', 'required'], value: false },
    'required: true }   #',
    'required: false }   #',
  ],
  [
    'a whole field, by its difference',
    {
      path: ['resources', 'order', 'fields', 'reference'],
      value: { type: 'string', required: false },
    },
    'required: true }   #',
    'required: false }   #',
  ],
  [
    'a new key inside of braces',
    { path: ['service', 'contact', 'url'], value: 'https://a.example' },
    "'orders@acme.example' }",
    "'orders@acme.example', url: https://a.example }",
  ],
  [
    'a new key of a mapping by lines',
    { path: ['resources', 'order', 'fields', 'total', 'scale'], value: 2 },
    '        minimum: 0\n',
    '        minimum: 0\n        scale: 2\n',
  ],
  [
    'a new field',
    { path: ['resources', 'order', 'fields', 'note'], value: { type: 'text' } },
    '        minimum: 0\n',
    '        minimum: 0\n      note: { type: text }\n',
  ],
  [
    'a new member in an empty mapping',
    { path: ['limits', 'body'], value: '1 MiB' },
    'limits: {}   #',
    'limits: { body: 1 MiB }   #',
  ],
  [
    'a new section at its place',
    { path: ['errors', 'validationStatus'], value: 422 },
    "[a, 'b', c] } }\n",
    "[a, 'b', c] } }\nerrors:\n  validationStatus: 422\n",
  ],
  ['no key', { path: ['service', 'title'], value: undefined }, '    title: "Order Desk"\n', ''],
  [
    'no key inside of braces',
    { path: ['service', 'contact', 'name'], value: undefined },
    'name: Team,   email',
    'email',
  ],
  [
    'no last key inside of braces',
    { path: ['service', 'contact', 'email'], value: undefined },
    "Team,   email: 'orders@acme.example' }",
    'Team }',
  ],
  [
    'no only key',
    { path: ['versioning', 'versions', '1', 'released'], value: undefined },
    '{ released: 2026-05-01 }',
    '{}',
  ],
  [
    'an item of a list',
    { path: ['resources', 'item', 'fields', 'list', 'values', 1], value: 'x' },
    "[a, 'b', c]",
    '[a, x, c]',
  ],
  [
    'no item of a list',
    { path: ['resources', 'item', 'fields', 'list', 'values', 0], value: undefined },
    "[a, 'b', c]",
    "['b', c]",
  ],
  [
    'another item',
    { path: ['resources', 'item', 'fields', 'list', 'values', 3], value: 'd' },
    "[a, 'b', c]",
    "[a, 'b', c, d]",
  ],
  [
    'a member of an example',
    { path: ['resources', 'order', 'examples', 1, 'total'], value: 3 },
    '        total: 2\n',
    '        total: 3\n',
  ],
  [
    'another example',
    { path: ['resources', 'order', 'examples', 2], value: { reference: 'C' } },
    '        total: 2\n',
    '        total: 2\n      - { reference: C }\n',
  ],
  [
    'a folded text',
    { path: ['service', 'purpose'], value: 'Short.' },
    '>\n        Takes orders.\n\n        Follows them.\n',
    'Short.\n',
  ],
  [
    'no whole resource',
    { path: ['resources', 'item'], value: undefined },
    "  item:\n    parent: order # nested\n    fields: { sku: { type: string }, list: { type: enum, values: [a, 'b', c] } }\n",
    '',
  ],
  [
    'the day of a version',
    { path: ['versioning', 'versions', '1', 'released'], value: '2027-01-01' },
    '2026-05-01',
    "'2027-01-01'",
  ],
  [
    'nothing where nothing changes',
    { path: ['service', 'name'], value: 'order-desk' },
    'order-desk',
    'order-desk',
  ],
];
for (const [title, edit, before, after] of cases) {
  test(`${title} is put in place and the rest stays as it is`, () => {
    assert.equal(edited(edit), replaced(before, after));
  });
}

test('a comment on the line of a key stays when the value is another', () => {
  const path = ['resources', 'order', 'fields', 'total'];
  assert.match(edited({ path, value: 'x' }), /^      total: x # before tax$/m);
  assert.match(
    edited({ path, value: [{ a: 'x\ny' }] }),
    /^      total: # before tax\n        - a: /m,
  );
});

test('a text of several lines is put in place of one line', () => {
  const result = edited({ path: ['service', 'title'], value: 'One.\nTwo.' });
  assert.equal(result, replaced('title: "Order Desk"', 'title: |-\n      One.\n      Two.'));
});

test('edits follow one another', () => {
  const result = edited(
    { path: ['events', 'emit'], value: [] },
    { path: ['events', 'emit', 0], value: 'a' },
    { path: ['events'], value: undefined },
  );
  assert.equal(result, text);
});

test('an empty file, a mark and line breaks of Windows are kept', () => {
  assert.equal(
    editSpecification('', [{ path: ['service', 'name'], value: 'a' }]),
    'service:\n  name: a\n',
  );
  const windows = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const result = editSpecification(windows, [{ path: ['service', 'vendor'], value: 'acme' }]);
  assert.equal(result.replaceAll('\r\n', '').includes('\n'), false);
  assert.ok(result.startsWith('\uFEFF# yaml'));
});

test('what comes from an alias is not changed in one place alone', () => {
  assert.throws(
    () => editSpecification('a: &a { b: 1 }\nc: *a\n', [{ path: ['c', 'b'], value: 2 }]),
    /by hand/,
  );
  assert.throws(() => editSpecification('a: [', [{ path: ['c'], value: 2 }]), /YAML/);
});

/** Places of every value in the file, and some where there is none yet. */
const paths: (string | number)[][] = [];
const collect = (value: unknown, path: (string | number)[]): void => {
  if (path.length > 0) paths.push(path);
  if (Array.isArray(value))
    for (const [key, part] of value.entries()) collect(part, [...path, key]);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) collect(part, [...path, key]);
    paths.push([...path, 'added'], [...path, 'added', 'deeper']);
  }
};
collect(parse(text), []);

const value = fc.oneof(
  freeText(40),
  fc.integer(),
  fc.boolean(),
  fc.constant(undefined),
  fc.array(freeText(20), { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('type', 'name', 'b c', '1'),
    fc.oneof(freeText(20), fc.integer(), fc.constant({ x: ['y'] })),
  ),
);
const plainValue = value.map((one) => structuredClone(one));
const comments = (lines: string) => lines.match(/(?<=^|\s)# .*$/gm) ?? [];

/** The lines of a value, from the line of its key to its last. */
function linesAt(path: (string | number)[]): string {
  const keys = path.map((key) => (key === '1' ? 1 : key));
  const document = parseDocument(text);
  const node = document.getIn(keys, true);
  const parent = document.getIn(keys.slice(0, -1), true) ?? document.contents;
  if (!isNode(node) || !node.range) return '';
  const pair = isMap(parent)
    ? parent.items.find(({ key }) => String(key) === String(keys.at(-1)))
    : undefined;
  const start = isNode(pair?.key) ? (pair.key.range?.[0] ?? 0) : node.range[0];
  return text.slice(text.lastIndexOf('\n', start) + 1, text.indexOf('\n', node.range[1] - 1));
}

test('a comment behind a value stays on the line of its key, where several lines come in its place', () => {
  assert.equal(
    edited({ path: ['limits', 'added', 'deeper'], value: ':\na' }),
    replaced(
      'limits: {}   # nothing yet',
      'limits:   # nothing yet\n  added:\n    deeper: |-\n      :\n      a',
    ),
  );
});

test('whatever is changed, the data is as asked for and no comment elsewhere is lost', () => {
  fc.assert(
    fc.property(fc.constantFrom(...paths), plainValue, (path, value) => {
      const result = edited({ path, value });
      assert.deepEqual(parse(result), withValueAt(parse(text), path, value));
      const lost = comments(text).filter((comment) => !result.includes(comment));
      const own = comments(linesAt(path));
      assert.ok(lost.every((comment) => own.some((one) => one === comment)));
    }),
    { numRuns: 1000, examples: [[['limits', 'added', 'deeper'], ':\na']] },
  );
});

test('a scalar in place of a scalar changes one line only', () => {
  const scalars = paths.filter(
    (path) => typeof valueAt(parse(text), path) === 'string' && path.at(-1) !== 'purpose',
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...scalars),
      freeText(40).filter((one) => !one.includes('\n')),
      (path, value) => {
        const before = text.split('\n');
        const after = edited({ path, value }).split('\n');
        assert.equal(after.length, before.length);
        assert.ok(after.filter((line, at) => line !== before[at]).length <= 1);
      },
    ),
    { numRuns: 500 },
  );
});
