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

test('a file without regions is copied', () => {
  assert.equal(withoutRegions('// {a}\n', {}, 'x.ts'), '// {a}\n');
});

const mistakes: readonly (readonly [string, string, RegExp])[] = [
  ['asks for what is no feature', '// {{#if hasWings}}\n// {{/if}}\n', /hasWings/],
  ['does not end a region', '// {{#if hasEvents}}\n', /does not end/],
  ['ends what did not begin', '// {{/if}}\n', /did not begin/],
  ['has a mark of another form', '// {{#unless hasEvents}}\n', /no form/],
];
for (const [what, wrong, message] of mistakes) {
  test(`a template that ${what} is a mistake of ours`, () => {
    assert.throws(() => withoutRegions(wrong, { hasEvents: true }, 'x.ts'), message);
  });
}
