import { isNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Path } from '../issue.ts';
import { sections, serviceWideKeys } from '../schema.ts';
import { render, renderInline } from '../write/render.ts';
import {
  column,
  contentEnd,
  indented,
  lineEnd,
  lineStart,
  pairEnd,
  spliced,
  startOf,
  withLineBreaksOf,
} from './text.ts';

const wide: readonly string[] = serviceWideKeys;

/** The text with another member at the end of a mapping that has some; a section goes to its place. */
export function addMember(
  text: string,
  map: YAMLMap,
  path: Path,
  key: string | number,
  value: unknown,
) {
  const member = { [key]: value };
  if (map.flow === true) {
    const inline = renderInline(member).slice(1, -1).trim();
    const last = pairEnd(text, map.items.at(-1));
    return spliced(text, last, last, `, ${inline}`);
  }
  const first = startOf(map.items[0]?.key);
  const lines = render(member, path).trimEnd();
  const previous = map.items[predecessorOf(map, path, key)];
  return previous === undefined
    ? addLinesBefore(text, lines, first)
    : addLines(text, lines, column(text, first), pairEnd(text, previous));
}

/** The text with another item at the end of a list that has some. */
export function addItem(text: string, list: YAMLSeq, value: unknown) {
  const item = list.items.at(-1);
  if (!isNode(item)) return undefined;
  const end = contentEnd(text, item);
  if (list.flow === true) return spliced(text, end, end, `, ${renderInline(value)}`);
  const spaces = column(text, startOf(list));
  return addLines(text, `- ${renderInline(value)}`, spaces, end);
}

function addLines(text: string, lines: string, spaces: number, end: number): string {
  const at = lineEnd(text, end);
  const insert = indented(`\n${lines}`, spaces);
  return spliced(text, at, at, withLineBreaksOf(text, insert));
}

/** Puts lines above those of the first member and of the comments that belong to it. */
function addLinesBefore(text: string, lines: string, first: number): string {
  const spaces = column(text, first);
  let at = lineStart(text, first);
  while (at > 0 && /^[ \t]*#/.test(text.slice(lineStart(text, at - 1), at))) {
    at = lineStart(text, at - 1);
  }
  const insert = `${' '.repeat(spaces)}${indented(lines, spaces)}\n`;
  return spliced(text, at, at, withLineBreaksOf(text, insert));
}

/** After which member a new one comes: the last, unless it is of those that have an order. -1: before all. */
function predecessorOf(map: YAMLMap, path: Path, key: string | number): number {
  const last = map.items.length - 1;
  if (path.length === 0) {
    const before = lastBefore(map, sections, key);
    return before === -1 ? last : before;
  }
  const isWide = path.length === 1 && path[0] === 'endpoints' && wide.includes(String(key));
  return isWide ? lastBefore(map, wide, key) : last;
}

/** The last member that comes before the key in this order; -1 where there is none. */
function lastBefore(map: YAMLMap, order: readonly string[], key: string | number): number {
  const rank = order.indexOf(String(key));
  return map.items.findLastIndex((pair) => {
    const other = order.indexOf(String(pair.key));
    return other !== -1 && other < rank;
  });
}
