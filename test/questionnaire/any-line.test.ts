import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { mistakesIn } from '../../src/questionnaire/checking.ts';
import { fieldLines } from '../../src/questionnaire/describe-field.ts';
import type { Draft } from '../../src/questionnaire/draft.ts';
import { lineProblem, withTyped } from '../../src/questionnaire/fields/loop.ts';
import { missingResources } from '../../src/questionnaire/missing.ts';
import { readFields } from '../../src/questionnaire/shorthand/read.ts';
import { writeField } from '../../src/questionnaire/shorthand/write.ts';
import { typedTypes } from '../../src/questionnaire/shorthand/types.ts';
import { readSpecification, writeSpecification } from '../../src/specification/index.ts';
import { orderDesk } from './support/chapters.ts';

const piece = fc.oneof(
  fc.constantFrom('!', '?', '*', ':', '(', ')', '[', ']', ',', '..', '=', '"', ' ', '-', '\u{9b}'),
  fc.constantFrom(...typedTypes, 'a', 'dueAt', 'order', 'note', '__proto__', 'constructor', 'id'),
  fc.constantFrom('1', '0', '-5', '9223372036854775808', '1e9', '0.10', 'true'),
  fc.string({ maxLength: 3, unit: 'binary' }),
);
const anyLine = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const likelyLine = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'dueAt', 'note', '-note', '__proto__'),
      fc.constantFrom('', ...typedTypes.map((type) => `:${type}`)),
      fc.constantFrom(
        '',
        '(5)',
        '(1..9)',
        '(12,2)',
        '(order)',
        '(a,b)',
        '(x:integer! y)',
        '(__proto__)',
      ),
      fc.constantFrom('', '[]', '[3]'),
      fc.constantFrom('', '!', '?', '*', '!*', '*?!'),
      fc.constantFrom('', '=1', '=a', '="a b"', '="a "" b"', '="', '=true', '=2026-03-01'),
    ),
    { maxLength: 4 },
  )
  .map((tokens) => tokens.map((parts) => parts.join('')).join(' '));

/** A line may refer to a resource that comes later (`book:reference`): here it comes. */
function withMissingResources(draft: Draft): Draft {
  const later = missingResources(draft).map(
    ({ name }) => [name, { fields: { name: { type: 'string' } } }] as const,
  );
  return { ...draft, resources: { ...draft.resources, ...Object.fromEntries(later) } };
}

test('any line of fields is refused with reasons, or makes a specification that reads back', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(anyLine, likelyLine), (line) => {
      const problem = lineProblem(orderDesk, 'order', line);
      assert.notEqual(problem, '');
      if (problem !== undefined || line === '') return;
      accepted += 1;
      const typed = readFields(line);
      const draft = typed.reduce((sofar, each) => withTyped(sofar, 'order', each), orderDesk);
      assert.deepEqual(mistakesIn(draft), []);
      for (const text of fieldLines(draft.resources['order']?.fields ?? {})) {
        assert.doesNotMatch(text, /\p{Cc}/u);
      }
      const whole = withMissingResources(draft);
      const reading = readSpecification(writeSpecification(whole), 'service.yaml');
      assert.ok(reading.ok);
      assert.deepEqual(reading.specification, whole);
      for (const each of typed) {
        if (each.kind !== 'field') continue;
        const again = readFields(`${writeField(each.name, each.field)} next:enum(a b)`);
        assert.deepEqual(
          again.map((one) => one.kind === 'field' && one.field),
          [each.field, { type: 'enum', values: ['a b'] }],
        );
      }
    }),
    { numRuns: 1500, examples: [['a:reference'], ['b:reference(order) c:reference']] },
  );
  assert.ok(accepted > 10, String(accepted));
});
