import { isNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Path } from '../fault.ts';
import { sections } from '../schema.ts';
import { render, renderInline } from '../write/render.ts';
import {
  column,
  contentEnd,
  indented,
  lineEnd,
  pairEnd,
  spliced,
  startOf,
  withLineBreaksOf,
} from './text.ts';

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
  const previous = map.items[path.length === 0 ? placeOfSection(map, key) : map.items.length - 1];
  const first = startOf(map.items[0]?.key);
  const lines = render(member, path).trimEnd();
  return addLines(text, lines, column(text, first), pairEnd(text, previous));
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

/** After which member a new section comes, so that the nine parts keep their order. */
function placeOfSection(map: YAMLMap, key: string | number): number {
  const order: readonly string[] = sections;
  const rank = order.indexOf(String(key));
  const before = map.items.findLastIndex((pair) => {
    const other = order.indexOf(String(pair.key));
    return other !== -1 && other < rank;
  });
  return before === -1 ? map.items.length - 1 : before;
}
