import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { format } from 'prettier';
import { parse } from 'yaml';
import { code, identifier, literal } from '../../src/rendering/code.ts';
import { comment, markdown, oneLine, yamlScalar } from '../../src/rendering/escape.ts';
import { formatOptions } from '../../src/rendering/format-options.ts';

/** Texts made of what ends quotations, comments and lines. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        '`',
        '${',
        '}',
        '*/',
        '//',
        '\n',
        '\r',
        '\u2028',
        '\u2029',
        '\u202e',
        '\\',
        '</script>',
        '\u0000',
        '|',
        '#',
        '- ',
        '1. ',
        '\ufeff',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const evaluate = (source: string): unknown => Function(`"use strict"; return (${source});`)();

describe('text of a specification', () => {
  test('is the same text again as a literal', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.equal(evaluate(literal(text).code), text);
      }),
    );
  });

  test('is the same again in lists and objects, whatever their keys', () => {
    const values = fc.dictionary(fc.oneof(hostile, fc.constant('__proto__')), fc.array(hostile), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(values, (value) => {
        const again = evaluate(literal(value).code) as object;
        assert.deepEqual(Object.entries(again), Object.entries(value));
        assert.equal(Object.getPrototypeOf(again), Object.prototype);
      }),
    );
  });

  test('is a literal where it is put into code', () => {
    const source = code`f(${`'); evil('`}, ${identifier('x')}, ${code`g(${1})`})`;
    assert.equal(source.code, `f("'); evil('", x, g(1))`);
    assert.throws(() => identifier('a b'));
    assert.throws(() => code`f(${undefined})`);
  });

  test('stays inside a comment, a line and a scalar', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        assert.doesNotMatch(comment(text), /\*\/|[\n\r\u2028\u2029]/);
        assert.doesNotMatch(oneLine(text), /[\n\r\u2028\u2029\u202e\u0000]/);
        assert.equal(parse(yamlScalar(text)), text);
        const formatted = await format(
          `/** ${comment(text)} */\nexport const x = 1;`,
          formatOptions('x.ts'),
        );
        assert.match(formatted, /\nexport const x = 1;\n$/);
      }),
      { numRuns: 200 },
    );
  });

  test('is no markup in Markdown', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = markdown(text);
        assert.doesNotMatch(escaped, /[\n\r<>]|(?<!\\)(?:\\\\)*[`*_[\]|~]/);
        assert.doesNotMatch(escaped, /^(?:[-+#=]|\d+[.)]\s)/);
      }),
    );
  });
});
