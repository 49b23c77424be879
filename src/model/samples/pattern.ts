import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Characters that samples are made of, those that read best first. */
const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const preferred = [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  ...printable,
];

/** A part of a pattern as a list of texts that can be counted and picked from without being made. */
interface Choices {
  readonly count: number;
  pick(index: number): string;
}

const maxCount = 1_000_000_000;

/**
 * Distinct texts that match a pattern, as many as there are up to `wanted`; fewer, or none, where the pattern uses
 * what cannot be enumerated (assertions other than anchors, references).
 */
export function patternSamples(
  pattern: string,
  wanted: number,
  isValid: (text: string) => boolean,
): string[] {
  const choices = choicesOf(pattern);
  if (choices === undefined) return [];
  const samples = new Set<string>();
  const limit = Math.min(choices.count, wanted * 20);
  for (let index = 0; index < limit && samples.size < wanted; index += 1) {
    const text = choices.pick(index);
    if (isValid(text)) samples.add(text);
  }
  return [...samples];
}

function choicesOf(pattern: string): Choices | undefined {
  try {
    const { alternatives } = new RegExpParser().parsePattern(pattern, undefined, undefined, {
      unicode: true,
    });
    return oneOf(alternatives.map(alternative));
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

class Unsupported extends Error {}

function alternative({ elements }: AST.Alternative): Choices {
  return sequence(elements.map(element));
}

function element(node: AST.Element): Choices {
  switch (node.type) {
    case 'Character':
      return fixed([String.fromCodePoint(node.value)]);
    case 'CharacterSet':
    case 'CharacterClass':
      return characters(node.raw);
    case 'Group':
    case 'CapturingGroup':
      return oneOf(node.alternatives.map(alternative));
    case 'Quantifier':
      return repeated(element(node.element), node.min, node.max);
    case 'Assertion':
      if (node.kind === 'start' || node.kind === 'end') return fixed(['']);
      throw new Unsupported(node.raw);
    default:
      throw new Unsupported(node.raw);
  }
}

function characters(raw: string): Choices {
  const matcher = new RegExp(`^${raw}$`, 'u');
  const matching = [...new Set(preferred)].filter((character) => matcher.test(character));
  if (matching.length === 0) throw new Unsupported(raw);
  return fixed(matching);
}

function fixed(texts: readonly string[]): Choices {
  return { count: texts.length, pick: (index) => texts[index % texts.length] ?? '' };
}

/** The last part changes fastest, as in counting. */
function sequence(parts: readonly Choices[]): Choices {
  const count = parts.reduce((product, part) => Math.min(maxCount, product * part.count), 1);
  return {
    count,
    pick(index) {
      let rest = index;
      const texts = parts.toReversed().map((part) => {
        const text = part.pick(rest % part.count);
        rest = Math.floor(rest / part.count);
        return text;
      });
      return texts.toReversed().join('');
    },
  };
}

function oneOf(options: readonly Choices[]): Choices {
  const count = options.reduce((sum, option) => Math.min(maxCount, sum + option.count), 0);
  return {
    count,
    // In turn, so that the first few samples show every alternative.
    pick: (index) =>
      options[index % options.length]?.pick(Math.floor(index / options.length)) ?? '',
  };
}

function repeated(part: Choices, min: number, max: number): Choices {
  const lengths = Array.from(
    { length: Math.min(max, Math.max(min, 1) + 7) - min + 1 },
    (_, index) => min + index,
  );
  // A length that holds many texts on its own needs no others.
  const enough = lengths.find((length) => part.count ** length >= 1000);
  if (enough !== undefined && enough > 0) return power(part, enough);
  return oneOf(lengths.map((length) => power(part, length)));
}

function power(part: Choices, length: number): Choices {
  return sequence(Array.from({ length }, () => part));
}
