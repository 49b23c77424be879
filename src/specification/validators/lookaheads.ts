import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Repeats up to so many times cost next to nothing. */
const few = 10;

/** How the lookaheads of a regular expression read a text. */
export interface Lookaheads {
  /** Whether one of them reads on without end from each round of a repeat, which is so slow that nothing else counts. */
  readonly isRepeated: boolean;
  /**
   * For each of them what stands before it and then what it looks for, as one expression: from wherever the first part
   * can end, the engine reads the second part.
   */
  readonly reading: readonly string[];
}

/** @param pattern compiles */
export function lookaheadsIn(pattern: string): Lookaheads {
  const parsed = new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true });
  const reading: string[] = [];
  let isRepeated = false;
  readAll(parsed.alternatives, '', false);
  return { isRepeated, reading };

  function readAll(alternatives: readonly AST.Alternative[], before: string, repeats: boolean) {
    for (const { elements } of alternatives) {
      let text = before;
      for (const element of elements) {
        read(element, text, repeats);
        if (!isLookahead(element)) text += element.raw;
      }
    }
  }

  function read(element: AST.Element, before: string, repeats: boolean): void {
    if (isLookahead(element)) {
      const wanted = element.alternatives.map(({ raw }) => raw).join('|');
      reading.push(`${before}(?:${wanted})`);
      if (repeats && element.alternatives.some(isLong)) isRepeated = true;
    }
    if (element.type === 'Quantifier') {
      read(element.element, before, repeats || element.max > few);
    } else if ('alternatives' in element) {
      readAll(element.alternatives, before, repeats);
    }
  }
}

function isLookahead(element: AST.Element): element is AST.LookaheadAssertion {
  return element.type === 'Assertion' && element.kind === 'lookahead';
}

/** Whether it may read more than some characters. */
function isLong({ elements }: AST.Alternative): boolean {
  return elements.some((element) => {
    if (element.type === 'Quantifier') return element.max > few || isLongElement(element.element);
    return isLongElement(element);
  });
}

function isLongElement(element: AST.Element): boolean {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.some(isLong);
    case 'Assertion':
      return 'alternatives' in element && element.alternatives.some(isLong);
    default:
      return false;
  }
}
