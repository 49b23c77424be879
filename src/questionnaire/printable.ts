import { stripVTControlCharacters } from 'node:util';
import { harmless } from '../specification/shown.ts';

/** Text of unknown origin, safe to show in a terminal: whatever it would act on becomes visible as `\u{1b}`. */
export const printable = harmless;

/** Whether the text is a line that a terminal does not act on. */
export function isPlainLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * Breaks a line between words so that no part is longer than `width`. Further parts begin below the second column of a
 * table (after two spaces or more), elsewhere two columns further in than the line.
 */
export function wrap(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  const indent = ' '.repeat(hangOf(line, width));
  const [, margin = '', text = ''] = /^( *)(.*)$/su.exec(line) ?? [];
  const lines: string[] = [];
  let start = margin;
  let present = '';
  for (const word of text.split(' ')) {
    const longer = present === '' ? start + word : `${present} ${word}`;
    if (present === '' || widthOf(longer) <= width) {
      present = longer;
    } else {
      lines.push(present.trimEnd());
      // The spaces of a column that ends here are not taken along.
      start = indent;
      present = word === '' ? '' : start + word;
    }
  }
  return [...lines, present.trimEnd()];
}

function hangOf(line: string, width: number): number {
  const plain = stripVTControlCharacters(line);
  const column = /^ *\S+(?: \S+)* {2,}(?=\S)/u.exec(plain)?.[0].length ?? width;
  const margin = plain.length - plain.trimStart().length;
  return column <= width / 2 ? column : margin + 2;
}

function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Lines for the screen, each indented. */
export function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
