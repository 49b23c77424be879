import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPattern } from '../../src/specification/index.ts';
import { mistakesIn, withFields } from './support.ts';

const good = [
  '^[A-Z]{2}-[0-9]{6}$',
  '^[a-z0-9]+(-[a-z0-9]+)*$',
  '^\\p{L}[\\p{L} ]*$',
  '^\\+?[1-9]\\d{1,14}$',
  '[A-Z]+',
  '^.{1,200}$',
  '^(?<year>\\d{4})-\\d{2}$',
  '^(?=.*[a-z])(?=.*\\d).{8,64}$',
  '^(?!.*\\.\\.)[a-z.]+$',
  '^(?:(?!--)[a-z-])+$',
  '^(?!admin$|root$)[a-z]+$',
  '^[A-Z]{2}(?!000)\\d{3}$',
  '^[A-Z]{2}-(?=.*\\d).{1,20}$',
  '^(?:[a-z]-(?=[a-z]{1,5}$)){0,20}[a-z]+$',
  '^[^<>]*$',
  '^(red|green|blue)$',
  '[(?<=]',
  '\\(?<=a',
  '^\\\\1$',
  '^[\\]\\\\]$',
  '^[\'"`${}]$',
  '^a*/b$',
];
for (const pattern of good)
  test(`accepts ${pattern}`, () => assert.equal(checkPattern(pattern), undefined));

const bad: [pattern: string, reason: RegExp][] = [
  ['^(a+)+$', /slow/],
  ['(a|a)*$', /slow/],
  ['^(\\w+\\s?)*$', /slow/],
  ['[a-z]+$', /start it with \^/],
  ['(x{1,30}){1,30}y', /slow/],
  ['(a?){50}a{50}', /slow/],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', /slow/],
  ['(.*,){11}P', /slow/],
  ['((((((((((a*)*)*)*)*)*)*)*)*)*)', /slow/],
  ['^[a-z-]+(?!.*--)$', /lookahead reads on from each of many places/],
  ['^[a-z]+(?=[a-z]*x)', /slow/],
  ['^(?:a(?=.*b))*$', /lookahead/],
  ['^(?:a(?!(?:b|c{20})d)|e)+$', /lookahead/],
  ['^(?:(?=(?:.*x)?)a){20}$', /slow/],
  ['^(a|b+(?!.*c))$', /lookahead/],
  ['^(?=a+(?!.*b))', /lookahead/],
  ['(?!.*a)b', /slow/],
  [`^${'(?!a)'.repeat(11)}b$`, /more than 10 lookaheads/],
  ['[', /no regular expression/],
  ['a{2,1}', /no regular expression/],
  ['\\-', /no regular expression/],
  ['(?<=a)b', /lookbehind/],
  ['(?<!a)b', /lookbehind/],
  ['(a)\\1', /backreference/],
  ['(?<a>a)\\k<a>', /backreference/],
  ['(?i:a)', /flags/],
  ['(?-i:a)', /flags/],
  ['', /empty/],
  [`^${'a'.repeat(500)}$`, /at most 500/],
  ['a\0', /NUL/],
];
for (const [pattern, reason] of bad)
  test(`refuses ${pattern.slice(0, 40)}`, () => assert.match(checkPattern(pattern) ?? '', reason));

test('a file full of slow patterns is refused without looking at all of them', () => {
  const fields = Array.from(
    { length: 60 },
    (_, i) => `f${i}: { type: string, pattern: '^(a+)+b{${i}}$' }`,
  );
  const codes = mistakesIn(withFields(fields.join('\n'))).map(({ code }) => code);
  assert.equal(codes.length, 60);
  assert.equal(codes.filter((code) => code === 'slow-pattern').length, 20);
  assert.equal(codes.at(-1), 'pattern-limit');
});
