import { harmless } from '../specification/shown.ts';

/** Text of unknown origin, safe to show in a terminal: whatever it would act on becomes visible as `\u{1b}`. */
export const printable = harmless;

/** Whether the text is a line that a terminal does not act on. */
export function isPlainLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}

/** At most `width` characters, the rest as an ellipsis. */
export function fit(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Broken between words so that no line is longer than `width`; further lines begin with `indent`. */
export function wrap(text: string, width: number, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' || line === indent ? `${line}${word}` : `${line} ${word}`;
    if ([...longer].length <= width || line.trim() === '') lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}

/** Lines for the screen: indented, and broken between words. */
export function paragraph(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${wrap(line, 76, '  ')}`)
    .join('\n');
}
