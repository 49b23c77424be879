import { isCollection, isNode, isScalar, type Node, type Pair } from 'yaml';
import type { Path } from '../issue.ts';
import { render, renderInline } from '../write/render.ts';
import {
  column,
  contentEnd,
  indented,
  isEmptyNode,
  pairEnd,
  spliced,
  startOf,
  withLineBreaksOf,
} from './text.ts';

/** The text with another value in place of one that stands on one line, where the new one does as well. */
export function replaceInline(text: string, node: Node, value: unknown) {
  const [start, end] = [startOf(node), contentEnd(text, node)];
  const insert = renderInline(value);
  const isBlock = isCollection(node)
    ? node.flow !== true
    : isScalar(node) && /^[|>]/.test(text.slice(start, end));
  const hasComment = isCollection(node) && text.slice(start, end).includes('#');
  if (isBlock || isEmptyNode(node) || hasComment) return undefined;
  return spliced(text, start, end, insert);
}

/**
 * The text with another value for a key of a mapping whose members have a line each. A comment on the line of the key
 * stays there: behind the last of several lines it could become a part of their text.
 */
export function replaceMember(text: string, pair: Pair, path: Path, change: Member): string {
  const [first = '', ...others] = render({ [change.key]: change.value }, path)
    .trimEnd()
    .split('\n');
  const [start, valueEnd] = [startOf(pair.key), pairEnd(text, pair)];
  const trailing = others.length > 0 ? trailingComment(text, valueEnd) : '';
  const end = valueEnd + trailing.length;
  const lines = [first + headerComment(text, pair) + trailing, ...others].join('\n');
  return spliced(text, start, end, withLineBreaksOf(text, indented(lines, column(text, start))));
}

interface Member {
  readonly key: string | number;
  readonly value: unknown;
}

/** The comment after a key whose value starts on the next line; the comment after any other value stands behind it. */
function headerComment(text: string, { key, value }: Pair): string {
  if (!isCollection(value) || value.flow === true || !isNode(key)) return '';
  const header = text.slice(key.range?.[1] ?? 0, startOf(value)).split(/\r?\n/)[0] ?? '';
  return /\s+#.*$/.exec(header)?.[0] ?? '';
}

/** The comment that follows on the same line, with the space before it. */
function trailingComment(text: string, end: number): string {
  return /^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '';
}
