import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRegions } from '../../src/rendering/regions.ts';

const text = `a
  // {{#if hasEvents}}
  b
  // {{#if hasStream}}
  c
  // {{/if}}
  // {{/if}}
d
`;
const rendered = (features: Record<string, unknown>) => withoutRegions(text, features, 'x.ts');

test('a region stays without its marks, or goes', () => {
  assert.equal(rendered({ hasEvents: true, hasStream: true }), 'a\n  b\n  c\nd\n');
  assert.equal(rendered({ hasEvents: true, hasStream: false }), 'a\n  b\nd\n');
  assert.equal(rendered({ hasEvents: false, hasStream: true }), 'a\nd\n');
});

test('what stands in the place of a region is no comment where the region goes', () => {
  const either = `{
  // {{#if hasEvents}}
  a
  // {{else}}
  // // Why.
  // b
  // {{/if}}
}
`;
  assert.equal(withoutRegions(either, { hasEvents: true }, 'x.ts'), '{\n  a\n}\n');
  assert.equal(withoutRegions(either, { hasEvents: false }, 'x.ts'), '{\n  // Why.\n  b\n}\n');
});

test('in a region that goes, nothing stands in the place of another', () => {
  const inner =
    '// {{#if hasEvents}}\n// {{#if hasStream}}\na\n// {{else}}\n// b\n// {{/if}}\n// {{/if}}\n';
  assert.equal(withoutRegions(inner, { hasEvents: false, hasStream: false }, 'x.ts'), '');
  assert.equal(withoutRegions(inner, { hasEvents: true, hasStream: false }, 'x.ts'), 'b\n');
});

test('a file without regions is copied', () => {
  assert.equal(withoutRegions('// {a}\n', {}, 'x.ts'), '// {a}\n');
});

const mistakes: readonly (readonly [string, string, RegExp])[] = [
  ['asks for what is no feature', '// {{#if hasWings}}\n// {{/if}}\n', /hasWings/],
  ['does not end a region', '// {{#if hasEvents}}\n', /does not end/],
  ['ends what did not begin', '// {{/if}}\n', /did not begin/],
  ['has an else without a region', '// {{else}}\n', /did not begin/],
  [
    'has two elses',
    '// {{#if hasEvents}}\n// {{else}}\n// {{else}}\n// {{/if}}\n',
    /behind an else/,
  ],
  ['has code in an else', '// {{#if hasEvents}}\n// {{else}}\nb\n// {{/if}}\n', /code in an else/],
  [
    'has a region in an else',
    '// {{#if hasEvents}}\n// {{else}}\n// {{#if hasStream}}\n// {{/if}}\n// {{/if}}\n',
    /region in an else/,
  ],
  ['has a mark of another form', '// {{#unless hasEvents}}\n', /no form/],
];
for (const [what, wrong, message] of mistakes) {
  test(`a template that ${what} is a mistake of ours`, () => {
    assert.throws(() => withoutRegions(wrong, { hasEvents: true }, 'x.ts'), message);
  });
}
