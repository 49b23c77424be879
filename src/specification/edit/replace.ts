import { isCollection, isScalar, type Node, type Pair } from 'yaml';
import type { Path } from '../fault.ts';
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
  if (isBlock || isEmptyNode(node) || text.slice(start, end).includes('#')) return undefined;
  return spliced(text, start, end, insert);
}

/** The text with another value for a key of a mapping whose members have a line each. */
export function replaceMember(
  text: string,
  pair: Pair,
  path: Path,
  key: string | number,
  value: unknown,
) {
  const [start, end] = [startOf(pair.key), pairEnd(text, pair)];
  const header = text.slice(start, isCollection(pair.value) ? startOf(pair.value) : end);
  if (/#/.test(header.split('\n')[0] ?? '')) return undefined;
  const lines = indented(render({ [key]: value }, path).trimEnd(), column(text, start));
  return spliced(text, start, end, withLineBreaksOf(text, lines));
}
