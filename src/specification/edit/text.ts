import { isCollection, isNode, isScalar, type Node, type Pair } from 'yaml';

/** Offsets and columns in the text of a document. */

/** Where the line of an offset starts. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/** Characters before an offset on its line. */
export function column(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

export function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** Where a value ends, without the line break that ends a block. */
export function contentEnd(text: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1);
    if (last !== undefined) return isNode(last) ? contentEnd(text, last) : pairEnd(text, last);
  }
  const end = node.range?.[1] ?? 0;
  if (!isScalar(node) || text[end - 1] !== '\n') return end;
  return text[end - 2] === '\r' ? end - 2 : end - 1;
}

/** Where a member of a mapping ends: after its value, or after its key where no value is written. */
export function pairEnd(text: string, pair: unknown): number {
  const { key, value } = pair as Pair;
  if (isNode(value) && !isEmptyNode(value)) return contentEnd(text, value);
  const keyEnd = isNode(key) ? (key.range?.[1] ?? 0) : 0;
  const colon = /^[ \t]*:/.exec(text.slice(keyEnd, keyEnd + 20));
  return keyEnd + (colon?.[0].length ?? 0);
}

/** A null that is written as nothing at all. */
export function isEmptyNode(node: Node): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

/** Text in place of a part of a text. */
export function spliced(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

/** Lines further to the right, but for empty ones. */
export function indented(lines: string, spaces: number): string {
  return lines.replace(/\n(?=[^\n])/g, `\n${' '.repeat(spaces)}`);
}

/** The line break that the text uses. */
export function withLineBreaksOf(text: string, insert: string): string {
  return text.includes('\r\n') ? insert.replaceAll('\n', '\r\n') : insert;
}
