import type { ResolvedField } from '../../specification/index.ts';
import { patternSamples } from './pattern.ts';

type TextField = Extract<ResolvedField, { type: 'string' | 'text' }>;

/** How many texts of a pattern are made at most. */
const most = 300;
const digits = [...'0123456789'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Texts that may be of the field: those that its pattern enumerates, longer ones where it has no end, and what is one
 * character away from its example, which may be all that a pattern permits that cannot be enumerated.
 */
export function* textCandidates(field: TextField): Generator<string> {
  const { pattern, minLength, maxLength, example } = field;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const enumerated = patternSamples(pattern, most, (text) => {
      const { length } = [...text];
      return expression.test(text) && length >= minLength && length <= maxLength;
    });
    yield* enumerated;
    const [first = ''] = enumerated;
    const stem = example ?? first;
    for (let index = 0; index < most; index += 1) yield `${stem}${String(index)}`;
    yield* neighbours(stem);
  } else {
    for (const text of [...letters, ...digits]) yield text.repeat(Math.max(1, minLength));
    yield* neighbours(example ?? '');
  }
}

/** The same text with one other letter or digit, its end first. */
function* neighbours(text: string): Generator<string> {
  const characters = [...text];
  for (const [index, character] of [...characters.entries()].toReversed()) {
    const isDigit = digits.includes(character);
    const isSmall = letters.includes(character);
    const others = isDigit ? digits : isSmall ? letters : letters.map((each) => each.toUpperCase());
    for (const other of others) yield characters.with(index, other).join('');
  }
}
