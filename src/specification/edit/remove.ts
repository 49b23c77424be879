import { isMap, isNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { contentEnd, lineEnd, lineStart, pairEnd, spliced, startOf } from './text.ts';

/** The text without one of several members or items; undefined where that would take a comment with it. */
export function removeFrom(
  text: string,
  collection: YAMLMap | YAMLSeq,
  position: number,
): string | undefined {
  return collection.flow === true
    ? removeInline(text, collection, position)
    : removeLines(text, collection, position);
}

/** Takes the lines of the member away, from the start of its first to the end of its last. */
function removeLines(text: string, collection: YAMLMap | YAMLSeq, position: number) {
  const { start, end } = extent(text, collection, position);
  const first = lineStart(text, start);
  const before = text.slice(first, start);
  if (!(isMap(collection) ? /^ *$/ : /^ *- +$/).test(before)) return undefined;
  const last = lineEnd(text, end);
  const next = text.indexOf('\n', last);
  return spliced(text, first, next === -1 ? text.length : next + 1, '');
}

/** Takes the member away with the comma after it, or before it if it is the last. */
function removeInline(text: string, collection: YAMLMap | YAMLSeq, position: number) {
  const isLast = position === collection.items.length - 1;
  const own = extent(text, collection, position);
  const from = isLast ? extent(text, collection, position - 1).end : own.start;
  const to = isLast ? own.end : extent(text, collection, position + 1).start;
  return /[#\n]/.test(text.slice(from, to)) ? undefined : spliced(text, from, to, '');
}

function extent(text: string, collection: YAMLMap | YAMLSeq, position: number) {
  const item: unknown = collection.items[position];
  if (isNode(item)) return { start: startOf(item), end: contentEnd(text, item) };
  const key: unknown = isMap(collection) ? collection.items[position]?.key : undefined;
  return { start: startOf(key), end: pairEnd(text, item) };
}
